// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>

#include "core/node/disk_reserve.h"
#include "core/store/run_store.h"
#include "trainyard/v1/events.pb.h"

namespace trainyard::control {

/// What has happened to a run and is not stored yet: its row as it is now, and its events in their order.
/// Filled in the control loop and emptied by the storage executor, which may do so after its run has ended.
class RunBacklog {
  public:
    RunBacklog(store::RunStore& store, node::DiskReserve& reserve, std::string run)
        : store_(store), reserve_(reserve), run_(std::move(run)) {}

    // [any]; these return immediately.
    /// In place of the row that waits. Stored before the events that wait.
    void setRow(store::RunRow row);
    /// With its specification.
    void setSpec(const store::RunRow& row);
    void add(v1::RunEvent event);
    /// What waits may use the reserve of a full disk, as it may where there are more than steps and epochs.
    void setUrgent();
    /// Counts what was given so far.
    std::uint64_t mark() const;
    /// False: store() will be called already, and takes what was given until then.
    bool schedule() { return !isScheduled_.exchange(true); }

    struct Outcome {
        base::Status status;     ///< failed: what is left waits, in its order
        std::uint64_t upTo = 0;  ///< everything before this mark is stored
    };
    /// Stores what waits. If the store is damaged, the changes go to the run's record; events that cannot be
    /// written there either are dropped, so that the run can end. Blocks on the disk; one thread.
    Outcome store();

  private:
    struct Waiting {
        std::optional<store::RunRow> row;
        bool hasSpec = false, isUrgent = false;
        std::deque<v1::RunEvent> events;
        std::uint64_t upTo = 0;
    };
    base::Status write(Waiting& waiting);
    void giveBack(Waiting rest);

    store::RunStore& store_;
    node::DiskReserve& reserve_;
    const std::string run_;
    std::atomic<bool> isScheduled_{false};
    mutable std::mutex mutex_;  // guards what follows
    Waiting waiting_;
};

/// The name of an event's type in the store: "attempt", "warning" …
std::string kindOf(const v1::RunEvent& event);

}  // namespace trainyard::control
