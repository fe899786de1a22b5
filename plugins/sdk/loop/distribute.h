// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/data/dataset.h"
#include "core/engine/model/model.h"
#include "core/engine/model/optimizer.h"
#include "core/engine/train/pipeline.h"
#include "core/spec/model/optimizer_spec.h"
#include "plugins/sdk/strategy.h"

/// Custom training loops with the terms of tf.distribute's guide on custom training: scope, run, reduce,
/// distribute. The built-in Trainer and these calls use the same strategies and pipelines.
namespace trainyard::loop {

/// The replica that this thread computes for: its context inside Strategy::run(), null elsewhere.
sdk::ReplicaContext* currentReplica();
/// The same inside run(). Elsewhere throws std::logic_error that names `call`.
sdk::ReplicaContext& requireReplica(const char* call);

/// One value for each replica of this process, in replica order: the result of run().
template <typename T>
struct PerReplica {
    std::vector<T> values;
};

/// An object with a separate instance for each replica of this process, created in a scope. Inside run() it
/// refers to this replica's instance, elsewhere to the first one's.
template <typename T>
class Mirrored {
  public:
    explicit Mirrored(std::vector<std::unique_ptr<T>> copies, int first)
        : copies_(std::move(copies)), first_(first) {}
    T& operator*() const { return at(currentReplica() ? currentReplica()->replica() - first_ : 0); }
    T* operator->() const { return &**this; }
    int size() const { return static_cast<int>(copies_.size()); }
    T& at(int local) const { return *copies_.at(static_cast<std::size_t>(local)); }
    const std::vector<std::unique_ptr<T>>& copies() const { return copies_; }

  private:
    std::vector<std::unique_ptr<T>> copies_;
    int first_;
};

/// An optimizer that counts its updates.
class Optimizer {
  public:
    /// Throws std::invalid_argument for an optimizer or option that a run file would not accept either.
    Optimizer(const spec::Named& named, const engine::Model& model)
        : inner_(engine::makeOptimizer(checked(named), model.variables())) {}
    /// Updates the variables from their gradients, already summed by Strategy's backward(). [replica]
    void applyGradients() {
        inner_->step(inner_->learningRate(iterations_));
        ++iterations_;
    }
    std::int64_t iterations() const { return iterations_; }
    void setIterations(std::int64_t count) { iterations_ = count; }
    engine::Optimizer& slots() const { return *inner_; }

  private:
    static spec::Named checked(const spec::Named& named) {
        base::Result<spec::Named> complete = spec::completeOptimizer(named);
        if (!complete) throw std::invalid_argument(complete.error().message);
        return std::move(*complete);
    }

    std::unique_ptr<engine::Optimizer> inner_;
    std::int64_t iterations_ = 0;
};

enum class ReduceOp { kSum, kMean };

using engine::Batch;
class DistributedBatches;
class DistributedDataset;

struct DistributeOptions {
    std::int64_t globalBatch = 0;
    bool shuffle = false;  ///< the whole set, seeded, in a new order on each pass
    std::uint64_t seed = 0;
    std::string shard = "data";  ///< auto | file | data | off, like `train.data.shard`
};
/// Steps of an order that is decided elsewhere, as a run file's own training has it: it may repeat over the
/// ends of passes, and be continued in the middle of one, by another number of replicas than it was begun
/// with.
struct PlannedSteps {
    data::SampleOrder::Options order;
    std::int64_t first = 0, last = 0;           ///< from its beginning on; the last is exclusive
    std::vector<engine::Device*> devices = {};  ///< of each replica of this process; empty: as its model
};
/// The argument that distributeDatasetsFromFunction() passes to its function.
struct InputContext {
    int inputPipelineId = 0;    ///< of this process
    int numInputPipelines = 1;  ///< processes
    int numReplicasInSync = 1;
    std::int64_t perReplicaBatchSize(std::int64_t globalBatch) const {
        return globalBatch / numReplicasInSync;
    }
};

/// The default if there is no strategy: one replica, on the calling thread, and nothing to reduce. Like
/// tf.distribute.get_strategy() outside of any scope.
std::unique_ptr<sdk::Strategy> makeDefaultStrategy();

/// A strategy as used by loops. [train], except what is marked [replica].
class Strategy {
  public:
    /// `processes` and `rank` count processes with replicas. The caller keeps ownership of the strategy.
    Strategy(sdk::Strategy& inner, int rank, int processes);

    int numReplicasInSync() const { return inner_.numReplicasInSync(); }
    bool isChief() const { return rank_ == 0; }

    /// Creates one object for each replica of this process by calling `create()` once per replica, in their
    /// order. Meanwhile Job::device() is that replica's.
    template <typename Create>
    auto scope(Create&& create) {
        using T = std::remove_cvref_t<decltype(create())>;
        std::vector<std::unique_ptr<T>> copies;
        for (int i = 0; i < inner_.numLocalReplicas(); ++i) {
            const Making making(i);
            copies.push_back(std::unique_ptr<T>(new T(create())));
        }
        return Mirrored<T>(std::move(copies), inner_.firstLocalReplica());
    }
    /// Collective, once, before the first run(): sets the variables of `model` to those of replica 0
    /// everywhere, and lets backward() sum their gradients.
    void track(const Mirrored<engine::Model>& model);

    /// Collective. Calls `step` on each replica concurrently and gathers the results. Inside,
    /// `backward(loss)` back-propagates a loss whose sum over replicas is the global one.
    template <typename Step>
    auto run(Step&& step) {
        using T = decltype(step());
        if constexpr (std::is_void_v<T>) {
            inner_.run([&](sdk::ReplicaContext& context) {
                const Inside inside(context);
                step();
            });
        } else {
            std::vector<std::optional<T>> results(static_cast<std::size_t>(inner_.numLocalReplicas()));
            inner_.run([&](sdk::ReplicaContext& context) {
                const Inside inside(context);
                results[local(context)].emplace(step());
            });
            PerReplica<T> gathered;
            for (auto& result : results) gathered.values.push_back(std::move(*result));
            return gathered;
        }
    }
    /// The same with one argument that has a value per replica, such as a batch.
    template <typename Step, typename Argument>
    auto run(Step&& step, const PerReplica<Argument>& argument) {
        if constexpr (std::is_same_v<Argument, Batch>) lastBatches_ = argument.values;
        return run([&] { return step(argument.values[local(*currentReplica())]); });
    }

    /// Collective. Sum or mean over all replicas of the run, in float64. Without `axis` the values must have
    /// the same shape; with it each is reduced along that axis first, and a mean divides by the actual number
    /// of elements, even if the replicas have unequal ones.
    torch::Tensor reduce(ReduceOp op, const PerReplica<torch::Tensor>& values,
                         std::optional<std::int64_t> axis = std::nullopt);
    /// The same for plain numbers, one per replica of this process.
    double reduce(ReduceOp op, const PerReplica<double>& values);

    /// The results of all replicas of this process.
    template <typename T>
    const std::vector<T>& localResults(const PerReplica<T>& values) const {
        return values.values;
    }

    /// Splits `dataset` among the replicas: of each global batch replica r gets the r-th equal part, each
    /// sample goes to one replica, and the last batch may be short. Under `file` each process reads its own
    /// files, under `off` each replica reads the whole set; then the global batch must be a multiple of the
    /// replicas. `model` determines the input format; it must live as long as the result. Throws
    /// std::invalid_argument if the set cannot be split this way.
    DistributedDataset distribute(std::shared_ptr<const data::Dataset> dataset,
                                  const Mirrored<engine::Model>& model, const DistributeOptions& options);
    /// The batches of these steps, once.
    DistributedBatches distributeSteps(std::shared_ptr<const data::Dataset> dataset,
                                       const Mirrored<engine::Model>& model, const PlannedSteps& steps);
    /// Collective. `function` makes this process's share, split among its replicas, globalBatch / processes a
    /// step. A pass is as long as the longest set. std::invalid_argument for `shard` and for an empty set.
    DistributedDataset distributeDatasetsFromFunction(
        const std::function<std::shared_ptr<const data::Dataset>(const InputContext&)>& function,
        const Mirrored<engine::Model>& model, const DistributeOptions& options);

    /// The batches of the last run() on batches, one per replica of this process. Where the loss becomes NaN
    /// or infinite, they are searched for the cause.
    const std::vector<Batch>& lastBatches() const { return lastBatches_; }

    sdk::Strategy& inner() { return inner_; }

  private:
    /// Marks this thread as making the object of a local replica.
    class Making {
      public:
        explicit Making(int local);
        ~Making();
    };
    /// Marks this thread as computing for a replica.
    class Inside {
      public:
        explicit Inside(sdk::ReplicaContext& context);
        ~Inside();
    };
    std::size_t local(const sdk::ReplicaContext& context) const {
        return static_cast<std::size_t>(context.replica() - inner_.firstLocalReplica());
    }

    sdk::Strategy& inner_;
    int rank_, processes_;
    std::vector<Batch> lastBatches_;
};

/// Batches of consecutive steps, one for each replica of this process, read ahead on threads. Ends with the
/// last.
class DistributedBatches {
  public:
    using value_type = PerReplica<Batch>;
    using difference_type = std::ptrdiff_t;
    /// `pipelines`: of each replica, with `steps` batches.
    DistributedBatches(std::vector<std::unique_ptr<engine::Pipeline>> pipelines, std::int64_t steps)
        : pipelines_(std::move(pipelines)), left_(steps) {}
    /// Waits for the batch if it is not read yet.
    const PerReplica<Batch>& operator*() const;
    DistributedBatches& operator++();
    void operator++(int) { ++*this; }
    bool operator==(std::default_sentinel_t) const { return left_ <= 0; }
    /// Returns the current batch and advances. Throws std::out_of_range at the end.
    PerReplica<Batch> next();

  private:
    std::vector<std::unique_ptr<engine::Pipeline>> pipelines_;
    std::int64_t left_;                  ///< with the current one
    mutable PerReplica<Batch> current_;  ///< empty: not taken from the pipelines yet
};

/// A data set as seen by the replicas of this process. `for (const auto& batch : dataset)` makes one pass,
/// each time in a new order if it is shuffled; iterator() takes any number of steps.
class DistributedDataset {
  public:
    struct Source {
        std::shared_ptr<const data::Dataset> dataset;
        data::SampleOrder::Options order;
        int firstReplica = 0;
        int localReplicas = 1;
        int replicas = 1;  ///< number of replicas that share it
        std::vector<const engine::Model*> models;
    };
    explicit DistributedDataset(Source source);

    using Iterator = DistributedBatches;
    /// Starts over with the next order.
    Iterator iterator();
    Iterator begin() { return iterator(); }
    std::default_sentinel_t end() const { return {}; }
    std::int64_t stepsPerPass() const { return steps_; }
    /// After a restore: continues as if that many passes had been made, and `steps` steps of the next one.
    void skip(std::int64_t passes, std::int64_t steps = 0) {
        pass_ += passes;
        stepInPass_ = steps;
    }

  private:
    Source source_;
    std::int64_t pass_ = 0;
    std::int64_t stepInPass_ = 0;  ///< step at which the next pass starts
    std::int64_t steps_ = 0;
};

/// Inside run(): back-propagates this replica's share of the global loss; gradients are sums afterwards.
void backward(const torch::Tensor& loss);

/// Throws NotFinite if `tensor` contains a NaN or an infinity; `what` names it ("the loss"); inside run() the
/// message also names the replica. Like tf.debugging.check_numerics.
void checkNumerics(const torch::Tensor& tensor, const std::string& what);
class NotFinite : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace trainyard::loop
