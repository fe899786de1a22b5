// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "core/engine/comm/served_traffic.h"
#include "core/engine/ps/connection.h"
#include "core/engine/ps/variable_store.h"
#include "core/engine/ps/worker_runtime.h"

namespace trainyard::engine::ps {

/// Serves a ps or a worker to the other tasks of its cluster, at its address in TF_CONFIG or its socket.
/// Refuses streams from outsiders, from another cluster or from an older attempt, with an error that names
/// this task.
class TaskServer {
  public:
    struct Offer {
        std::shared_ptr<VariableStore> store;                        ///< for a ps
        std::function<std::unique_ptr<WorkerRuntime>()> makeWorker;  ///< for a worker: one runtime per stream
    };
    /// Listens on `address` ("host:port") and, for tasks on this machine, on a socket in `self.sockets` (if
    /// that cannot be used, on TCP only, which is logged); under Spread::kThisMachine on the socket only.
    /// kUnavailable: the port is in use.
    static base::Result<std::unique_ptr<TaskServer>> start(TaskCard self, const std::string& address,
                                                           Offer offer);
    ~TaskServer();

    /// The contents of the store, and the traffic for training steps.
    ServedTraffic traffic() const;
    /// Waits until the coordinator reports that it has no more requests, for a limited time; returns whether
    /// it did.
    bool waitForEnd(std::chrono::milliseconds patience);

  private:
    TaskServer();
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace trainyard::engine::ps
