// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <any>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/engine/device/device.h"
#include "core/engine/device/out_of_memory.h"
#include "core/engine/ps/sharded_variables.h"
#include "core/engine/ps/worker_host.h"
#include "core/engine/ps/worker_team.h"

namespace trainyard::engine::ps {

/// What closures compute on.
struct WorkerGpus {
    std::vector<std::shared_ptr<Device>> devices;  ///< a replica on each; none: one on the CPU
    /// What to say of a closure that did not fit into the memory of one.
    std::function<base::Error(OutOfMemory)> explainMemory;
    /// A closure, called for the first time, has left all but the first of several idle.
    std::function<void(const std::string& closure)> onIdle;
};

/// The state of a worker: the registered closures, its per-worker objects, its view of the variables. One
/// call at a time. Where a closure's result is NaN or infinite, what it drew from its data sets is searched.
class WorkerRuntime final : private sdk::WorkerContext {
  public:
    WorkerRuntime(int worker, int numWorkers, std::shared_ptr<const sdk::ClosureRegistry> registry,
                  VariableHosts hosts, WorkerGpus gpus = {});
    /// kInvalidArgument for a name that is not registered, or the factory's exception.
    base::Status make(std::int64_t id, const std::string& name, const sdk::Values& arguments);
    /// Never kLost.
    Outcome execute(const Call& call);

  private:
    int worker() const override { return worker_; }
    int numWorkers() const override { return numWorkers_; }
    sdk::Variables& variables() override { return variables_; }
    std::any& localOf(sdk::PerWorker handle) override;
    torch::Device device() const override {
        return gpus_.devices.empty() ? torch::Device(torch::kCPU) : gpus_.devices.front()->where();
    }
    int numReplicas() const override { return std::max(1, static_cast<int>(gpus_.devices.size())); }
    base::Status run(const std::function<base::Status(sdk::WorkerReplica&)>& step) override;
    void noteIdle(const std::string& closure);
    sdk::Elements noted(const std::string& dataset, sdk::Elements elements);
    std::optional<DrawnSample> badSample() const;
    Outcome outcomeOf(base::Result<sdk::Values> values) const;
    /// What `call`, whose work is queued on the worker's device, gives or throws, as an error: the edge where
    /// exceptions of closures end.
    template <typename T>
    base::Result<T> guarded(const std::function<base::Result<T>()>& call) const;

    /// An element that the running closure has drawn.
    struct Drawn {
        std::string dataset;
        std::int64_t element;
        sdk::Values values;
    };

    const int worker_;
    const int numWorkers_;
    std::shared_ptr<const sdk::ClosureRegistry> registry_;
    ShardedVariables variables_;
    const WorkerGpus gpus_;
    std::unique_ptr<WorkerTeam> team_;  ///< of closures that call run()
    bool hasRun_ = false;               ///< the running closure has
    std::set<std::string> called_;      ///< closures, of a worker with several replicas
    std::map<std::int64_t, std::any> locals_;
    std::deque<Drawn> drawn_;  ///< the newest
};

}  // namespace trainyard::engine::ps
