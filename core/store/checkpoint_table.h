// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace trainyard::store {

struct CheckpointRow {
    std::string run;
    int attempt = 1;
    std::int64_t step = 0;
    int epoch = 0;
    std::string path;  ///< of another machine: as base::RemotePath
    double stallMs = 0;
    double writeMs = 0;
    double time = 0;
    std::int64_t bytes = 0;
    std::string metricsJson = "{}";
    bool isPinned = false;
    bool isBackup = false;
    bool isBest = false;
    std::string state = "unverified";  ///< good | unverified | damaged | reported
    std::string sha256 = {};           ///< of what a script reported; empty: not known
};

/// The checkpoints of runs, as far as is known. [any]
class CheckpointTable {
  public:
    virtual ~CheckpointTable() = default;
    virtual base::Status addCheckpoint(const CheckpointRow& row) = 0;  ///< in place of one with its path
    virtual base::Status removeCheckpoint(const std::string& run, const std::string& path) = 0;
    virtual base::Result<std::vector<CheckpointRow>> checkpoints(const std::string& run) = 0;
};

}  // namespace trainyard::store
