// SPDX-License-Identifier: Apache-2.0
#include "core/data/npy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/text.h"
#include "core/data/file_dataset.h"

namespace trainyard::data {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kLongestHeader = 64 << 10;  // NumPy itself refuses to read more than 10,000
constexpr std::size_t kMostNpyDims = 16;

struct Named {
    std::string_view name;
    NpyType type;
    std::size_t bytes;
};
constexpr std::array kTypes{
    Named{"|b1", NpyType::kBool, 1},    Named{"|i1", NpyType::kInt8, 1},    Named{"|u1", NpyType::kUint8, 1},
    Named{"<i2", NpyType::kInt16, 2},   Named{"<u2", NpyType::kUint16, 2},  Named{"<i4", NpyType::kInt32, 4},
    Named{"<u4", NpyType::kUint32, 4},  Named{"<i8", NpyType::kInt64, 8},   Named{"<u8", NpyType::kUint64, 8},
    Named{"<f4", NpyType::kFloat32, 4}, Named{"<f8", NpyType::kFloat64, 8},
};

/// The dictionary of the header: {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }. Python's
/// literals, as far as NumPy writes them.
class Literal {
  public:
    explicit Literal(std::string_view text) : rest_(text) {}

    /// Nothing if it is not such a dictionary.
    struct Fields {
        std::optional<std::string> descr;
        std::optional<bool> isFortran;
        std::optional<std::vector<std::int64_t>> shape;
    };
    std::optional<Fields> parse() {
        Fields fields;
        if (!take('{')) return std::nullopt;
        while (!take('}')) {
            const auto key = quoted();
            if (!key || !take(':')) return std::nullopt;
            if (*key == "descr" && !fields.descr) {
                fields.descr = quoted();
                if (!fields.descr) return std::nullopt;
            } else if (*key == "fortran_order" && !fields.isFortran) {
                fields.isFortran = truth();
                if (!fields.isFortran) return std::nullopt;
            } else if (*key == "shape" && !fields.shape) {
                fields.shape = tuple();
                if (!fields.shape) return std::nullopt;
            } else {
                return std::nullopt;
            }
            if (!take(',') && peek() != '}') return std::nullopt;
        }
        skip();
        if (!rest_.empty() || !fields.descr || !fields.isFortran || !fields.shape) return std::nullopt;
        return fields;
    }

  private:
    void skip() {
        while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\n')) rest_.remove_prefix(1);
    }
    char peek() {
        skip();
        return rest_.empty() ? '\0' : rest_.front();
    }
    bool take(char c) {
        if (peek() != c) return false;
        rest_.remove_prefix(1);
        return true;
    }
    std::optional<std::string> quoted() {
        const char quote = peek();
        if (quote != '\'' && quote != '"') return std::nullopt;
        const std::size_t end = rest_.find(quote, 1);
        if (end == std::string_view::npos) return std::nullopt;
        std::string text(rest_.substr(1, end - 1));
        rest_.remove_prefix(end + 1);
        return text;
    }
    std::optional<bool> truth() {
        skip();
        for (const auto& [word, value] : {std::pair{std::string_view("True"), true}, {"False", false}})
            if (rest_.starts_with(word)) {
                rest_.remove_prefix(word.size());
                return value;
            }
        return std::nullopt;
    }
    std::optional<std::vector<std::int64_t>> tuple() {
        std::vector<std::int64_t> numbers;
        if (!take('(')) return std::nullopt;
        while (!take(')')) {
            skip();
            std::int64_t number = 0;
            const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
            if (error != std::errc() || number < 0 || numbers.size() >= kMostNpyDims) return std::nullopt;
            rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
            numbers.push_back(number);
            if (!take(',') && peek() != ')') return std::nullopt;
        }
        return numbers;
    }

    std::string_view rest_;
};

std::unexpected<base::Error> badHeader(const Bytes& file, std::uint64_t at, const base::Words& why) {
    return badFile(file.path(), base::say("at byte {}", at), why, "data.bad_header");
}

base::Result<NpyType> typeOf(const Bytes& file, std::string descr) {
    if (descr.size() == 3 && descr[0] == '<' && descr[2] == '1') descr[0] = '|';
    for (const Named& named : kTypes)
        if (named.name == descr) return named.type;
    const std::string named = base::printable(descr.substr(0, 40));
    if (descr.find('O') != std::string::npos)
        return badHeader(file, 10,
                         base::say("elements of type '{}' are not read (pickled objects could run code); "
                                   "save the array as one of bool, int8 … uint64, float32, float64",
                                   named));
    if (descr.starts_with('>'))
        return badHeader(file, 10,
                         base::say("elements of type '{}' are not read (big-endian); save the array as one "
                                   "of bool, int8 … uint64, float32, float64",
                                   named));
    return badHeader(file, 10,
                     base::say("elements of type '{}' are not read; save the array as one of bool, int8 … "
                               "uint64, float32, float64",
                               named));
}

}  // namespace

std::size_t bytesOf(NpyType type) {
    return std::ranges::find(kTypes, type, &Named::type)->bytes;
}

bool isFloat(NpyType type) {
    return type == NpyType::kFloat32 || type == NpyType::kFloat64;
}

base::Result<NpyHeader> readNpyHeader(const Bytes& file) {
    std::array<std::uint8_t, 12> start{};
    if (file.size() < 10) return badHeader(file, file.size(), "the file ends before its header does");
    TY_TRY(file.read(0, start.data(), std::min<std::uint64_t>(start.size(), file.size())));
    if (std::string_view(reinterpret_cast<const char*>(start.data()), 6) != kMagic)
        return badHeader(file, 0, "this is not an .npy file (expected \\x93NUMPY)");
    const int version = start[6];
    if (version < 1 || version > 3)
        return badHeader(file, 6, base::say("version {} of .npy is not known", version));
    const std::size_t lengthBytes = version == 1 ? 2 : 4;
    std::size_t length = 0;
    for (std::size_t i = 0; i < lengthBytes; ++i) length |= static_cast<std::size_t>(start[8 + i]) << (8 * i);
    if (length > kLongestHeader)
        return badHeader(file, 8, base::say("the header length ({} bytes) exceeds the limit", length));
    NpyHeader header;
    header.dataOffset = 8 + lengthBytes + length;
    if (header.dataOffset > file.size())
        return badFile(file.path(), base::say("at byte {}", file.size()), "the file ends in its header",
                       "data.truncated");
    std::string text(length, '\0');
    TY_TRY(file.read(8 + lengthBytes, text.data(), length));
    auto fields = Literal(text).parse();
    if (!fields)
        return badHeader(file, 8 + lengthBytes,
                         "the header is not {'descr': …, 'fortran_order': …, 'shape': …}");
    TY_ASSIGN(header.type, typeOf(file, std::move(*fields->descr)));
    if (*fields->isFortran && fields->shape->size() > 1)
        return badHeader(file, 8 + lengthBytes,
                         "the array is in Fortran order; save numpy.ascontiguousarray(array) instead");
    header.dims = std::move(*fields->shape);
    const auto elements = checkedProduct(header.dims);
    const bool hasElements =
        !header.dims.empty() && std::find(header.dims.begin() + 1, header.dims.end(), 0) == header.dims.end();
    if (!hasElements || !elements)
        return badHeader(
            file, 8 + lengthBytes,
            base::say("arrays of shape ({}) are not supported as data sets", fmt::join(header.dims, ", ")));
    const std::uint64_t promised = static_cast<std::uint64_t>(*elements) * bytesOf(header.type);
    const std::uint64_t there = file.size() - header.dataOffset;
    if (there < promised)
        return badFile(file.path(), base::say("at byte {}", file.size()),
                       base::say("the file ends: shape ({}) needs {} bytes in all; fetch it again",
                                 fmt::join(header.dims, ", "), header.dataOffset + promised),
                       "data.truncated");
    if (there > promised)
        return badHeader(
            file, header.dataOffset + promised,
            base::say("the file has more data than shape ({}) needs", fmt::join(header.dims, ", ")));
    return header;
}

}  // namespace trainyard::data
