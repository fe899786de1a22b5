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

/// A file's bytes in blocks of this many, the last one shorter.
inline constexpr std::uint64_t kBlockBytes = 16u << 20;

/// One XXH3 (64 bits, seed 0; https://xxhash.com) a block: finds what disks and memory do to a file, at the
/// speed at which memory is read, and on as many cores as there are. Who wants to know that a file is the one
/// he was told of takes its SHA-256.
class BlockSums {
  public:
    BlockSums();
    ~BlockSums();
    void update(std::span<const std::byte> bytes);
    /// The sums of all blocks so far; the object is done with.
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

/// A file in memory and the sums that it should have, one for each of its blocks.
struct SummedBytes {
    std::span<const std::byte> bytes;
    std::span<const std::uint64_t> sums;
};
/// Index into `files`, and the block, of one that is not what it was; none: all are as they were. Works on
/// all cores. kResourceExhausted where no thread can be started. Blocks. [any]
struct DamagedBlock {
    std::size_t file = 0;
    std::size_t block = 0;
};
std::optional<DamagedBlock> findDamage(std::span<const SummedBytes> files);

}  // namespace trainyard::checkpoint
