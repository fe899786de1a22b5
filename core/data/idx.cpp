// SPDX-License-Identifier: Apache-2.0
#include "core/data/idx.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>

#include "core/data/unpack_ahead.h"

namespace trainyard::data {
namespace {

using base::Code;

constexpr std::uint8_t kUnsignedByte = 0x08;
constexpr std::size_t kMostDims = 8;
constexpr std::uint64_t kReadAhead = 1u << 20;

std::unexpected<base::Error> truncated(const std::filesystem::path& path, std::string_view what,
                                       std::uint64_t at, std::uint64_t expected) {
    return base::fail(
        Code::kDataLoss,
        base::say("{} ends in its {} at byte {}: its header promises {} bytes in all; fetch it again",
                  path.string(), what, at, expected),
        "data.truncated");
}

std::unexpected<base::Error> badIdxHeader(const std::filesystem::path& path, std::size_t at,
                                          const base::Words& why) {
    return base::fail(
        Code::kDataLoss,
        base::say("{} is not an IDX file that can be used: at byte {}: {}", path.string(), at, why),
        "data.bad_header");
}

/// Magic number and dimensions, big-endian: 0, 0, type, rank, then a 32-bit word for each dimension.
base::Result<std::vector<std::int64_t>> readHeader(ByteStream& in, const std::filesystem::path& path) {
    std::array<std::uint8_t, 4> magic{};
    TY_ASSIGN(const std::size_t got, in.read(magic.data(), magic.size()));
    if (got < magic.size()) return truncated(path, "magic number", in.offset(), magic.size());
    if (magic[0] != 0 || magic[1] != 0)
        return badIdxHeader(path, 0, base::say("expected 0x0000, got 0x{:02x}{:02x}", magic[0], magic[1]));
    if (magic[2] != kUnsignedByte)
        return badIdxHeader(path, 2,
                            base::say("expected type 0x08 (unsigned bytes), got 0x{:02x}", magic[2]));
    if (magic[3] == 0 || magic[3] > kMostDims)
        return badIdxHeader(path, 3, base::say("expected 1 to {} dimensions, got {}", kMostDims, magic[3]));
    std::vector<std::int64_t> dims;
    for (int i = 0; i < magic[3]; ++i) {
        std::array<std::uint8_t, 4> word{};
        TY_ASSIGN(const std::size_t size, in.read(word.data(), word.size()));
        if (size < word.size()) return truncated(path, "header", in.offset(), 4 + 4u * magic[3]);
        const auto dim = std::int64_t{word[0]} << 24 | word[1] << 16 | word[2] << 8 | word[3];
        if (dim == 0) return badIdxHeader(path, in.offset() - 4, "expected a dimension of at least 1, got 0");
        dims.push_back(dim);
    }
    return dims;
}

/// Bytes the header promises; refused where they overflow.
base::Result<std::uint64_t> promisedBytes(const std::vector<std::int64_t>& dims,
                                          const std::filesystem::path& path) {
    std::uint64_t bytes = 1;
    for (const std::int64_t dim : dims)
        if (__builtin_mul_overflow(bytes, static_cast<std::uint64_t>(dim), &bytes) || bytes >> 62)
            return badIdxHeader(path, 4,
                                base::say("its dimensions {} pass 2^62 bytes", fmt::join(dims, "×")));
    return bytes;
}

std::unexpected<base::Error> tooMuch(const std::filesystem::path& path, const std::vector<std::int64_t>& dims,
                                     std::uint64_t promised) {
    return badIdxHeader(path, 4,
                        base::say("its dimensions {} promise {} bytes in all, and there are more",
                                  fmt::join(dims, "×"), promised));
}

/// Header and size of a plain file agree.
base::Status checkSize(const ByteStream& in, const std::vector<std::int64_t>& dims, std::uint64_t promised,
                       const std::filesystem::path& path) {
    const std::uint64_t all = in.offset() + promised;
    if (in.fileBytes() < all) return truncated(path, "data", in.fileBytes(), all);
    if (in.fileBytes() > all) return tooMuch(path, dims, all);
    return {};
}

/// The data after the header of a gzip file. The header alone allocates nothing: the initial allocation is
/// bounded by what the file can contain, the rest by what was read.
base::Result<std::vector<std::uint8_t>> unpack(ByteStream& in, const std::vector<std::int64_t>& dims,
                                               std::uint64_t promised, const std::filesystem::path& path) {
    const auto memory = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                        static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    if (promised > memory)
        return base::fail(
            Code::kResourceExhausted,
            base::say("the header of {} promises {} bytes ({}); this machine has {} bytes of memory: unpack "
                      "the file, a plain one is read from disk",
                      path.string(), promised, fmt::join(dims, "×"), memory),
            "data.too_large");
    const std::uint64_t headerBytes = in.offset();
    std::vector<std::uint8_t> bytes;
    bytes.reserve(std::min(promised, in.mostBytes()));
    while (bytes.size() < promised) {
        const std::size_t have = bytes.size(), want = std::min(promised - have, kReadAhead);
        bytes.resize(have + want);
        TY_ASSIGN(const std::size_t got, in.read(bytes.data() + have, want));
        if (got < want) return truncated(path, "data", in.offset(), headerBytes + promised);
    }
    std::uint8_t beyond = 0;
    TY_ASSIGN(const std::size_t more, in.read(&beyond, 1));
    if (more > 0) return tooMuch(path, dims, headerBytes + promised);
    return bytes;
}

}  // namespace

base::Result<std::vector<std::int64_t>> readIdxHeader(const std::filesystem::path& path) {
    TY_ASSIGN(ByteStream in, ByteStream::open(path));
    TY_ASSIGN(std::vector<std::int64_t> dims, readHeader(in, path));
    TY_ASSIGN(const std::uint64_t promised, promisedBytes(dims, path));
    if (!in.isCompressed()) TY_TRY(checkSize(in, dims, promised, path));
    return dims;
}

base::Result<IdxArray> readIdx(const std::filesystem::path& path) {
    TY_ASSIGN(ByteStream in, ByteStream::open(path));
    TY_ASSIGN(std::vector<std::int64_t> dims, readHeader(in, path));
    TY_ASSIGN(const std::uint64_t promised, promisedBytes(dims, path));
    if (in.isCompressed()) {
        // Of another size than the header says: unpacked again, which finds where it differs.
        if (auto all = takeUnpacked(path); all.size() == in.offset() + promised)
            return IdxArray{std::move(dims), Bytes(path, std::move(all)).from(in.offset())};
        TY_ASSIGN(std::vector<std::uint8_t> bytes, unpack(in, dims, promised, path));
        return IdxArray{std::move(dims), Bytes(path, std::move(bytes))};
    }
    TY_TRY(checkSize(in, dims, promised, path));
    TY_ASSIGN(Bytes file, Bytes::onDisk(path));
    return IdxArray{std::move(dims), std::move(file).from(in.offset())};
}

}  // namespace trainyard::data
