// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/base/loop/timer.h"
#include "core/control/run/environment.h"
#include "core/control/run/run_backlog.h"

namespace trainyard::control {

/// The store's names for a run's status, and back.
std::string statusName(v1::RunStatus status);
v1::RunStatus statusFromName(const std::string& name);
bool isFinal(v1::RunStatus status);
/// Visits every event of a run that is stored, oldest first; if the store is damaged, those in the run's
/// record. If the damage is found while reading, the visits start again. Blocks on the disk. [any]
base::Status eachStoredEvent(store::RunStore& store, const std::string& run,
                             const std::function<void(const store::RunStore::StoredEvent&)>& visit);

/// A run's row and its events. What is decided on is the row here; the storage executor stores it, and the
/// events in their order, and watchers are notified when it has. While the disk is full, events wait and are
/// retried, except steps, which are superseded by newer ones; important events use the reserve. What waits
/// when this object ends is stored nevertheless. Owned by the control loop.
class RunLog {
  public:
    RunLog(Environment& environment, store::RunRow row);

    void report(v1::RunEvent event);
    void warn(const std::string& code, const base::Words& message);
    void warn(v1::Problem problem);
    void setStatus(v1::RunStatus status, const base::Words& reason);  ///< and publishes it
    v1::RunStatus status() const { return statusFromName(row_.status); }

    /// Copies the user's edits.
    void takeEdit(const store::RunRow& row);
    store::RunRow& row() { return row_; }
    const store::RunRow& row() const { return row_; }
    /// Has the row stored as it is now; retries on failure.
    void saveRow();
    /// With its specification, which saveRow() leaves as it is.
    void saveSpec();
    /// Reports that the run's progress cannot be stored at the moment: through the reserve of a full disk,
    /// and again after some minutes.
    void noteBehind(const base::Error& error);
    /// Calls `done` once everything reported so far is stored; never from inside the call.
    void whenStored(std::function<void()> done);

  private:
    void flush();
    void stored(const RunBacklog::Outcome& outcome);

    Environment& environment_;
    store::RunRow row_;
    std::shared_ptr<RunBacklog> backlog_;
    bool isBehind_ = false;  ///< the last try to store has failed
    std::optional<std::chrono::steady_clock::time_point> reportedBehind_;
    std::function<void()> whenStored_;
    std::uint64_t awaited_ = 0;  ///< the mark that whenStored_ waits for
    base::Timer retry_;
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);  ///< for what the executor answers
};

/// For a part of a run that has nothing else to do with its log, which outlives it.
inline auto warningsTo(RunLog& log) {
    return [&log](const std::string& code, const base::Words& message) { log.warn(code, message); };
}

}  // namespace trainyard::control
