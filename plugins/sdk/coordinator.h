// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <any>
#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/error.h"

/// Parameter server training, modelled on tf.distribute's ParameterServerStrategy and ClusterCoordinator: one
/// coordinator schedules closures, workers run them, variables live on parameter servers (ps).
namespace trainyard::sdk {

/// A resource that every worker has its own copy of (a data set's iterator, a model), identified by number.
struct PerWorker {
    std::int64_t id = 0;
};

/// The inputs and outputs of a closure, copied between processes. Tensors are on the CPU.
using Value = std::variant<torch::Tensor, double, std::int64_t, std::string, PerWorker>;
using Values = std::vector<Value>;

// ---- Variables
// ---------------------------------------------------------------------------------------------

/// One shard of a variable, as stored by a ps: the range [firstRow, firstRow + rows) of the variable's axis.
struct Shard {
    int ps = 0;
    std::int64_t firstRow = 0;
    std::int64_t rows = 0;  ///< 1 for a scalar
};

struct VariableInfo {
    std::string name;
    std::vector<std::int64_t> shape;  ///< of the whole variable
    torch::ScalarType dtype = torch::kFloat32;
    std::vector<Shard> shards;  ///< in row order; a single one: not sharded
    int axis = 0;               ///< along which it is sharded
};

/// An optimizer by name and options, as in a run file: {"adam", {"learning_rate": 0.001}}.
struct OptimizerSpec {
    std::string name = "sgd";
    nlohmann::json options = nlohmann::json::object();
};

/// The gradient of one variable. Dense: `values` has the variable's shape. Sparse: `rows` {k} (int64, indexes
/// into the first axis, which may repeat: their values are added) and `values` {k, …}.
struct Gradient {
    std::string variable;
    torch::Tensor values;
    torch::Tensor rows = {};  ///< undefined: dense
};

/// One of several gradients that are summed in the order of `part` and applied as one once all `parts` have
/// arrived (synchronous training). A part received again, from a closure that was run again, counts once.
struct Round {
    std::int64_t number = 0;  ///< must increase by one in each round
    int part = 0;
    int parts = 1;
};

struct Pushed {
    /// Number of updates that others made to the variables between this client's last pull() and this push:
    /// the staleness of the weights that the gradient was computed from. The maximum over all ps.
    std::int64_t staleness = 0;
};

/// The variables of a cluster, wherever their shards are. Sharded variables appear whole, here and in
/// checkpoints. Errors: kUnavailable names the lost ps, kNotFound the missing variable, kInvalidArgument the
/// mismatch. Blocks. An object belongs to one thread.
class Variables {
  public:
    virtual ~Variables() = default;
    /// All variables, in the order in which they were created.
    virtual base::Result<std::vector<VariableInfo>> list() = 0;
    /// Creates a variable, placing each shard on the ps that holds the fewest bytes, together with its
    /// optimizer state. kInvalidArgument for an optimizer that a run file would not accept either.
    virtual base::Status create(const std::string& name, const torch::Tensor& initial,
                                const OptimizerSpec& optimizer) = 0;
    /// Reads whole variables into tensors of their shape and dtype (any strides).
    virtual base::Status pull(const std::vector<std::string>& names,
                              const std::vector<torch::Tensor>& into) = 0;
    /// Reads one whole variable.
    virtual base::Result<torch::Tensor> read(const std::string& name) = 0;
    virtual base::Status assign(const std::string& name, const torch::Tensor& value) = 0;
    /// Reads the rows `ids` {k} (int64, any order, repeats allowed) of a variable: {k, …}. Only these rows
    /// are transferred.
    virtual base::Result<torch::Tensor> lookup(const std::string& name, const torch::Tensor& ids) = 0;
    /// Makes the ps apply gradients, each to its shard with the variable's optimizer. Sparse gradients change
    /// only the rows they touch and those rows' state.
    virtual base::Result<Pushed> push(const std::vector<Gradient>& gradients, double learningRate,
                                      std::optional<Round> round) = 0;
    base::Result<Pushed> push(const std::vector<Gradient>& gradients, double learningRate) {
        return push(gradients, learningRate, std::nullopt);
    }
    /// The round that the following reads (pull, read, lookup) and assignments belong to. A read of round n
    /// gives the variables as rounds 0 … n-1 have left them, even if round n is complete on some of the ps;
    /// an assignment takes effect when round n does. So a closure that is run again computes the same.
    /// Without a round, as each closure starts, every complete round counts.
    virtual void setRound(std::optional<std::int64_t> number) = 0;
};

/// Id of the error of checkNumerics().
inline constexpr const char* kNotFinite = "number.not_finite";
/// kInvalidArgument when `tensor` holds a NaN or an infinity; `what` names it ("the loss of step 12"):
/// tf.debugging.check_numerics.
inline base::Status checkNumerics(const torch::Tensor& tensor, const std::string& what) {
    if (at::isfinite(tensor).all().item<bool>()) return {};
    return base::fail(base::Code::kInvalidArgument, base::say("{} is not finite (NaN or infinite)", what),
                      kNotFinite);
}

// ---- Closures
// ----------------------------------------------------------------------------------------------

/// Where a data set or another per-worker resource is created: tf.distribute.InputContext.
struct InputContext {
    int inputPipelineId = 0;    ///< the worker's index
    int numInputPipelines = 1;  ///< number of workers
    int numReplicasInSync = 1;  ///< of this worker: its GPUs, or one
    std::int64_t perReplicaBatchSize(std::int64_t globalBatchSize) const {
        if (globalBatchSize % numReplicasInSync != 0)
            throw std::invalid_argument("the global batch does not divide by the number of replicas");
        return globalBatchSize / numReplicasInSync;
    }
};

/// One of the replicas of the worker that runs a closure, inside WorkerContext::run(): a worker has one on
/// each of its GPUs, or one on the CPU. [replica]
class WorkerReplica {
  public:
    virtual ~WorkerReplica() = default;
    virtual int replica() const = 0;  ///< among those of this worker, from 0 on
    virtual int numReplicas() const = 0;
    /// What it computes on, and what its thread queues work for.
    virtual torch::Device device() const = 0;
    /// The element-wise sum of `tensor` over the worker's replicas, where `tensor` is, bit-identical in all.
    /// Each of them makes the same calls in the same order. Blocks.
    virtual torch::Tensor sum(const torch::Tensor& tensor) = 0;

    /// This replica's equal share of `batch`, along the first axis, on its device. Those of all replicas are
    /// the whole; one may be empty.
    torch::Tensor shareOf(const torch::Tensor& batch) const {
        const std::int64_t count = batch.size(0);
        return batch.slice(0, count * replica() / numReplicas(), count * (replica() + 1) / numReplicas())
            .to(device());
    }
};

/// What a closure knows about the worker that runs it.
class WorkerContext {
  public:
    virtual ~WorkerContext() = default;
    virtual int worker() const = 0;
    virtual int numWorkers() const = 0;
    virtual Variables& variables() = 0;
    /// The worker's own copy of `handle`; null when it was not created as a T.
    template <typename T>
    T* local(PerWorker handle) {
        return std::any_cast<T>(&localOf(handle));
    }
    /// The next element of a per-worker data set; kNotFound (id "data.end") after the last one.
    base::Result<Values> next(PerWorker dataset);

  protected:
    virtual std::any& localOf(PerWorker handle) = 0;

  public:
    /// What this worker computes on, as Job::device() (plugins/sdk/loop/job.h). Variables that are read,
    /// gradients that are pushed and the values of a data set are on the CPU nevertheless.
    /// Of a worker with several GPUs it is the first.
    virtual torch::Device device() const { return torch::kCPU; }
    /// Replicas of this worker: its GPUs, or one. InputContext::numReplicasInSync of its data sets.
    virtual int numReplicas() const { return 1; }
    /// tf.distribute's strategy.run() in a closure: calls `step` for each replica of this worker,
    /// concurrently, each on its own thread and device, and returns when all are done. The first error is
    /// returned; the other replicas end as soon as they wait for that one. Variables are read before, and
    /// gradients that were summed are pushed after it. An exception is thrown again.
    virtual base::Status run(const std::function<base::Status(WorkerReplica&)>& step) = 0;
};

/// Runs on a worker. An exception is an error of the closure too: std::invalid_argument becomes
/// kInvalidArgument, anything else kInternal.
using Closure = std::function<base::Result<Values>(WorkerContext&, const Values& arguments)>;
/// Returns a data set's elements in order, then std::nullopt.
using Elements = std::function<std::optional<Values>()>;
/// Creates the whole data set of one worker; called on the worker, and again each time that a worker
/// reconnects. The DatasetCreator's dataset_fn.
using DatasetFunction = std::function<Elements(const InputContext&)>;
/// Creates any other per-worker resource.
using LocalFactory = std::function<std::any(const InputContext&, const Values& arguments)>;

inline base::Result<Values> WorkerContext::next(PerWorker dataset) {
    Elements* elements = local<Elements>(dataset);
    if (!elements) return base::fail(base::Code::kInvalidArgument, "this per-worker handle is no data set");
    if (std::optional<Values> element = (*elements)()) return std::move(*element);
    return base::fail(base::Code::kNotFound, "the per-worker data set has ended; repeat() it", "data.end");
}

/// Everything that a program registers, under the same names in every task. Filled in before anything runs.
struct ClosureRegistry {
    std::map<std::string, Closure> closures;
    std::map<std::string, LocalFactory> factories;

    void closure(const std::string& name, Closure function) { closures[name] = std::move(function); }
    void perWorker(const std::string& name, LocalFactory factory) { factories[name] = std::move(factory); }
    void dataset(const std::string& name, DatasetFunction function) {
        factories[name] = [function = std::move(function)](const InputContext& context, const Values&) {
            return std::any(function(context));
        };
    }
};

// ---- The coordinator
// ---------------------------------------------------------------------------------------

/// The future result of a scheduled closure. Results are copied to the coordinator before the closure counts
/// as done, so fetch() after success never fails. Copies share the value. [any]
class RemoteValue {
  public:
    explicit RemoteValue(std::shared_future<base::Result<Values>> future) : future_(std::move(future)) {}
    /// Waits for the closure. kCancelled when another closure's error cancelled it; otherwise its own error.
    base::Result<Values> fetch() const { return future_.get(); }
    bool isReady() const { return future_.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }

  private:
    std::shared_future<base::Result<Values>> future_;
};

/// tf.distribute.coordinator.ClusterCoordinator. A closure is sent to whichever worker is free and runs at
/// least once: when its worker is lost, it runs on another one. An error returned by a closure (a NaN, a lost
/// ps) cancels all running and queued closures and is reported once: by the next schedule(), join() or
/// done(). Called from one thread.
class ClusterCoordinator {
  public:
    virtual ~ClusterCoordinator() = default;
    /// Queues a registered closure; returns at once.
    virtual base::Result<RemoteValue> schedule(const std::string& closure, Values arguments) = 0;
    /// Waits until every scheduled closure has finished or was cancelled. While no worker is left, blocks
    /// until one reconnects.
    virtual base::Status join() = 0;
    /// Whether every scheduled closure has finished.
    virtual base::Result<bool> done() = 0;
    /// Creates a registered data set on every worker, and again on a worker that reconnects.
    virtual PerWorker createPerWorkerDataset(const std::string& name) = 0;
    /// The same for anything registered by perWorker().
    virtual PerWorker createPerWorker(const std::string& name, Values arguments) = 0;
    virtual Variables& variables() = 0;
    virtual int numWorkers() const = 0;
};

}  // namespace trainyard::sdk
