// SPDX-License-Identifier: Apache-2.0
#include "core/node/remote/archive.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "core/base/cancel.h"
#include "core/base/file.h"
#include "core/base/sha256.h"

namespace trainyard::node {
namespace {

constexpr std::uint64_t kBlock = 512;
constexpr std::size_t kLongestName = 100;
constexpr std::uint64_t kLargestFile = 077777777777;  // eleven octal digits
constexpr std::size_t kReadBytes = 1 << 20;

/// ustar, of POSIX.1-2017, pax: "ustar Interchange Format".
struct Header {
    char name[kLongestName] = {}, mode[8] = {}, owner[8] = {}, group[8] = {}, size[12] = {}, time[12] = {};
    char sum[8] = {' ', ' ', ' ', ' ', ' ', ' ', ' ', ' '};
    char type = '0';
    char link[100] = {};
    char magic[6] = {'u', 's', 't', 'a', 'r', '\0'}, version[2] = {'0', '0'};
    char rest[247] = {};
};
static_assert(sizeof(Header) == kBlock);

template <std::size_t kSize>
void setOctal(char (&field)[kSize], std::uint64_t value) {
    const std::string digits = fmt::format("{:0{}o}", value, kSize - 1);
    std::copy_n(digits.data(), std::min(digits.size(), kSize - 1), field);
}

base::Error changed(const std::filesystem::path& file) {
    return {base::Code::kDataLoss,
            base::say("{} was replaced while it was being sent; restart the agent", file.string()),
            "archive.changed"};
}

base::Status readFrom(const std::filesystem::path& file, std::uint64_t size, std::uint64_t offset,
                      std::span<std::byte> bytes) {
    TY_ASSIGN(const auto opened, base::openRegular(file));
    if (opened.size != size) return base::fail(changed(file));
    while (!bytes.empty()) {
        const ssize_t got = ::pread(opened.fd.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return base::fail(base::errnoError(errno, base::say("cannot read {}", file.string())));
        if (got == 0) return base::fail(changed(file));
        bytes = bytes.subspan(static_cast<std::size_t>(got));
        offset += static_cast<std::uint64_t>(got);
    }
    return {};
}

}  // namespace

void Archive::add(Piece piece) {
    const std::uint64_t padding = (kBlock - piece.size % kBlock) % kBlock;
    const std::uint64_t size = piece.size;
    if (size > 0) pieces_.emplace(end_, std::move(piece));
    end_ += size + padding;  // what no piece covers is zero
}

base::Status Archive::addHeader(const std::string& name, std::uint64_t size, unsigned mode) {
    if (name.size() > kLongestName || size > kLargestFile)
        return base::fail(base::Code::kInvalidArgument,
                          base::say("{} cannot be in an archive: its name or content is too long", name));
    Header header;
    std::ranges::copy(name, header.name);
    setOctal(header.mode, mode);
    setOctal(header.owner, 0);
    setOctal(header.group, 0);
    setOctal(header.size, size);
    setOctal(header.time, 0);
    const auto* const bytes = reinterpret_cast<const unsigned char*>(&header);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < kBlock; ++i) sum += bytes[i];
    const std::string digits = fmt::format("{:06o}", sum);
    std::ranges::copy(digits, header.sum);
    header.sum[6] = '\0';
    add({.text = std::string(reinterpret_cast<const char*>(&header), kBlock), .file = {}, .size = kBlock});
    return {};
}

base::Status Archive::addFile(const std::string& name, const std::filesystem::path& file, unsigned mode) {
    TY_ASSIGN(const auto opened, base::openRegular(file));
    TY_TRY(addHeader(name, opened.size, mode));
    add({.text = {}, .file = file, .size = opened.size});
    return {};
}

base::Status Archive::addText(const std::string& name, std::string text, unsigned mode) {
    TY_TRY(addHeader(name, text.size(), mode));
    const std::uint64_t size = text.size();
    add({.text = std::move(text), .file = {}, .size = size});
    return {};
}

base::Result<std::size_t> Archive::read(std::uint64_t offset, std::span<std::byte> bytes) const {
    if (offset >= size()) return 0;
    bytes = bytes.first(static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), size() - offset)));
    std::ranges::fill(bytes, std::byte{0});
    auto piece = pieces_.upper_bound(offset);
    if (piece != pieces_.begin()) --piece;
    for (; piece != pieces_.end() && piece->first < offset + bytes.size(); ++piece) {
        const auto& [at, content] = *piece;
        const std::uint64_t from = std::max(at, offset);
        const std::uint64_t to = std::min(at + content.size, offset + bytes.size());
        if (from >= to) continue;
        const auto part = bytes.subspan(from - offset, to - from);
        if (content.file.empty())
            std::memcpy(part.data(), content.text.data() + (from - at), part.size());
        else
            TY_TRY(readFrom(content.file, content.size, from - at, part));
    }
    return bytes.size();
}

base::Result<std::string> Archive::hash() const {
    base::Sha256 hash;
    std::vector<std::byte> bytes(kReadBytes);
    for (std::uint64_t offset = 0; offset < size();) {
        TY_TRY(base::checkCancelled());
        TY_ASSIGN(const std::size_t got, read(offset, bytes));
        hash.update(std::span(bytes).first(got));
        offset += got;
    }
    return hash.finish();
}

}  // namespace trainyard::node
