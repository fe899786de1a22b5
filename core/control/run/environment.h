// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>

#include "core/base/home.h"
#include "core/base/loop/event_loop.h"
#include "core/base/loop/executor.h"
#include "core/control/preflight/preflight.h"
#include "core/control/run/attempt_file.h"
#include "core/control/run/checkpoint_fetch.h"
#include "core/control/run/gpu_book.h"
#include "core/control/run/held_checkpoints.h"
#include "core/control/run/launch_plan.h"
#include "core/control/run/nodes.h"
#include "core/control/run/run_listener.h"
#include "core/control/run/stall.h"
#include "core/control/run/task_directory.h"
#include "core/node/disk_reserve.h"
#include "core/store/run_store.h"

namespace trainyard::control {

class ReportedHashes;

/// Delays before a run reports that something is late. Shorter in tests.
struct Patience {
    std::chrono::milliseconds waiting{3000};  ///< for tasks that have not connected
    std::chrono::milliseconds stallCheck{1000};
    double stallSeconds = kStallSeconds;
    /// A task that has been silent this long after its start counts as dead, unless on_failure.stall_seconds
    /// is longer (0: no limit). Loading libtorch on a busy machine takes seconds, not minutes.
    std::chrono::seconds join{120};
    std::chrono::milliseconds ending{5000};  ///< of a `resume`, for the run's end to be stored
};

/// What all runs of an agent share. Owned by the RunManager, which outlives its runs.
struct Environment {
    base::EventLoop& loop;
    store::RunStore& store;
    RunListeners& listeners;
    TaskDirectory& directory;
    node::Node& node;            ///< this machine
    node::DiskReserve& reserve;  ///< released when the disk is full, for commands, warnings and run ends
    base::Executor& disk;        ///< the loop's work on disks: each piece short, in the order posted
    base::Executor& deletions;   ///< deletes what was renamed for it, and waits for threads; may take long
    /// Writes to the store for the loop, and reads metrics into it: each piece short, in the order posted. It
    /// may call the loop, which waits for no executor.
    base::Executor& storage;
    Programs programs;
    std::filesystem::path socket;  ///< where tasks find this agent
    int cores = 1;
    std::function<void(const std::string& run, int attempt)> onAttemptEnd;  ///< its rendezvous can be closed
    // The owner of the runs sets these.
    std::function<void(const std::string& run)> onRunEnd = {};  ///< its `finished` is stored
    std::function<void(const std::string& run, AttemptPlan next)> onNextAttempt =
        {};  ///< the current attempt is over
    /// Other runs' checkpoints that runs start from, while they have none of their own.
    HeldCheckpoints held = {};
    Patience patience = {};
    GpuBook* gpus = nullptr;           ///< null: tasks find their GPU themselves
    Nodes* nodes = nullptr;            ///< null: there is no other machine
    ReportedHashes* hashes = nullptr;  ///< null: what programs report is not hashed
    bool isServing = true;  ///< tasks can reach this agent; until then their silence says nothing. [loop]
    CheckpointFetches fetches{loop, disk};
};

}  // namespace trainyard::control
