// SPDX-License-Identifier: Apache-2.0
#include "core/data/idx.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <string>

#include "core/base/fd.h"

namespace trainyard::data {
namespace {

using base::Code;

constexpr std::uint8_t kUnsignedByte = 0x08;
constexpr std::size_t kMostDims = 8;
constexpr std::uint64_t kChunk = 1u << 20;

/// The decompressed bytes of a file, one after another; a plain file passes through (zlib looks for gzip's
/// magic).
class Stream {
  public:
    static base::Result<Stream> open(const std::filesystem::path& path) {
        base::UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
        if (!fd) {
            base::Error error =
                base::errnoError(errno, fmt::format("cannot open the data file {}", path.string()));
            if (error.code == Code::kNotFound) error.id = "data.missing";
            return base::fail(std::move(error));
        }
        struct stat info{};
        if (::fstat(fd.get(), &info) != 0)
            return base::fail(base::errnoError(errno, fmt::format("cannot stat {}", path.string())));
        if (!S_ISREG(info.st_mode))
            return base::fail(Code::kInvalidArgument, fmt::format("{} is no regular file", path.string()));
        gzFile file = ::gzdopen(fd.get(), "rb");
        if (!file)
            return base::fail(Code::kResourceExhausted, fmt::format("no memory to read {}", path.string()));
        fd.release();  // gzclose closes it
        ::gzbuffer(file, 256 * 1024);
        return Stream(path, file, static_cast<std::uint64_t>(info.st_size));
    }

    /// Fills `out` as far as the data go; says how far.
    base::Result<std::size_t> read(std::uint8_t* out, std::size_t size) {
        std::size_t filled = 0;
        while (filled < size) {
            const int n =
                ::gzread(file_.get(), out + filled, static_cast<unsigned>(std::min(size - filled, kChunk)));
            if (n < 0) return base::fail(failure());
            if (n == 0) break;
            filled += static_cast<std::size_t>(n);
        }
        // A gzip file that was cut off ends without an error but this one.
        int status = Z_OK;
        ::gzerror(file_.get(), &status);
        if (filled < size && status == Z_BUF_ERROR) return base::fail(failure());
        offset_ += filled;
        return filled;
    }
    std::uint64_t offset() const { return offset_; }
    /// The most that can come out: deflate makes at most 1032 bytes of one (https://zlib.net/zlib_tech.html).
    std::uint64_t mostBytes() const { return ::gzdirect(file_.get()) ? fileBytes_ : fileBytes_ * 1032; }

  private:
    struct Close {
        void operator()(gzFile file) const { ::gzclose(file); }
    };

    Stream(std::filesystem::path path, gzFile file, std::uint64_t fileBytes)
        : path_(std::move(path)), file_(file), fileBytes_(fileBytes) {}

    base::Error failure() const {
        int status = Z_OK;
        const std::string why = ::gzerror(file_.get(), &status);
        if (status == Z_ERRNO) return base::errnoError(errno, fmt::format("cannot read {}", path_.string()));
        const bool isCut = status == Z_BUF_ERROR;
        return base::Error{
            Code::kDataLoss,
            fmt::format("the gzip file {} is {} after byte {} of its contents ({}); fetch it again",
                        path_.string(), isCut ? "cut off" : "damaged", ::gztell(file_.get()), why),
            isCut ? "data.truncated" : "data.damaged"};
    }

    std::filesystem::path path_;
    std::unique_ptr<gzFile_s, Close> file_;
    std::uint64_t fileBytes_ = 0;
    std::uint64_t offset_ = 0;
};

std::unexpected<base::Error> truncated(const std::filesystem::path& path, std::string_view what,
                                       std::uint64_t at, std::uint64_t expected) {
    return base::fail(
        Code::kDataLoss,
        fmt::format("{} ends in its {} at byte {}: its header promises {} bytes in all; fetch it again",
                    path.string(), what, at, expected),
        "data.truncated");
}

std::unexpected<base::Error> badHeader(const std::filesystem::path& path, std::size_t at,
                                       std::string_view why) {
    return base::fail(
        Code::kDataLoss,
        fmt::format("{} is no IDX file that can be used: at byte {}: {}", path.string(), at, why),
        "data.bad_header");
}

/// Magic number and dimensions, big-endian: 0, 0, type, rank, then a 32-bit word for each dimension.
base::Result<std::vector<std::int64_t>> readHeader(Stream& in, const std::filesystem::path& path) {
    std::array<std::uint8_t, 4> magic{};
    TY_ASSIGN(const std::size_t got, in.read(magic.data(), magic.size()));
    if (got < magic.size()) return truncated(path, "magic number", in.offset(), magic.size());
    if (magic[0] != 0 || magic[1] != 0)
        return badHeader(path, 0, fmt::format("expected 0x0000, got 0x{:02x}{:02x}", magic[0], magic[1]));
    if (magic[2] != kUnsignedByte)
        return badHeader(path, 2, fmt::format("expected type 0x08 (unsigned bytes), got 0x{:02x}", magic[2]));
    if (magic[3] == 0 || magic[3] > kMostDims)
        return badHeader(path, 3, fmt::format("expected 1 to {} dimensions, got {}", kMostDims, magic[3]));
    std::vector<std::int64_t> dims;
    for (int i = 0; i < magic[3]; ++i) {
        std::array<std::uint8_t, 4> word{};
        TY_ASSIGN(const std::size_t size, in.read(word.data(), word.size()));
        if (size < word.size()) return truncated(path, "header", in.offset(), 4 + 4u * magic[3]);
        const auto dim = std::int64_t{word[0]} << 24 | word[1] << 16 | word[2] << 8 | word[3];
        if (dim == 0) return badHeader(path, in.offset() - 4, "expected a dimension of at least 1, got 0");
        dims.push_back(dim);
    }
    return dims;
}

/// Bytes the header promises; refused where they overflow or could never fit this machine's memory.
base::Result<std::uint64_t> promisedBytes(const std::vector<std::int64_t>& dims,
                                          const std::filesystem::path& path) {
    std::uint64_t bytes = 1;
    for (const std::int64_t dim : dims)
        if (__builtin_mul_overflow(bytes, static_cast<std::uint64_t>(dim), &bytes))
            return badHeader(path, 4, fmt::format("its dimensions {} pass 2^64 bytes", fmt::join(dims, "×")));
    const auto memory = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                        static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    if (bytes > memory)
        return base::fail(
            Code::kResourceExhausted,
            fmt::format("the header of {} promises {} bytes ({}); this machine has {} bytes of memory",
                        path.string(), bytes, fmt::join(dims, "×"), memory),
            "data.too_large");
    return bytes;
}

}  // namespace

base::Result<IdxArray> readIdx(const std::filesystem::path& path) {
    TY_ASSIGN(Stream in, Stream::open(path));
    IdxArray array;
    TY_ASSIGN(array.dims, readHeader(in, path));
    const std::uint64_t headerBytes = in.offset();
    TY_ASSIGN(const std::uint64_t promised, promisedBytes(array.dims, path));
    // A header alone gets no memory: what is set aside is bounded by what the file can hold, the rest by what
    // came.
    array.bytes.reserve(std::min(promised, in.mostBytes()));
    while (array.bytes.size() < promised) {
        const std::size_t have = array.bytes.size(), want = std::min(promised - have, kChunk);
        array.bytes.resize(have + want);
        TY_ASSIGN(const std::size_t got, in.read(array.bytes.data() + have, want));
        if (got < want) return truncated(path, "data", in.offset(), headerBytes + promised);
    }
    std::uint8_t beyond = 0;
    TY_ASSIGN(const std::size_t more, in.read(&beyond, 1));
    if (more > 0)
        return badHeader(path, 4,
                         fmt::format("its dimensions {} promise {} bytes in all, and there are more",
                                     fmt::join(array.dims, "×"), headerBytes + promised));
    return array;
}

}  // namespace trainyard::data
