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
#include "core/spec/optimizer_spec.h"
#include "plugins/sdk/strategy.h"

/// Training loops of one's own, with the words of tf.distribute's guide on custom training: scope, run,
/// reduce, distribute. The built-in Trainer and these calls stand on the same strategies and pipelines.
namespace trainyard::loop {

/// The replica that this thread computes for: inside Strategy::run() its context, elsewhere null.
sdk::ReplicaContext* currentReplica();

/// One value for each replica of this process, in the order of the replicas: what run() returns.
template <typename T>
struct PerReplica {
    std::vector<T> values;
};

/// An object of which each replica of this process has its own, made in a scope. Inside run() it is this
/// replica's, elsewhere that of the first one.
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
    /// Throws std::invalid_argument for an optimizer or an option that a run file would not have either.
    Optimizer(const spec::Named& named, const engine::Model& model)
        : inner_(engine::makeOptimizer(checked(named), model.variables())) {}
    /// Updates the variables from their gradients, which Strategy's backward() has summed. [replica]
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
class DistributedDataset;

struct DistributeOptions {
    std::int64_t globalBatch = 0;
    bool shuffle = false;  ///< the whole set, seeded, a new order each time it is gone through
    std::uint64_t seed = 0;
    std::string shard = "data";  ///< auto | file | data | off, as `train.data.shard`
};
/// What distributeDatasetsFromFunction() tells its function.
struct InputContext {
    int inputPipelineId = 0;    ///< of this process
    int numInputPipelines = 1;  ///< processes
    int numReplicasInSync = 1;
    std::int64_t perReplicaBatchSize(std::int64_t globalBatch) const {
        return globalBatch / numReplicasInSync;
    }
};

/// What is in force where no strategy is: one replica, on the thread that calls, and nothing to reduce. As
/// tf.distribute.get_strategy() outside of any scope.
std::unique_ptr<sdk::Strategy> makeDefaultStrategy();

/// A strategy as loops use it. [train], but for what is said to be a replica's.
class Strategy {
  public:
    /// `processes` and `rank`: of those that hold replicas. The strategy stays the caller's.
    Strategy(sdk::Strategy& inner, int rank, int processes);

    int numReplicasInSync() const { return inner_.numReplicasInSync(); }
    bool isChief() const { return rank_ == 0; }

    /// Makes one object for each replica of this process: `create()` is called so many times.
    template <typename Create>
    auto scope(Create&& create) {
        using T = std::remove_cvref_t<decltype(create())>;
        std::vector<std::unique_ptr<T>> copies;
        for (int i = 0; i < inner_.numLocalReplicas(); ++i)
            copies.push_back(std::unique_ptr<T>(new T(create())));
        return Mirrored<T>(std::move(copies), inner_.firstLocalReplica());
    }
    /// Collective, once, before the first run(): the variables of `model` become those of replica 0
    /// everywhere, and their gradients meet in backward().
    void track(const Mirrored<engine::Model>& model);

    /// Collective. Calls `step` on each replica at the same time and gathers what it returns. Inside,
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
    /// The same with one argument that has a value for each replica, such as a batch.
    template <typename Step, typename Argument>
    auto run(Step&& step, const PerReplica<Argument>& argument) {
        return run([&] { return step(argument.values[local(*currentReplica())]); });
    }

    /// Collective. Sum or mean over all replicas of the run, in float64. Without `axis` the values must have
    /// one shape; with it each is reduced along that axis first, and a mean divides by the real number of
    /// elements, also when the replicas have unequal ones.
    torch::Tensor reduce(ReduceOp op, const PerReplica<torch::Tensor>& values,
                         std::optional<std::int64_t> axis = std::nullopt);
    /// The same of plain numbers, one a replica of this process.
    double reduce(ReduceOp op, const PerReplica<double>& values);

    /// What each replica of this process returned.
    template <typename T>
    const std::vector<T>& localResults(const PerReplica<T>& values) const {
        return values.values;
    }

    /// Splits `dataset` among the replicas: of each global batch replica r gets the r-th equal part, each
    /// sample goes to one replica, and the last batch may be short. Under `file` each process reads files of
    /// its own, under `off` each replica the whole set; then the global batch must be a multiple of the
    /// replicas. `model` says in which form it wants its input; it must live as long as the result. Throws
    /// std::invalid_argument for what cannot be split so.
    DistributedDataset distribute(std::shared_ptr<const data::Dataset> dataset,
                                  const Mirrored<engine::Model>& model, const DistributeOptions& options);
    /// Each process brings a data set of its own, already its share: `function` is called once here, and its
    /// set is split among this process's replicas alone, in batches of globalBatch / processes.
    DistributedDataset distributeDatasetsFromFunction(
        const std::function<std::shared_ptr<const data::Dataset>(const InputContext&)>& function,
        const Mirrored<engine::Model>& model, const DistributeOptions& options);

    sdk::Strategy& inner() { return inner_; }

  private:
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
};

/// A data set as the replicas of this process see it. `for (const auto& batch : dataset)` goes through it
/// once, each time in a new order if it is shuffled; iterator() takes any number of steps.
class DistributedDataset {
  public:
    struct Source {
        std::shared_ptr<const data::Dataset> dataset;
        data::SampleOrder::Options order;
        int firstReplica = 0;
        int localReplicas = 1;
        int replicas = 1;  ///< among which it is split
        std::vector<const engine::Model*> models;
    };
    explicit DistributedDataset(Source source);

    /// Batches of the steps to come, read ahead on threads. Ends where the data set does.
    class Iterator {
      public:
        using value_type = PerReplica<Batch>;
        using difference_type = std::ptrdiff_t;
        Iterator(const Source& source, std::int64_t pass, std::int64_t firstStep);
        const PerReplica<Batch>& operator*() const { return current_; }
        Iterator& operator++() {
            advance();
            return *this;
        }
        void operator++(int) { advance(); }
        bool operator==(std::default_sentinel_t) const { return isAtEnd_; }
        /// The batch at hand, and on to the next. Throws std::out_of_range at the end.
        PerReplica<Batch> next();

      private:
        void advance();
        std::vector<std::unique_ptr<engine::Pipeline>> pipelines_;
        std::int64_t left_ = 0;
        bool isAtEnd_ = false;
        PerReplica<Batch> current_;
    };
    /// Starts over, with the next order.
    Iterator iterator() { return Iterator(source_, pass_++, std::exchange(stepInPass_, 0)); }
    Iterator begin() { return iterator(); }
    std::default_sentinel_t end() const { return {}; }
    std::int64_t stepsPerPass() const { return steps_; }
    /// After a restore: goes on as if the data had been gone through so many times, and `steps` steps of the
    /// time after those were done.
    void skip(std::int64_t passes, std::int64_t steps = 0) {
        pass_ += passes;
        stepInPass_ = steps;
    }

  private:
    Source source_;
    std::int64_t pass_ = 0;
    std::int64_t stepInPass_ = 0;  ///< at which the next pass begins
    std::int64_t steps_ = 0;
};

/// Inside run(): back-propagates this replica's share of the global loss; gradients are sums afterwards.
void backward(const torch::Tensor& loss);

/// Throws NotFinite when `tensor` holds a NaN or an infinity; `what` names it ("the loss"), and where it is
/// called inside run() the replica is named as well. As tf.debugging.check_numerics.
void checkNumerics(const torch::Tensor& tensor, const std::string& what);
class NotFinite : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// How a loss of one's own is reduced. Inside run() kNone and kSum alone are allowed: the others would divide
/// by this replica's batch and leave out the number of replicas.
enum class Reduction { kNone, kSum, kAuto, kSumOverBatchSize };

/// Sparse categorical cross-entropy of logits {samples, …, classes} against int64 labels {samples, …}: one
/// number a label (kNone) or their sum.
torch::Tensor sparseCategoricalCrossentropy(const torch::Tensor& labels, const torch::Tensor& logits,
                                            Reduction reduction);

/// Σ perExample·sampleWeight / globalBatchSize: this replica's share of the average loss. Without a size,
/// inside run(): this replica's number of examples × the number of replicas. As tf.nn.compute_average_loss.
torch::Tensor computeAverageLoss(const torch::Tensor& perExample,
                                 const std::optional<torch::Tensor>& sampleWeight = std::nullopt,
                                 std::optional<std::int64_t> globalBatchSize = std::nullopt);
/// Σ loss / number of replicas, so that the sum over replicas counts it once. As
/// tf.nn.scale_regularization_loss.
torch::Tensor scaleRegularizationLoss(const torch::Tensor& loss);

/// A metric that replicas update inside run(), as a sum and a weight each.
class Mean {
  public:
    explicit Mean(Strategy& strategy);
    /// Adds Σ values·weights, and the weights (1 each without). [replica]
    void updateState(const torch::Tensor& values, const std::optional<torch::Tensor>& weights = std::nullopt);
    /// Collective. Over all replicas since the last reset; NaN where nothing was added. [train]
    double result();
    void resetStates();

  private:
    struct alignas(64) Ratio {
        double sum = 0;
        double weight = 0;
    };
    Strategy& strategy_;
    std::vector<Ratio> ratios_;  ///< one a replica of this process
};

/// The share of samples whose largest logit is that of their label.
class SparseCategoricalAccuracy : public Mean {
  public:
    using Mean::Mean;
    void updateState(const torch::Tensor& labels, const torch::Tensor& logits);
};

}  // namespace trainyard::loop
