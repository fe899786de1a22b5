// SPDX-License-Identifier: Apache-2.0
#include "plugins/sdk/loop/distribute.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/isfinite.h>
#include <ATen/ops/tensor.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <optional>
#include <stdexcept>

#include "core/data/order.h"
#include "core/data/shard.h"
#include "core/engine/loop/loop_device.h"

namespace trainyard::loop {
namespace {

thread_local sdk::ReplicaContext* current = nullptr;
std::optional<torch::Device> loopDevice;  ///< none: this is no task of a run

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

void setLoopDevice(torch::Device device) {
    loopDevice = device;
}

void Strategy::track(const Mirrored<engine::Model>& model) {
    if (const torch::Device where = model.at(0).device(); loopDevice && where != *loopDevice)
        throw base::Saying<std::invalid_argument>(base::say(
            "this loop makes its model on {}, and its run computes on {}: make it with Job::device(), or use "
            "device: cpu",
            where.str(), loopDevice->str()));
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
    DistributedDataset::Source source;
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
    source.dataset = std::move(dataset);
    source.firstReplica = inner_.firstLocalReplica();
    source.localReplicas = inner_.numLocalReplicas();
    source.replicas = inner_.numReplicasInSync();
    for (int i = 0; i < model.size(); ++i) source.models.push_back(&model.at(i));
    return DistributedDataset(std::move(source));
}

DistributedDataset Strategy::distributeDatasetsFromFunction(
    const std::function<std::shared_ptr<const data::Dataset>(const InputContext&)>& function,
    const Mirrored<engine::Model>& model, const DistributeOptions& options) {
    DistributedDataset::Source source;
    source.dataset = function({rank_, processes_, numReplicasInSync()});
    source.order.samples = source.dataset->size();
    source.order.globalBatch = options.globalBatch / processes_;
    source.order.shuffle.kind = options.shuffle ? spec::ShuffleKind::kWholeSet : spec::ShuffleKind::kNone;
    source.order.seed = options.seed;
    source.localReplicas = source.replicas = inner_.numLocalReplicas();
    for (int i = 0; i < model.size(); ++i) source.models.push_back(&model.at(i));
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

DistributedDataset::Iterator::Iterator(const Source& source, std::int64_t pass, std::int64_t firstStep) {
    const std::int64_t steps = data::SampleOrder(source.order).stepsPerEpoch();
    left_ = steps - firstStep;
    for (int i = 0; i < source.localReplicas; ++i) {
        engine::Pipeline::Options options;
        options.dataset = source.dataset;
        options.order = source.order;
        options.replica = source.firstReplica + i;
        options.firstStep = pass * steps + firstStep;
        options.lastStep = (pass + 1) * steps;
        options.isMoved = true;
        pipelines_.push_back(std::make_unique<engine::Pipeline>(std::move(options),
                                                                *source.models[static_cast<std::size_t>(i)]));
    }
    advance();
}

void DistributedDataset::Iterator::advance() {
    isAtEnd_ = left_-- <= 0;
    current_.values.clear();
    if (isAtEnd_) return;
    for (const auto& pipeline : pipelines_) current_.values.push_back(pipeline->next());
}

PerReplica<Batch> DistributedDataset::Iterator::next() {
    if (isAtEnd_)
        throw std::out_of_range("the distributed data set has no further batch: take a new iterator");
    PerReplica<Batch> batch = std::move(current_);
    advance();
    return batch;
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
