// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

struct XXH3_state_s;

namespace trainyard::checkpoint {

/// The block size in bytes; the last block of a file may be shorter.
inline constexpr std::uint64_t kBlockBytes = 16u << 20;

/// One XXH3 (64 bits, seed 0; https://xxhash.com) per block: detects corruption by disks and memory at memory
/// bandwidth, on all cores. To check that a file is the intended one, use its SHA-256 instead.
class BlockSums {
  public:
    BlockSums();
    ~BlockSums();
    void update(std::span<const std::byte> bytes);
    /// The sums of all blocks so far; the object must not be used afterwards.
    std::vector<std::uint64_t> finish();

  private:
    struct Free {
        void operator()(XXH3_state_s* state) const;
    };
    void endBlock();
    std::unique_ptr<XXH3_state_s, Free> state_;
    std::uint64_t inBlock_ = 0;
    std::vector<std::uint64_t> sums_;
};

/// A file in memory and its expected sums, one for each block.
struct SummedBytes {
    std::span<const std::byte> bytes;
    std::span<const std::uint64_t> sums;
};
/// The index into `files`, and the block, of one that differs; nothing if all match. Uses all cores.
/// kResourceExhausted if no thread can be started. Blocks. [any]
struct DamagedBlock {
    std::size_t file = 0;
    std::size_t block = 0;
};
std::optional<DamagedBlock> findDamage(std::span<const SummedBytes> files);

}  // namespace trainyard::checkpoint
