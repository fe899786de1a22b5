// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <any>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "core/engine/ps/sharded_variables.h"
#include "core/engine/ps/worker_host.h"

namespace trainyard::engine::ps {

/// The state of a worker: the registered closures, its per-worker objects, its view of the variables. One
/// call at a time.
class WorkerRuntime final : private sdk::WorkerContext {
  public:
    WorkerRuntime(int worker, int numWorkers, std::shared_ptr<const sdk::ClosureRegistry> registry,
                  VariableHosts hosts);
    /// kInvalidArgument for a name that is not registered, or the factory's exception.
    base::Status make(std::int64_t id, const std::string& name, const sdk::Values& arguments);
    /// Never kLost.
    Outcome execute(const Call& call);

  private:
    int worker() const override { return worker_; }
    int numWorkers() const override { return numWorkers_; }
    sdk::Variables& variables() override { return variables_; }
    std::any& localOf(sdk::PerWorker handle) override;

    const int worker_;
    const int numWorkers_;
    std::shared_ptr<const sdk::ClosureRegistry> registry_;
    ShardedVariables variables_;
    std::map<std::int64_t, std::any> locals_;
};

}  // namespace trainyard::engine::ps
