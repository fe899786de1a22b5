// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>

#include "core/base/error.h"

namespace trainyard::node {

/// Where a folder keeps the greatest number that was allowed to write in it.
inline constexpr const char* kFenceFile = ".trainyard-fence";
inline constexpr const char* kFenceDamaged = "node.fence_damaged";

/// Records in `folder`, which is made if need be, that `number` may write there now, unless a greater one may
/// already. Returns the greatest. What it returns survives a power failure, unless the disk takes no more,
/// which is a warning in the log. kDataLoss, kFenceDamaged: the file cannot say. Blocks; one thread at a time
/// for a folder. [any]
base::Result<std::uint64_t> raiseFence(const std::filesystem::path& folder, std::uint64_t number);

/// The error of one that raiseFence() did not admit to `folder`, with what to do where that is no mistake.
base::Error refusedBy(const std::filesystem::path& folder, base::Error error);

/// Of a home that this agent has not admitted, without asking the disk.
base::Error refusedInMemory(const std::filesystem::path& folder, base::Error error);

/// What an attempt gets when a newer one has begun: kAborted "node.fenced".
base::Error fencedAttempt(const std::string& run, std::int64_t attempt, std::int64_t newest);
/// The same from an agent that has opened the newer one itself, with what to do where that is no mistake.
base::Error fencedInMemory(const std::string& run, std::int64_t attempt, std::int64_t newest);

/// Which attempts of another home's runs may write here: those that are not older than one that has written,
/// whichever life of this agent that was in. [any]
class AttemptFences {
  public:
    /// `runs`: contains the folders of the runs.
    explicit AttemptFences(std::filesystem::path runs) : runs_(std::move(runs)) {}

    /// To be asked before whatever `attempt` writes, starts or ends. Blocks the first time.
    base::Status admit(const std::string& run, int attempt);

  private:
    const std::filesystem::path runs_;
    std::mutex mutex_;
    std::map<std::string, std::uint64_t> newest_;  ///< as in the files
};

}  // namespace trainyard::node
