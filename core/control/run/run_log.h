// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <optional>
#include <string>

#include "core/base/loop/timer.h"
#include "core/control/run/environment.h"
#include "trainyard/v1/events.pb.h"

namespace trainyard::control {

/// The store's names for a run's status, and back.
std::string statusName(v1::RunStatus status);
v1::RunStatus statusFromName(const std::string& name);
bool isFinal(v1::RunStatus status);
/// The name of an event's type in the store: "attempt", "warning" …
std::string kindOf(const v1::RunEvent& event);

/// A run's row and its events. An event is published only after it is stored. While the disk is full, events
/// wait in order and are retried, except steps, which are superseded by newer ones; important events use the
/// reserve. If the store is damaged, they go to the run's record; events that cannot be written there either
/// are dropped, so that the run can end. Owned by the control loop.
class RunLog {
  public:
    RunLog(Environment& environment, store::RunRow row);

    void report(v1::RunEvent event);
    void warn(const std::string& code, const std::string& message);
    void warn(v1::Problem problem);
    void setStatus(v1::RunStatus status, const std::string& reason);  ///< and publishes it
    v1::RunStatus status() const { return statusFromName(row_.status); }

    store::RunRow& row() { return row_; }
    const store::RunRow& row() const { return row_; }
    /// Stores the row as it is now; retries on failure.
    void saveRow();
    /// Reports that the run's progress cannot be stored at the moment: through the reserve of a full disk,
    /// and again after some minutes.
    void noteBehind(const base::Error& error);
    /// Calls `done` once everything reported so far is stored: usually at once.
    void whenStored(std::function<void()> done);
    /// Visits every event stored so far, oldest first; if the store is damaged, those in the run's record. If
    /// the damage is found while reading, the visits start again.
    base::Status eachStored(const std::function<void(const store::RunStore::StoredEvent&)>& visit) const;

  private:
    void flush();
    base::Status storeAll();

    Environment& environment_;
    store::RunRow row_;
    bool isRowDirty_ = false;
    bool isUrgent_ = false;  ///< more than steps and epochs is waiting: worth using the reserve
    std::optional<std::chrono::steady_clock::time_point> toldBehind_;
    std::deque<v1::RunEvent> waiting_;
    std::function<void()> whenStored_;
    base::Timer retry_;
};

}  // namespace trainyard::control
