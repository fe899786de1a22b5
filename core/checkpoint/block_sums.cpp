// SPDX-License-Identifier: Apache-2.0
#include "core/checkpoint/block_sums.h"

// With AVX2 or AVX-512 where the processor has them, three times as fast as the plain calls.
#if defined(__x86_64__)
#include <xxh_x86dispatch.h>
#else
#include <xxhash.h>
#endif

#include <algorithm>
#include <atomic>
#include <mutex>
#include <new>
#include <thread>

namespace trainyard::checkpoint {
namespace {

constexpr unsigned kMostThreads = 8;  // memory is no faster with more

std::size_t blocksOf(std::uint64_t bytes) {
    return static_cast<std::size_t>((bytes + kBlockBytes - 1) / kBlockBytes);
}

}  // namespace

void BlockSums::Free::operator()(XXH3_state_s* state) const {
    XXH3_freeState(state);
}

BlockSums::BlockSums() : state_(XXH3_createState()) {
    if (!state_) throw std::bad_alloc();
    XXH3_64bits_reset(state_.get());
}
BlockSums::~BlockSums() = default;

void BlockSums::update(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const auto piece = bytes.first(std::min<std::uint64_t>(bytes.size(), kBlockBytes - inBlock_));
        XXH3_64bits_update(state_.get(), piece.data(), piece.size());
        bytes = bytes.subspan(piece.size());
        inBlock_ += piece.size();
        if (inBlock_ == kBlockBytes) endBlock();
    }
}

void BlockSums::endBlock() {
    sums_.push_back(XXH3_64bits_digest(state_.get()));
    XXH3_64bits_reset(state_.get());
    inBlock_ = 0;
}

std::vector<std::uint64_t> BlockSums::finish() {
    if (inBlock_ > 0) endBlock();
    return std::move(sums_);
}

std::optional<DamagedBlock> findDamage(std::span<const SummedBytes> files) {
    std::vector<DamagedBlock> blocks;
    for (std::size_t file = 0; file < files.size(); ++file) {
        if (files[file].sums.size() != blocksOf(files[file].bytes.size())) return DamagedBlock{file, 0};
        for (std::size_t block = 0; block < files[file].sums.size(); ++block) blocks.push_back({file, block});
    }
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    std::optional<DamagedBlock> found;
    const auto work = [&] {
        for (std::size_t i = next++; i < blocks.size(); i = next++) {
            const auto [file, block] = blocks[i];
            const std::size_t begin = block * kBlockBytes;
            const auto bytes = files[file].bytes.subspan(
                begin, std::min<std::size_t>(kBlockBytes, files[file].bytes.size() - begin));
            if (XXH3_64bits(bytes.data(), bytes.size()) == files[file].sums[block]) continue;
            std::lock_guard lock(mutex);
            if (!found) found = blocks[i];
            next = blocks.size();
        }
    };
    const auto threads = std::min<std::size_t>(
        {std::max(1u, std::thread::hardware_concurrency()), kMostThreads, blocks.size()});
    {
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < threads; ++i) others.emplace_back(work);
        work();
    }
    return found;
}

}  // namespace trainyard::checkpoint
