// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "trainyard/v1/sweeps.pb.h"

namespace trainyard::control {

/// What is decided about a sweep's runs before they start, and about ending them. Which runs have started is
/// not in it: the runs' own rows say that (SweepRuns::find), so that no run is started twice or forgotten.
struct SweepQueue {
    enum class Stop { kNone, kSave, kNow };

    double created = 0;
    std::vector<int> waiting;  ///< numbers of the runs that wait, held ones too; the next one first
    std::set<int> held;        ///< of those
    std::set<int> cancelled;
    std::map<int, base::Words> refused;       ///< why
    std::map<int, base::Words> stoppedEarly;  ///< why
    Stop stop = Stop::kNone;
    std::string client;  ///< who stopped it
};

/// A plan has at least one run, its runs are numbered from 1, and one or more run at a time; "sweep.empty".
base::Status checkPlan(const v1::SweepPlan& plan);

/// The folder of a sweep: `plan.json` (written once), `queue.json`, and `result.json` once it has ended.
/// Files are written atomically. Everything blocks on the disk. [any]
class SweepRecord {
  public:
    explicit SweepRecord(std::filesystem::path folder) : folder_(std::move(folder)) {}

    const std::filesystem::path& folder() const { return folder_; }
    base::Status savePlan(const v1::SweepPlan& plan) const;
    base::Status saveQueue(const SweepQueue& queue) const;
    base::Status saveResult(const v1::Sweep& sweep) const;
    /// One that checkPlan() accepts.
    base::Result<v1::SweepPlan> plan() const;
    base::Result<SweepQueue> queue() const;
    /// Nothing: it has not ended. Damage if it is that of another sweep.
    base::Result<std::optional<v1::Sweep>> result() const;
    /// Deletes its files, and the folder unless something else is in it. Of a sweep that could not be
    /// created.
    void remove() const;

  private:
    std::filesystem::path folder_;
};

}  // namespace trainyard::control
