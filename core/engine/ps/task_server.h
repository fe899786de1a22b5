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

/// What a ps or a worker offers to the other tasks of its cluster, at its address of TF_CONFIG or its socket.
/// Streams of strangers, of another cluster or of an older attempt are refused, saying by whom.
class TaskServer {
  public:
    struct Offer {
        std::shared_ptr<VariableStore> store;                        ///< a ps has one
        std::function<std::unique_ptr<WorkerRuntime>()> makeWorker;  ///< a worker: one runtime a stream
    };
    /// Listens on `address` ("host:port"), and for tasks of this machine on a socket in `self.sockets` (where
    /// that cannot be used, over TCP alone, which the log says); under Spread::kThisMachine on the socket
    /// alone. kUnavailable: the port is taken.
    static base::Result<std::unique_ptr<TaskServer>> start(TaskCard self, const std::string& address,
                                                           Offer offer);
    ~TaskServer();

    /// What the store holds, and what was moved for training steps.
    ServedTraffic traffic() const;
    /// Waits until the coordinator says that it has no more to ask, at most so long; whether it did.
    bool waitForEnd(std::chrono::milliseconds patience);

  private:
    TaskServer();
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace trainyard::engine::ps
