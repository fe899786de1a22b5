// SPDX-License-Identifier: Apache-2.0
#include "core/checkpoint/safetensors.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "core/base/file.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/checkpoint/block_sums.h"
#include "core/checkpoint/foreign.h"
#include "core/checkpoint/manifest.h"
#include "core/checkpoint/safetensors_header.h"

namespace trainyard::checkpoint {
namespace {

using base::Code;

static_assert(std::endian::native == std::endian::little,
              "safetensors is little-endian and written as memory has it");

/// Length word, header, padding: everything before the tensors' bytes.
base::Result<std::string> makeHead(const std::filesystem::path& path,
                                   const std::vector<TensorView>& tensors) {
    std::string json = "{";
    std::uint64_t offset = 0;
    for (const TensorView& tensor : tensors) {
        const auto refuse = [&](const base::Words& why) {
            return base::fail(Code::kInvalidArgument,
                              base::say("cannot write {}: tensor \"{}\" {}", path.string(),
                                        base::printable(tensor.name), why));
        };
        auto bytes = tensorBytes(tensor.dtype, tensor.shape);
        if (!bytes) return refuse(bytes.error().message);
        if (!tensor.source && *bytes != tensor.bytes.size())
            return refuse(
                base::say("has {} bytes, its dtype and shape need {}", tensor.bytes.size(), *bytes));
        if (tensor.name == "__metadata__") return refuse("has a name that the format keeps for itself");
        if (&tensor != &tensors.front() && tensor.name == (&tensor - 1)->name) return refuse("occurs twice");
        if (base::printable(tensor.name) != tensor.name) return refuse("has a name that is not plain text");
        if (offset > 0 || json.size() > 1) json += ',';
        json += nlohmann::json(tensor.name).dump() +
                fmt::format(R"(:{{"dtype":"{}","shape":[{}],"data_offsets":[{},{}]}})", tensor.dtype,
                            fmt::join(tensor.shape, ","), offset, offset + *bytes);
        offset += *bytes;
    }
    json += '}';
    json.append((8 - json.size() % 8) % 8, ' ');
    const std::uint64_t length = json.size();
    return std::string(reinterpret_cast<const char*>(&length), sizeof length) + json;
}

/// Collects small pieces, so that a model of a thousand biases does not cost a thousand writes.
class Sink {
  public:
    Sink(int fd, const std::filesystem::path& path) : fd_(fd), path_(path) {}

    base::Status put(std::span<const std::byte> bytes) {
        if (pending_.size() + bytes.size() > kGather) TY_TRY(drain());
        if (bytes.size() > kGather) return base::writeAll(fd_, bytes, path_.string());
        pending_.insert(pending_.end(), bytes.begin(), bytes.end());
        return {};
    }
    base::Status drain() {
        const base::Status status = base::writeAll(fd_, pending_, path_.string());
        pending_.clear();
        return status;
    }

  private:
    static constexpr std::size_t kGather = 1u << 20;
    int fd_;
    const std::filesystem::path& path_;
    std::vector<std::byte> pending_;
};

using Pieces = std::vector<std::span<const std::byte>>;

base::Status writePieces(int fd, const std::filesystem::path& path, const Pieces& pieces) {
    Sink sink(fd, path);
    for (const auto& piece : pieces) TY_TRY(sink.put(piece));
    TY_TRY(sink.drain());
    if (::fsync(fd) != 0)
        return base::fail(base::errnoError(errno, base::say("cannot sync {}", path.string())));
    return {};
}

void hashPieces(const Pieces& pieces, WrittenFile& file) {
    constexpr std::size_t kInCache = 256u << 10;  // the second hash finds the bytes where the first left them
    base::Sha256 hash;
    BlockSums sums;
    for (const auto& piece : pieces)
        for (std::size_t at = 0; at < piece.size(); at += kInCache) {
            const auto part = piece.subspan(at, std::min(kInCache, piece.size() - at));
            hash.update(part);
            sums.update(part);
        }
    file.sha256 = hash.finish();
    file.blockSums = sums.finish();
}

/// Hash and write both only read the pieces, so they run side by side: the disk seldom waits for the hash or
/// the other way round. Below a megabyte a thread costs more than it saves.
base::Status writeAndHash(int fd, const std::filesystem::path& path, const Pieces& pieces,
                          WrittenFile& file) {
    if (file.size < (1u << 20)) {
        TY_TRY(writePieces(fd, path, pieces));
        hashPieces(pieces, file);
        return {};
    }
    base::Status status;
    try {
        const std::jthread hasher([&] { hashPieces(pieces, file); });
        status = writePieces(fd, path, pieces);
    } catch (const std::system_error& error) {
        return base::fail(Code::kResourceExhausted,
                          base::say("cannot start a thread to hash {}: {}", path.string(), error.what()));
    }
    return status;
}

/// Tensors that come from elsewhere, piece by piece: each is hashed and written before the next one comes.
base::Status writeStreamed(int fd, const std::filesystem::path& path, const std::string& head,
                           const std::vector<TensorView>& tensors, WrittenFile& file) {
    Sink sink(fd, path);
    base::Sha256 hash;
    BlockSums sums;
    const auto put = [&](std::span<const std::byte> bytes) {
        hash.update(bytes);
        sums.update(bytes);
        file.size += bytes.size();
        return sink.put(bytes);
    };
    file.size = 0;
    TY_TRY(put(std::as_bytes(std::span(head))));
    for (const TensorView& tensor : tensors) {
        const std::uint64_t before = file.size;
        TY_TRY(tensor.source ? tensor.source(put) : put(tensor.bytes));
        TY_ASSIGN(const std::uint64_t expected, tensorBytes(tensor.dtype, tensor.shape));
        if (file.size - before != expected)
            return base::fail(Code::kInternal, base::say("{} bytes of {} came, expected {}",
                                                         file.size - before, tensor.name, expected));
    }
    TY_TRY(sink.drain());
    if (::fsync(fd) != 0)
        return base::fail(base::errnoError(errno, base::say("cannot sync {}", path.string())));
    file.sha256 = hash.finish();
    file.blockSums = sums.finish();
    return {};
}

}  // namespace

base::Result<WrittenFile> writeSafetensors(const std::filesystem::path& path,
                                           std::vector<TensorView> tensors) {
    std::sort(tensors.begin(), tensors.end(),
              [](const TensorView& a, const TensorView& b) { return a.name < b.name; });
    TY_ASSIGN(const std::string head, makeHead(path, tensors));
    Pieces pieces{std::as_bytes(std::span(head))};
    WrittenFile written{.size = head.size()};
    for (const TensorView& tensor : tensors) {
        pieces.push_back(tensor.bytes);
        written.size += tensor.bytes.size();
    }
    base::UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644));
    if (!fd) return base::fail(base::errnoError(errno, base::say("cannot create {}", path.string())));
    const bool isStreamed = std::ranges::any_of(tensors, [](const auto& tensor) { return !!tensor.source; });
    if (base::Status status = isStreamed ? writeStreamed(fd.get(), path, head, tensors, written)
                                         : writeAndHash(fd.get(), path, pieces, written);
        !status) {
        ::unlink(path.c_str());
        return base::fail(std::move(status.error()));
    }
    return written;
}

base::Result<SafetensorsFile> SafetensorsFile::open(const std::filesystem::path& path) {
    const auto bad = [&](const base::Words& why) {
        if (auto foreign = foreignFormat(path)) return base::fail(std::move(*foreign));
        return base::fail(Code::kDataLoss,
                          base::say("{} is not a safetensors file that can be used: {}", path.string(), why),
                          "checkpoint.bad_header");
    };
    auto opened = base::openRegular(path);
    if (!opened) {
        auto foreign = foreignFormat(path);
        return base::fail(foreign ? std::move(*foreign) : opened.error());
    }
    const std::uint64_t size = opened->size;
    if (size < 10) return bad(base::say("it has {} bytes, at least 10 are needed", size));

    SafetensorsFile file;
    file.path_ = path;
    file.fd_ = std::move(opened->fd);
    std::uint64_t headerBytes = 0;
    TY_TRY(file.readAt(0, std::as_writable_bytes(std::span(&headerBytes, 1))));
    if (headerBytes > kLongestHeader)
        return bad(base::say("its header claims {} bytes, at most {} are read", headerBytes, kLongestHeader));
    if (headerBytes > size - 8)
        return bad(
            base::say("its header claims {} bytes, the file has {} after the length", headerBytes, size - 8));
    std::string header(headerBytes, '\0');
    TY_TRY(file.readAt(sizeof headerBytes, std::as_writable_bytes(std::span(header))));
    file.dataStart_ = 8 + headerBytes;
    auto tensors = parseHeader(header, size - file.dataStart_);
    if (!tensors) return bad(base::say("its header {}", tensors.error().message));
    file.tensors_ = std::move(*tensors);
    void* map = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.fd_.get(), 0);
    if (map == MAP_FAILED)
        return base::fail(base::errnoError(errno, base::say("cannot map {}", path.string())));
    file.map_ = map;
    file.mapSize_ = size;
    return file;
}

SafetensorsFile::SafetensorsFile(SafetensorsFile&& other) noexcept
    : path_(std::move(other.path_)),
      fd_(std::move(other.fd_)),
      map_(std::exchange(other.map_, nullptr)),
      mapSize_(std::exchange(other.mapSize_, 0)),
      dataStart_(other.dataStart_),
      tensors_(std::move(other.tensors_)) {
}

SafetensorsFile& SafetensorsFile::operator=(SafetensorsFile&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(fd_, other.fd_);
    std::swap(map_, other.map_);
    std::swap(mapSize_, other.mapSize_);
    std::swap(dataStart_, other.dataStart_);
    std::swap(tensors_, other.tensors_);
    return *this;
}

SafetensorsFile::~SafetensorsFile() {
    if (map_) ::munmap(map_, mapSize_);
}

const TensorInfo* SafetensorsFile::find(const std::string& name) const {
    const auto it =
        std::lower_bound(tensors_.begin(), tensors_.end(), name,
                         [](const TensorInfo& tensor, const std::string& key) { return tensor.name < key; });
    return it != tensors_.end() && it->name == name ? &*it : nullptr;
}

std::span<const std::byte> SafetensorsFile::bytes(const TensorInfo& tensor) const {
    return {static_cast<const std::byte*>(map_) + dataStart_ + tensor.begin, tensor.end - tensor.begin};
}

base::Status SafetensorsFile::readAt(std::uint64_t place, std::span<std::byte> into) const {
    while (!into.empty()) {
        const ssize_t count = ::pread(fd_.get(), into.data(), into.size(), static_cast<off_t>(place));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0)
            return base::fail(base::errnoError(errno, base::say("cannot read {}", path_.string())));
        if (count == 0) return damaged(path_, "the file has become shorter since it was opened");
        into = into.subspan(static_cast<std::size_t>(count));
        place += static_cast<std::uint64_t>(count);
    }
    return {};
}

base::Status SafetensorsFile::read(const TensorInfo& tensor, std::uint64_t offset,
                                   std::span<std::byte> into) const {
    return readAt(dataStart_ + tensor.begin + offset, into);
}

base::Status checkWeights(const SafetensorsFile& weights, const std::vector<WantedTensor>& wanted,
                          const std::string& path) {
    constexpr std::array<std::string_view, 4> kDtypes{"F32", "F64", "BF16", "F16"};
    std::vector<base::Words> faults;
    std::set<std::string> known;
    for (const WantedTensor& tensor : wanted) {
        known.insert(tensor.name);
        const TensorInfo* info = weights.find(tensor.name);
        if (!info)
            faults.push_back(base::say("{} is missing", tensor.name));
        else if (info->shape != tensor.shape)
            faults.push_back(base::say("{} has shape [{}], the model's is [{}]", tensor.name,
                                       fmt::join(info->shape, ","), fmt::join(tensor.shape, ",")));
        else if (std::ranges::find(kDtypes, info->dtype) == kDtypes.end())
            faults.push_back(base::say("{} is {}, expected F32, F64, BF16 or F16", tensor.name, info->dtype));
    }
    for (const TensorInfo& info : weights.tensors())
        if (!known.contains(info.name))
            faults.push_back(base::say("{} is no variable of the model", info.name));
    if (faults.empty()) return {};
    return base::fail(Code::kInvalidArgument,
                      base::say("{} does not fit the model: {}", path, base::joined(faults, "; ")),
                      "weights.mismatch");
}

}  // namespace trainyard::checkpoint
