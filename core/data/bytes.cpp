// SPDX-License-Identifier: Apache-2.0
#include "core/data/bytes.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <span>
#include <string>

#include "core/base/cancel.h"
#include "core/base/check.h"
#include "core/base/file.h"

namespace trainyard::data {
namespace {

using base::Code;
namespace fs = std::filesystem;

constexpr std::size_t kChunk = 1u << 20;

base::Result<base::OpenedFile> openData(const fs::path& path) {
    auto opened = base::openRegular(path);
    if (!opened)
        opened.error().id = opened.error().code == Code::kNotFound ? "data.missing" : "data.unreadable";
    return opened;
}

base::Result<base::UniqueFd> temporaryFile(const fs::path& for_) {
    std::error_code error;
    const fs::path folder = fs::temp_directory_path(error);
    std::string name = (folder / "trainyard-data-XXXXXX").string();
    base::UniqueFd fd(error ? -1 : ::mkostemp(name.data(), O_CLOEXEC));
    if (!fd)
        return base::fail(base::errnoError(
            errno, base::say("cannot make a temporary file to unpack {} into", for_.string())));
    if (::unlink(name.c_str()) != 0)
        return base::fail(base::errnoError(errno, base::say("cannot unlink {}", name)));
    return fd;
}

}  // namespace

namespace {

/// Data does not compress better than this: a file of zeros by a factor of 1030, text by 10.
constexpr std::uint64_t kMostShrinking = 500, kHarmless = 32u << 20;
/// What unpacking leaves of the temporary folder's disk.
constexpr std::uint64_t kSpareBytes = 256u << 20;

/// Before another piece is unpacked to the disk.
base::Status checkUnpacking(const ByteStream& in, const fs::path& path, const base::UniqueFd& to) {
    if (in.offset() > kHarmless && in.offset() / kMostShrinking > in.fileBytes())
        return base::fail(
            Code::kRefused,
            base::say("{} is not unpacked: its {} bytes have become {} already, as those of no data do; "
                      "unpack it yourself if you trust it",
                      path.string(), in.fileBytes(), in.offset()),
            "data.bomb");
    TY_ASSIGN(const std::uint64_t free, base::freeBytes(fmt::format("/proc/self/fd/{}", to.get())));
    if (free >= kSpareBytes) return {};
    return base::fail(
        Code::kResourceExhausted,
        base::say("no room in the temporary folder to unpack {}: {} bytes are unpacked, {} are free; set "
                  "TMPDIR to a folder on a larger disk, or unpack it yourself",
                  path.string(), in.offset(), free),
        "disk.full");
}

}  // namespace

std::unexpected<base::Error> badFile(const fs::path& path, const base::Words& place, const base::Words& why,
                                     std::string_view id) {
    return base::fail(Code::kDataLoss,
                      place.empty() ? base::say("{}: {}", path.string(), why)
                                    : base::say("{}: {}: {}", path.string(), place, why),
                      std::string(id));
}

base::Result<ByteStream> ByteStream::open(const fs::path& path) {
    TY_ASSIGN(base::OpenedFile opened, openData(path));
    gzFile file = ::gzdopen(opened.fd.get(), "rb");
    if (!file) return base::fail(Code::kResourceExhausted, base::say("no memory to read {}", path.string()));
    opened.fd.release();  // gzclose closes it
    ::gzbuffer(file, 256 * 1024);
    return ByteStream(path, file, opened.size);
}

base::Result<std::size_t> ByteStream::read(std::uint8_t* out, std::size_t size) {
    std::size_t filled = 0;
    while (filled < size) {
        TY_TRY(base::checkCancelled());
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

base::Error ByteStream::failure() const {
    int status = Z_OK;
    std::string why = ::gzerror(file_.get(), &status);
    // zlib's message starts with its name for the file: "<fd:23>: unexpected end of file".
    if (const auto end = why.find(": "); why.starts_with("<fd:") && end != std::string::npos)
        why.erase(0, end + 2);
    if (status == Z_ERRNO) return base::errnoError(errno, base::say("cannot read {}", path_.string()));
    const bool isCut = status == Z_BUF_ERROR;
    return base::Error{
        Code::kDataLoss,
        base::say("the gzip file {} is {} after byte {} of its contents ({}); fetch it again", path_.string(),
                  isCut ? base::Words("cut off") : base::Words("damaged"), ::gztell(file_.get()), why),
        isCut ? "data.truncated" : "data.damaged"};
}

Bytes::Bytes(fs::path path, std::vector<std::uint8_t> bytes)
    : path_(std::move(path)), memory_(std::move(bytes)), size_(memory_.size()) {
}

Bytes::Bytes(fs::path path, base::UniqueFd fd, std::uint64_t size)
    : path_(std::move(path)), fd_(std::move(fd)), size_(size) {
}

base::Result<Bytes> Bytes::onDisk(const fs::path& path) {
    TY_ASSIGN(base::OpenedFile opened, openData(path));
    return Bytes(path, std::move(opened.fd), opened.size);
}

base::Result<Bytes> Bytes::open(const fs::path& path, std::uint64_t mostInMemory) {
    TY_ASSIGN(ByteStream in, ByteStream::open(path));
    std::vector<std::uint8_t> memory(kChunk);
    TY_ASSIGN(std::size_t got, in.read(memory.data(), kChunk));
    if (!in.isCompressed()) return onDisk(path);
    memory.resize(got);
    while (got > 0 && memory.size() < mostInMemory) {
        const std::size_t have = memory.size();
        memory.resize(have + kChunk);
        TY_ASSIGN(got, in.read(memory.data() + have, kChunk));
        memory.resize(have + got);
    }
    if (got == 0) {
        memory.shrink_to_fit();
        return Bytes(path, std::move(memory));
    }
    TY_ASSIGN(base::UniqueFd fd, temporaryFile(path));
    const base::Words what = base::say("the unpacked contents of {} in the temporary folder", path.string());
    for (std::uint64_t size = 0;; size += got) {
        if (size > 0) {
            memory.resize(kChunk);
            TY_ASSIGN(got, in.read(memory.data(), kChunk));
            if (got == 0) return Bytes(path, std::move(fd), size);
            memory.resize(got);
        } else {
            got = memory.size();
        }
        TY_TRY(checkUnpacking(in, path, fd));
        TY_TRY(base::writeAll(fd.get(), std::as_bytes(std::span(memory)), what.text()));
    }
}

Bytes Bytes::from(std::uint64_t offset) && {
    TY_CHECK(offset <= size_, "a part begins inside its file");
    offset_ += offset;
    size_ -= offset;
    return std::move(*this);
}

base::Status Bytes::read(std::uint64_t at, void* out, std::size_t count) const {
    if (at > size_ || count > size_ - at)
        return badFile(path_, base::say("at byte {}", offset_ + at),
                       base::say("{} more bytes are needed and {} are there; fetch it again", count,
                                 at > size_ ? 0 : size_ - at),
                       "data.truncated");
    if (!fd_) {
        if (count > 0) std::memcpy(out, memory_.data() + offset_ + at, count);
        return {};
    }
    TY_TRY(base::checkCancelled());
    auto* bytes = static_cast<std::uint8_t*>(out);
    std::size_t filled = 0;
    while (filled < count) {
        const ssize_t n =
            ::pread(fd_.get(), bytes + filled, count - filled, static_cast<off_t>(offset_ + at + filled));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0)
            return base::fail(base::errnoError(
                errno, base::say("cannot read {} at byte {}", path_.string(), offset_ + at + filled)));
        if (n == 0)
            return badFile(path_, base::say("at byte {}", offset_ + at + filled),
                           "the file has become shorter since it was opened", "data.truncated");
        filled += static_cast<std::size_t>(n);
    }
    return {};
}

}  // namespace trainyard::data
