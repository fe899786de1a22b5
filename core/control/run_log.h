// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <optional>
#include <string>

#include "core/control/environment.h"
#include "trainyard/v1/events.pb.h"

namespace trainyard::control {

/// The words of the store for a run's status, and back.
std::string statusName(v1::RunStatus status);
v1::RunStatus statusFromName(const std::string& name);
bool isFinal(v1::RunStatus status);
/// The name of what an event is about, as the store keeps it: "attempt", "warning" …
std::string kindOf(const v1::RunEvent& event);

/// A run's row and its events. Nobody hears of an event before it is stored; while the disk is full they wait
/// in order and are tried again, steps excepted: a newer one comes; what matters is stored on the reserve.
/// A damaged store leaves them to the run's record; what not even that takes is dropped, so that the run can
/// end. Owned by the control loop.
class RunLog {
  public:
    RunLog(Environment& environment, store::RunRow row);
    ~RunLog();

    void tell(v1::RunEvent event);
    void warn(const std::string& code, const std::string& message);
    void warn(v1::Problem problem);
    void setStatus(v1::RunStatus status, const std::string& reason);  ///< and tells it
    v1::RunStatus status() const { return statusFromName(row_.status); }

    store::RunRow& row() { return row_; }
    const store::RunRow& row() const { return row_; }
    /// Stores the row as it is now; tried again while it fails.
    void saveRow();
    /// What becomes of the run cannot be stored now: told, through the reserve of a full disk, and again
    /// after some minutes.
    void noteBehind(const base::Error& error);
    /// Calls `done` once everything told so far is stored: at once, as a rule.
    void whenStored(std::function<void()> done);

  private:
    void flush();
    base::Status storeAll();

    Environment& environment_;
    store::RunRow row_;
    bool isRowDirty_ = false;
    bool isUrgent_ = false;  ///< more than steps and epochs waits: worth the reserve
    std::optional<std::chrono::steady_clock::time_point> toldBehind_;
    std::deque<v1::RunEvent> waiting_;
    std::function<void()> whenStored_;
    EventLoop::TimerId retry_ = 0;
};

}  // namespace trainyard::control
