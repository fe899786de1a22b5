// SPDX-License-Identifier: Apache-2.0
#include "plugins/sdk/loop/distribute.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/isfinite.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/zeros.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "core/data/order.h"
#include "core/data/shard.h"
#include "core/engine/loop/loop_device.h"

namespace trainyard::loop {
namespace {

thread_local sdk::ReplicaContext* current = nullptr;
thread_local std::optional<int> scoped;
std::vector<torch::Device> loopDevices;  ///< of the local replicas; none: this is no task of a run

class DefaultStrategy : public sdk::Strategy {
  public:
    int numReplicasInSync() const override { return 1; }
    int numLocalReplicas() const override { return 1; }
    int firstLocalReplica() const override { return 0; }
    void adopt(const std::vector<sdk::ReplicaVariables>& replicas) override { variables_ = replicas.at(0); }
    void run(const std::function<void(sdk::ReplicaContext&)>& step) override {
        for (torch::Tensor& variable : variables_) variable.mutable_grad().reset();
        Context context;
        step(context);
    }
    std::unique_ptr<Pending> startSum(torch::Tensor) override { return std::make_unique<Done>(); }
    void barrier() override {}
    std::string describe() const override { return "no strategy"; }

  private:
    struct Done : Pending {
        void wait() override {}
    };
    struct Context : sdk::ReplicaContext {
        int replica() const override { return 0; }
        int numReplicasInSync() const override { return 1; }
        void backward(const torch::Tensor& loss) override { loss.backward(); }
        torch::Tensor sum(const torch::Tensor& tensor) override { return tensor.detach().clone(); }
    };

    sdk::ReplicaVariables variables_;
};

DistributedDataset::Source sourceFor(std::shared_ptr<const data::Dataset> dataset,
                                     const Mirrored<engine::Model>& model) {
    DistributedDataset::Source source;
    source.dataset = std::move(dataset);
    source.localReplicas = model.size();
    for (int i = 0; i < model.size(); ++i) source.models.push_back(&model.at(i));
    return source;
}

DistributedBatches batchesOf(const DistributedDataset::Source& source, const PlannedSteps& steps) {
    std::vector<std::unique_ptr<engine::Pipeline>> pipelines;
    for (int i = 0; i < source.localReplicas; ++i) {
        const auto local = static_cast<std::size_t>(i);
        engine::Pipeline::Options options;
        options.dataset = source.dataset;
        options.order = steps.order;
        options.replica = source.firstReplica + i;
        options.firstStep = steps.first;
        options.lastStep = steps.last;
        options.device = steps.devices.empty() ? nullptr : steps.devices[local];
        options.isMoved = steps.devices.empty();
        pipelines.push_back(std::make_unique<engine::Pipeline>(std::move(options), *source.models[local]));
    }
    return DistributedBatches(std::move(pipelines), steps.last - steps.first);
}

/// Of each process's own data set, by rank. Collective; all throw if one of them has no samples.
std::vector<std::int64_t> sizesOfAll(sdk::Strategy& strategy, int rank, int processes, std::int64_t own) {
    const torch::Tensor sizes = at::zeros({processes}, torch::kFloat64);
    sizes[rank] = static_cast<double>(own);
    strategy.startSum(sizes)->wait();
    std::vector<std::int64_t> all;
    for (int process = 0; process < processes; ++process) {
        all.push_back(static_cast<std::int64_t>(sizes[process].item<double>()));
        if (all.back() == 0)
            throw base::Saying<std::invalid_argument>(
                base::say("the data set that the function made on rank {} has no samples", process));
    }
    return all;
}

}  // namespace

std::unique_ptr<sdk::Strategy> makeDefaultStrategy() {
    return std::make_unique<DefaultStrategy>();
}

sdk::ReplicaContext* currentReplica() {
    return current;
}

sdk::ReplicaContext& requireReplica(const char* call) {
    if (!current) throw std::logic_error(base::say("{} is for step functions: call it inside run()", call));
    return *current;
}

Strategy::Inside::Inside(sdk::ReplicaContext& context) {
    current = &context;
}
Strategy::Inside::~Inside() {
    current = nullptr;
}

Strategy::Strategy(sdk::Strategy& inner, int rank, int processes)
    : inner_(inner), rank_(rank), processes_(processes) {
}

Strategy::Making::Making(int local) {
    scoped = local;
}
Strategy::Making::~Making() {
    scoped.reset();
}

std::optional<int> scopedReplica() {
    return scoped;
}

void setLoopDevices(std::vector<torch::Device> devices) {
    loopDevices = std::move(devices);
}

void Strategy::track(const Mirrored<engine::Model>& model) {
    for (int i = 0; i < model.size() && !loopDevices.empty(); ++i) {
        const torch::Device where = model.at(i).device();
        const torch::Device wanted =
            loopDevices[std::min(static_cast<std::size_t>(i), loopDevices.size() - 1)];
        if (where != wanted)
            throw base::Saying<std::invalid_argument>(
                base::say("this loop makes its model on {}, and its run computes on {}: make it with "
                          "Job::device(), or use "
                          "device: cpu",
                          where.str(), wanted.str()));
    }
    std::vector<sdk::ReplicaVariables> variables;
    for (int i = 0; i < model.size(); ++i) variables.push_back(model.at(i).variables());
    inner_.adopt(variables);
}

torch::Tensor Strategy::reduce(ReduceOp op, const PerReplica<torch::Tensor>& values,
                               std::optional<std::int64_t> axis) {
    torch::NoGradGuard noGrad;
    torch::Tensor total;
    double count = 0;
    for (const torch::Tensor& value : values.values) {
        torch::Tensor part = value.detach().to(torch::kCPU, torch::kFloat64);
        count += axis ? static_cast<double>(part.size(*axis)) : 1;
        if (axis) part = part.sum(*axis);
        total = total.defined() ? total + part : part.clone();
    }
    const torch::Tensor flat = at::cat({total.reshape(-1), at::tensor({count}, torch::kFloat64)});
    inner_.startSum(flat)->wait();
    const torch::Tensor sum = flat.slice(0, 0, flat.size(0) - 1).view(total.sizes());
    return op == ReduceOp::kSum ? sum : sum / flat[-1];
}

double Strategy::reduce(ReduceOp op, const PerReplica<double>& values) {
    PerReplica<torch::Tensor> tensors;
    for (const double value : values.values) tensors.values.push_back(at::tensor(value, torch::kFloat64));
    return reduce(op, tensors).item<double>();
}

DistributedDataset Strategy::distribute(std::shared_ptr<const data::Dataset> dataset,
                                        const Mirrored<engine::Model>& model,
                                        const DistributeOptions& options) {
    DistributedDataset::Source source = sourceFor(dataset, model);
    source.order.samples = dataset->size();
    source.order.globalBatch = options.globalBatch;
    source.order.shuffle.kind = options.shuffle ? spec::ShuffleKind::kWholeSet : spec::ShuffleKind::kNone;
    source.order.seed = options.seed;
    if (options.shard != "data") {
        const int replicas = numReplicasInSync();
        if (options.globalBatch % replicas != 0)
            throw base::Saying<std::invalid_argument>(base::say(
                "a global batch of {} does not divide by {} replicas", options.globalBatch, replicas));
        auto sharding = data::shard(*dataset, {.shard = options.shard,
                                               .uneven = "join",
                                               .workers = processes_,
                                               .replicas = replicas,
                                               .batch = options.globalBatch / replicas});
        if (!sharding) throw base::Saying<std::invalid_argument>(sharding.error().words());
        spdlog::info("shards by {}", sharding->reason);
        source.order.sharding = std::move(*sharding);
    }
    source.firstReplica = inner_.firstLocalReplica();
    source.replicas = inner_.numReplicasInSync();
    return DistributedDataset(std::move(source));
}

DistributedBatches Strategy::distributeSteps(std::shared_ptr<const data::Dataset> dataset,
                                             const Mirrored<engine::Model>& model,
                                             const PlannedSteps& steps) {
    DistributedDataset::Source source = sourceFor(std::move(dataset), model);
    source.firstReplica = inner_.firstLocalReplica();
    return batchesOf(source, steps);
}

DistributedDataset Strategy::distributeDatasetsFromFunction(
    const std::function<std::shared_ptr<const data::Dataset>(const InputContext&)>& function,
    const Mirrored<engine::Model>& model, const DistributeOptions& options) {
    if (options.shard != "data")
        throw base::Saying<std::invalid_argument>(
            base::say("`shard` {} has no effect on data sets from a function, each of which is its process's "
                      "share already: leave it out",
                      options.shard));
    if (options.globalBatch % processes_ != 0)
        throw base::Saying<std::invalid_argument>(base::say(
            "a global batch of {} does not divide by {} processes", options.globalBatch, processes_));
    DistributedDataset::Source source = sourceFor(function({rank_, processes_, numReplicasInSync()}), model);
    const std::vector<std::int64_t> sizes = sizesOfAll(inner_, rank_, processes_, source.dataset->size());
    source.order.samples = source.dataset->size();
    source.order.globalBatch = options.globalBatch / processes_;
    source.order.shuffle.kind = options.shuffle ? spec::ShuffleKind::kWholeSet : spec::ShuffleKind::kNone;
    source.order.seed = options.seed;
    source.firstReplica = inner_.firstLocalReplica();
    source.replicas = inner_.numReplicasInSync();
    // Nothing is read of the other processes' streams: they make all passes as long as the longest.
    data::Sharding& sharding = source.order.sharding;
    sharding.policy = data::Policy::kFile;
    const int local = inner_.numLocalReplicas();
    for (int process = 0; process < processes_; ++process) {
        const std::int64_t size = sizes[static_cast<std::size_t>(process)];
        sharding.streams.push_back({.samples = size,
                                    .batch = source.order.globalBatch,
                                    .length = size,
                                    .firstReplica = process * local,
                                    .replicas = local});
    }
    // A stream's number is part of its order: each process's own is its first.
    std::swap(sharding.streams[0], sharding.streams[static_cast<std::size_t>(rank_)]);
    return DistributedDataset(std::move(source));
}

DistributedDataset::DistributedDataset(Source source) : source_(std::move(source)) {
    data::SampleOrder::Options& order = source_.order;
    if (order.sharding.streams.empty()) {
        data::Stream all{.samples = order.samples, .batch = order.globalBatch, .length = order.samples};
        all.replicas = source_.replicas;
        order.sharding = {data::Policy::kData, {std::move(all)}};
    }
    steps_ = data::SampleOrder(source_.order).stepsPerEpoch();
}

DistributedDataset::Iterator DistributedDataset::iterator() {
    const std::int64_t begin = pass_++ * steps_;
    return batchesOf(source_, {source_.order, begin + std::exchange(stepInPass_, 0), begin + steps_});
}

const PerReplica<Batch>& DistributedBatches::operator*() const {
    if (current_.values.empty())
        for (const auto& pipeline : pipelines_) current_.values.push_back(pipeline->next());
    return current_;
}

DistributedBatches& DistributedBatches::operator++() {
    next();
    return *this;
}

PerReplica<Batch> DistributedBatches::next() {
    if (left_ <= 0)
        throw std::out_of_range("the distributed data set has no further batch: take a new iterator");
    **this;
    --left_;
    return std::exchange(current_, {});
}

void backward(const torch::Tensor& loss) {
    requireReplica("backward").backward(loss);
}

void checkNumerics(const torch::Tensor& tensor, const std::string& what) {
    torch::NoGradGuard noGrad;
    if (at::isfinite(tensor).all().item<bool>()) return;
    throw NotFinite(what + " is not finite (NaN or infinite)" +
                    (current ? fmt::format(" on replica {}", current->replica()) : ""));
}

}  // namespace trainyard::loop
