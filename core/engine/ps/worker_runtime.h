// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <c10/util/Exception.h>

#include <any>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "core/engine/device/device.h"
#include "core/engine/ps/sharded_variables.h"
#include "core/engine/ps/worker_host.h"

namespace trainyard::engine::ps {

/// What closures compute on.
struct WorkerGpu {
    std::shared_ptr<Device> device;  ///< null: the CPU
    /// What to say of a closure that did not fit into its memory.
    std::function<base::Error(const c10::OutOfMemoryError&)> explainMemory;
};

/// The state of a worker: the registered closures, its per-worker objects, its view of the variables. One
/// call at a time. Where a closure's result is NaN or infinite, what it drew from its data sets is searched.
class WorkerRuntime final : private sdk::WorkerContext {
  public:
    WorkerRuntime(int worker, int numWorkers, std::shared_ptr<const sdk::ClosureRegistry> registry,
                  VariableHosts hosts, WorkerGpu gpu = {});
    /// kInvalidArgument for a name that is not registered, or the factory's exception.
    base::Status make(std::int64_t id, const std::string& name, const sdk::Values& arguments);
    /// Never kLost.
    Outcome execute(const Call& call);

  private:
    int worker() const override { return worker_; }
    int numWorkers() const override { return numWorkers_; }
    sdk::Variables& variables() override { return variables_; }
    std::any& localOf(sdk::PerWorker handle) override;
    torch::Device device() const override { return gpu_.device ? gpu_.device->where() : torch::kCPU; }
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
    const WorkerGpu gpu_;
    std::map<std::int64_t, std::any> locals_;
    std::deque<Drawn> drawn_;  ///< the newest
};

}  // namespace trainyard::engine::ps
