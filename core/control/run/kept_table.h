// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "core/store/checkpoint_table.h"
#include "trainyard/v1/node.pb.h"

namespace trainyard::control {

/// The checkpoints of a run of another home that are on this machine, in memory: the folders are the record
/// of them, and the home's store. Each change is reported, on the thread that makes it. [any]
class KeptTable final : public store::CheckpointTable {
  public:
    using OnChange = std::function<void(v1::KeptNews)>;
    KeptTable(std::string run, OnChange onChange) : run_(std::move(run)), onChange_(std::move(onChange)) {}

    base::Status addCheckpoint(const store::CheckpointRow& row) override;
    base::Status removeCheckpoint(const std::string& run, const std::string& path) override;
    base::Result<std::vector<store::CheckpointRow>> checkpoints(const std::string& run) override;

  private:
    void report(v1::KeptNews news);

    std::mutex mutex_;
    const std::string run_;
    const OnChange onChange_;
    std::map<std::string, store::CheckpointRow> rows_;  ///< by path
};

}  // namespace trainyard::control
