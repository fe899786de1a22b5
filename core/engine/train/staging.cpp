// SPDX-License-Identifier: Apache-2.0
#include "core/engine/train/staging.h"

#include <ATen/ops/from_blob.h>
#include <c10/util/Exception.h>
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>

#include "core/engine/model/model.h"

namespace trainyard::engine {
namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::size_t kHugePage = 2u << 20;
/// One thread does not fill the memory's bandwidth; pieces of this size keep two busy to the end.
constexpr std::size_t kPiece = 8u << 20;
constexpr unsigned kThreads = 2;

std::size_t aligned(std::size_t bytes, std::size_t to) {
    return (bytes + to - 1) / to * to;
}

struct Piece {
    std::byte* to;
    const std::byte* from;
    std::size_t size;
};

void copyPieces(const std::vector<Piece>& pieces) {
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i; (i = next++) < pieces.size();)
            std::memcpy(pieces[i].to, pieces[i].from, pieces[i].size);
    };
    std::vector<std::jthread> others;
    const auto threads =
        std::min({kThreads, std::thread::hardware_concurrency(), static_cast<unsigned>(pieces.size())});
    for (unsigned i = 1; i < threads; ++i) others.emplace_back(work);
    work();
}

}  // namespace

StagingArea::~StagingArea() {
    preparing_ = {};
    if (base_) ::munmap(base_, size_);
}

std::size_t StagingArea::bytesFor(const NamedTensors& tensors) {
    std::size_t bytes = 0;
    for (const auto& [name, tensor] : tensors) bytes += aligned(tensor.nbytes(), kAlignment);
    return bytes;
}

void StagingArea::prepare(std::size_t bytes) {
    preparing_ = {};
    reserve(bytes);
    preparing_ = std::jthread([base = base_, size = size_] {
        // Pages that cannot be had now are had at the first save, or that save fails.
        (void)::madvise(base, size, MADV_POPULATE_WRITE);
    });
}

void StagingArea::reserve(std::size_t bytes) {
    bytes = aligned(std::max<std::size_t>(bytes, 1), kHugePage);
    if (bytes <= size_) return;
    preparing_ = {};
    if (base_) ::munmap(base_, size_);
    base_ = nullptr;
    size_ = 0;
    void* map = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED) throw std::bad_alloc();
    (void)::madvise(map, bytes, MADV_HUGEPAGE);  // a wish: fewer faults where it is granted
    base_ = static_cast<std::byte*>(map);
    size_ = bytes;
}

/// One view after another.
std::vector<checkpoint::TensorView> StagingArea::layOut(const NamedTensors& from) {
    if (preparing_.joinable()) preparing_.join();
    reserve(bytesFor(from));
    std::vector<checkpoint::TensorView> views;
    std::byte* to = base_;
    for (const auto& [name, tensor] : from) {
        views.push_back(
            {name, safetensorsDtype(tensor.scalar_type()), tensor.sizes().vec(), {to, tensor.nbytes()}});
        to += aligned(tensor.nbytes(), kAlignment);
    }
    return views;
}

std::vector<checkpoint::TensorView> StagingArea::copy(const NamedTensors& from) {
    std::vector<checkpoint::TensorView> views = layOut(from);
    torch::NoGradGuard noGrad;
    std::vector<Piece> pieces;
    for (std::size_t i = 0; i < from.size(); ++i) {
        const torch::Tensor& tensor = from[i].second;
        auto* to = const_cast<std::byte*>(views[i].bytes.data());
        const std::size_t size = tensor.nbytes();
        if (tensor.is_cpu() && tensor.is_contiguous()) {
            const auto* bytes = static_cast<const std::byte*>(tensor.const_data_ptr());
            for (std::size_t at = 0; at < size; at += kPiece)
                pieces.push_back({to + at, bytes + at, std::min(kPiece, size - at)});
        } else {
            torch::from_blob(to, tensor.sizes(), tensor.scalar_type()).copy_(tensor.detach());
        }
    }
    copyPieces(pieces);
    return views;
}

std::optional<StagingArea::Snapshot> StagingArea::snapshot(const NamedTensors& from, Device& device) {
    torch::NoGradGuard noGrad;
    Snapshot snapshot;
    try {
        for (const auto& [name, tensor] : from) snapshot.tensors.emplace_back(name, tensor.detach().clone());
    } catch (const c10::OutOfMemoryError&) {
        return std::nullopt;
    }
    snapshot.device = &device;
    snapshot.made = device.mark();
    return snapshot;
}

std::vector<checkpoint::TensorView> StagingArea::download(Snapshot& from) {
    std::vector<checkpoint::TensorView> views = layOut(from.tensors);
    torch::NoGradGuard noGrad;
    from.device->enter(Device::Lane::kCopy);
    from.device->queueAfter(*from.made);
    for (std::size_t i = 0; i < views.size(); ++i) {
        const torch::Tensor& tensor = from.tensors[i].second;
        auto* to = const_cast<std::byte*>(views[i].bytes.data());
        torch::from_blob(to, tensor.sizes(), tensor.scalar_type()).copy_(tensor);
    }
    // All are here: a copy that fails leaves the snapshot whole, to be downloaded again.
    for (auto& [name, tensor] : from.tensors) tensor.reset();
    return views;
}

}  // namespace trainyard::engine
