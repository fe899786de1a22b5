// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "core/base/executor.h"
#include "core/base/home.h"
#include "core/control/attempt_file.h"
#include "core/control/event_loop.h"
#include "core/control/launch_plan.h"
#include "core/control/preflight.h"
#include "core/control/run_listener.h"
#include "core/control/stall.h"
#include "core/control/task_directory.h"
#include "core/node/disk_reserve.h"
#include "core/store/run_store.h"

namespace trainyard::control {

/// How long a run waits before it says that something is late. Tests have less of it.
struct Patience {
    std::chrono::milliseconds waiting{3000};  ///< for tasks that have not joined
    std::chrono::milliseconds stallCheck{1000};
    double stallSeconds = kStallSeconds;
    /// A task that says nothing so long after its start counts as dead, where on_failure.stall_seconds is
    /// not longer (0: there is no limit). Loading libtorch on a busy machine takes seconds, not minutes.
    std::chrono::seconds join{120};
};

/// What every run of one agent works with. Owned by the RunManager, which outlives its runs.
struct Environment {
    EventLoop& loop;
    store::RunStore& store;
    RunListeners& listeners;
    TaskDirectory& directory;
    PortBook& ports;
    node::DiskReserve& reserve;  ///< lent where the disk is full to orders, warnings and ends of runs
    base::Executor& disk;        ///< deletes, beside the loop
    Programs programs;
    std::filesystem::path socket;  ///< where tasks find this agent
    int cores = 1;
    std::function<void(const std::string& run, int attempt)> onAttemptEnd;  ///< its rendezvous is over
    std::function<void(const std::string& run)> onRunEnd;                   ///< its `finished` is stored
    std::function<void(const std::string& run, AttemptPlan next)> onNextAttempt;  ///< this one is over
    /// By run: another run's checkpoint that it begins from, and has nothing of its own to continue from yet.
    /// Its owner keeps it so long. Owned by the loop.
    std::map<std::string, std::filesystem::path> bases = {};
    Patience patience = {};
};

}  // namespace trainyard::control
