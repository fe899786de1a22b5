// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/pulled_replicas.h"

#include <ATen/ops/zeros_like.h>
#include <ATen/record_function.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/data/order.h"
#include "core/engine/device/out_of_memory.h"

namespace trainyard::engine::ps {
namespace {

torch::Tensor sliced(const torch::Tensor& all, const data::Range& range) {
    return all.defined() ? all.slice(0, range.begin, range.end) : all;
}

}  // namespace

PulledReplicas::PulledReplicas(std::vector<PlannedModel> planned, std::vector<std::shared_ptr<Device>> gpus,
                               WorkerTeam::OnWait onWait)
    : team_(gpus, std::move(onWait)) {
    for (std::size_t r = 0; r < planned.size(); ++r)
        models_.push_back(
            std::make_unique<PulledModel>(std::move(planned[r]), gpus.empty() ? nullptr : gpus[r]));
}

base::Result<std::unique_ptr<PulledReplicas>> PulledReplicas::make(const v1::RunSpec& spec,
                                                                   const data::Dataset& data,
                                                                   std::vector<std::shared_ptr<Device>> gpus,
                                                                   WorkerTeam::OnWait onWait) {
    std::vector<PlannedModel> planned;
    for (std::size_t r = 0; r < std::max<std::size_t>(1, gpus.size()); ++r) {
        TY_ASSIGN(PlannedModel one,
                  plannedModel(spec, data, gpus.empty() ? torch::Device(torch::kCPU) : gpus[r]->where()));
        planned.push_back(std::move(one));
    }
    std::unique_ptr<PulledReplicas> replicas(
        new PulledReplicas(std::move(planned), std::move(gpus), std::move(onWait)));
    std::vector<sdk::ReplicaVariables> variables;
    for (const auto& pulled : replicas->models_) {
        const auto& all = pulled->model().variables();
        // The rows of a table are others in each batch, so that its gradient is not in a pack.
        variables.emplace_back(all.begin() + (pulled->hasTable() ? 1 : 0), all.end());
    }
    replicas->team_.adopt(variables);
    if (replicas->size() > 1) spdlog::info("{}", replicas->team_.describe());
    return replicas;
}

data::Range PulledReplicas::samplesOf(std::int64_t count, const StepPart& part) const {
    const int replicas = size(), first = part.index * replicas, all = part.parts * replicas;
    return {data::replicaPart(count, first, all).begin,
            data::replicaPart(count, first + replicas - 1, all).end};
}

Batch PulledReplicas::shareOf(const Batch& batch, const StepPart& part, int replica) const {
    if (size() == 1) return batch;
    const std::int64_t begin = samplesOf(batch.globalCount, part).begin;
    data::Range range =
        data::replicaPart(batch.globalCount, part.index * size() + replica, part.parts * size());
    range.begin -= begin;
    range.end -= begin;
    return {.features = sliced(batch.features, range),
            .labels = sliced(batch.labels, range),
            .weights = sliced(batch.weights, range),
            .samples = {batch.samples.begin() + range.begin, batch.samples.begin() + range.end},
            .globalCount = batch.globalCount,
            .ready = nullptr};
}

base::Status PulledReplicas::pull(sdk::Variables& variables, Batch& batch) {
    TY_TRY(first().pull(variables, batch));
    for (std::size_t r = 1; r < models_.size(); ++r) models_[r]->follow(first());
    return {};
}

template <typename Compute>
StepSums PulledReplicas::summed(const Batch& batch, const StepPart& part, Compute&& compute) {
    std::vector<StepSums> sums(models_.size());
    team_.run([&](sdk::ReplicaContext& context) {
        const auto r = static_cast<std::size_t>(context.replica());
        doneOn(team_.device(context.replica()), [&] {
            PulledModel& pulled = *models_[r];
            sums[r] = compute(context, pulled,
                              movedTo(pulled.model().device(), shareOf(batch, part, context.replica())));
        });
    });
    StepSums total;
    for (const StepSums& one : sums) total += one;
    return total;
}

StepSums PulledReplicas::step(const Batch& batch, const StepPart& part, std::uint64_t seed,
                              std::int64_t step) {
    for (const auto& pulled : models_)
        for (const torch::Tensor& variable : pulled->model().variables()) variable.mutable_grad().reset();
    const StepSums sums =
        summed(batch, part, [&](sdk::ReplicaContext& context, PulledModel& pulled, const Batch& own) {
            const Model& model = pulled.model();
            Objective::Scored scored;
            {
                RECORD_USER_SCOPE("compute: forward");
                const DrawPlace place{seed, step, own.samples};
                scored = pulled.objective().score(model, model.forward(own.features, &place), own.labels,
                                                  own.weights, own.globalCount);
            }
            RECORD_USER_SCOPE("compute: backward");
            context.backward(scored.loss);
            if (pulled.hasTable()) sumTable(context, model);
            return scored.sums;
        });
    averageBuffers();
    return sums;
}

/// All replicas have the same rows of it.
void PulledReplicas::sumTable(sdk::ReplicaContext& context, const Model& model) const {
    if (size() == 1) return;
    const torch::Tensor& table = model.variables().front();
    torch::Tensor& gradient = table.mutable_grad();
    gradient = context.sum(gradient.defined() ? gradient.contiguous() : at::zeros_like(table));
}

/// The next pull gives the others those of the ps.
void PulledReplicas::averageBuffers() {
    if (size() == 1) return;
    const torch::NoGradGuard noGrad;
    const auto& buffers = first().model().buffers();
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        torch::Tensor sum;
        for (const auto& pulled : models_) {
            const torch::Tensor own = pulled->model().buffers()[i].to(torch::kCPU, torch::kFloat64);
            sum = sum.defined() ? sum + own : own;
        }
        buffers[i].copy_(sum / static_cast<double>(size()));
    }
}

base::Result<StepSums> PulledReplicas::evaluate(sdk::Variables& variables, const data::Dataset& dataset,
                                                std::int64_t begin, std::int64_t end, std::int64_t batch) {
    if (size() == 1) return first().evaluate(variables, dataset, begin, end, batch);
    const torch::NoGradGuard noGrad;
    StepSums sums;
    for (std::int64_t from = begin; from < end; from += batch * size()) {
        const std::int64_t to = std::min(end, from + batch * size());
        std::vector<std::int64_t> indexes(static_cast<std::size_t>(to - from));
        std::iota(indexes.begin(), indexes.end(), from);
        Batch read = readBatch(dataset, first().model(), std::move(indexes), to - from);
        if (first().hasTable() || from == begin) TY_TRY(pull(variables, read));
        sums += summed(read, {}, [](sdk::ReplicaContext&, PulledModel& pulled, const Batch& own) {
            return pulled.objective().sums(pulled.model(), pulled.model().forward(own.features, nullptr),
                                           own.labels, own.weights);
        });
    }
    return sums;
}

}  // namespace trainyard::engine::ps
