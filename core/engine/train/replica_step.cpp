// SPDX-License-Identifier: Apache-2.0
#include "core/engine/train/replica_step.h"

#include <ATen/ops/zeros.h>
#include <ATen/record_function.h>

#include <optional>
#include <span>
#include <utility>

#include "core/data/order.h"

namespace trainyard::engine {
namespace {

/// Σ variable · gradient: its derivative by each variable is the gradient. So gradients that were computed
/// before enter the last micro-batch's backward pass, the one in which a strategy reduces, whatever way a
/// strategy has of finding gradients.
torch::Tensor carrying(const std::vector<torch::Tensor>& variables,
                       const std::vector<torch::Tensor>& gradients) {
    torch::Tensor sum;
    for (std::size_t i = 0; i < variables.size(); ++i) {
        if (!gradients[i].defined()) continue;
        const torch::Tensor product = (variables[i] * gradients[i]).sum();
        sum = sum.defined() ? sum + product : product;
    }
    return sum;
}

void add(std::vector<torch::Tensor>& sums, const torch::autograd::variable_list& more) {
    torch::NoGradGuard noGrad;
    if (sums.empty()) sums.resize(more.size());
    for (std::size_t i = 0; i < more.size(); ++i)
        if (more[i].defined()) sums[i] = sums[i].defined() ? sums[i] + more[i] : more[i].detach();
}

/// Of each micro-batch, as metrics are: sums over its samples.
void addMetrics(std::vector<Objective::Terms>& parts, const LossScale::Step& step) {
    for (Objective::Terms& part : parts)
        for (const torch::Tensor& value : {step.factor, step.isSkipped})
            part.metricSums.push_back(value.to(torch::kFloat64) * static_cast<double>(part.samples));
}

/// For one backward pass whose gradients nobody changes, adds to or reads before the optimizer does.
std::optional<StepInBackward> stepInBackward(const Optimizer& optimizer, const Objective& objective,
                                             const StepOptions& options) {
    const bool isGradientFree = options.mayStepInBackward && options.accumulate == 1 &&
                                options.clipNorm == 0 && options.clipValue == 0 && !objective.hasPenalties();
    return isGradientFree ? std::optional(optimizer.stepInBackward()) : std::nullopt;
}

/// All buffers of a model one after another, and back.
torch::Tensor flattened(const Model& model) {
    std::vector<torch::Tensor> flat;
    for (const torch::Tensor& buffer : model.buffers())
        flat.push_back(buffer.flatten().to(torch::kCPU, torch::kFloat64));
    return at::cat(flat);
}

}  // namespace

StepOptions StepOptions::of(const v1::RunSpec& spec) {
    const v1::TrainSpec& train = spec.train();
    StepOptions options;
    options.seed = spec.seed();
    options.accumulate = std::max(1, train.gradient().accumulate());
    options.clipNorm = train.gradient().clip_norm();
    options.clipValue = train.gradient().clip_value();
    options.isBatchNormSynchronized = train.batch_norm() == "synchronized";
    options.mayBeCaptured = train.cuda_graphs() != "off";
    return options;
}

std::vector<Objective::Terms> computeStep(sdk::ReplicaContext& context, const Model& model,
                                          const Objective& objective, Optimizer& optimizer,
                                          const Batch& batch, std::int64_t step, const StepOptions& options,
                                          MaskTape* tape) {
    const auto count = static_cast<std::int64_t>(batch.samples.size());
    std::vector<Objective::Terms> parts;
    std::vector<torch::Tensor> carried;
    std::optional<StepInBackward> inBackward = stepInBackward(optimizer, objective, options);
    for (int i = 0; i < options.accumulate; ++i) {
        const data::Range part = data::replicaPart(count, i, options.accumulate);
        const auto of = [&](const torch::Tensor& all) {
            return all.defined() && options.accumulate > 1 ? all.slice(0, part.begin, part.end) : all;
        };
        const DrawPlace place{
            options.seed, step,
            std::span(batch.samples)
                .subspan(static_cast<std::size_t>(part.begin), static_cast<std::size_t>(part.size())),
            tape};
        torch::Tensor loss;
        {
            RECORD_USER_SCOPE("compute: forward");
            const torch::Tensor outputs = model.forward(
                of(batch.features), {.place = &place,
                                     .synchronized = options.isBatchNormSynchronized ? &context : nullptr,
                                     .areIndexesChecked = batch.areIndexesChecked(),
                                     .weightGradient = {inBackward ? &*inBackward : nullptr,
                                                        options.accumulate == 1 ? options.places : nullptr}});
            parts.push_back(
                objective.terms(model, outputs, of(batch.labels), of(batch.weights), batch.globalCount));
            loss = std::exchange(parts.back().loss, {});
            if (optimizer.lossScale()) loss = optimizer.lossScale()->scaled(loss);
        }
        RECORD_USER_SCOPE("compute: backward");
        if (i + 1 < options.accumulate) {
            add(carried, torch::autograd::grad({loss}, model.variables(), {}, std::nullopt,
                                               /*create_graph=*/false, /*allow_unused=*/true));
        } else {
            if (!carried.empty()) loss = loss + carrying(model.variables(), carried);
            context.backward(loss);
        }
    }
    RECORD_USER_SCOPE("compute: optimizer");
    torch::Tensor isSkipped;
    if (optimizer.lossScale()) {
        const LossScale::Step scaled = optimizer.lossScale()->unscale(gradientsOf(model.variables()));
        addMetrics(parts, scaled);
        isSkipped = scaled.isSkipped;
    }
    clipGradients(model.variables(), options.clipNorm, options.clipValue);
    optimizer.apply(isSkipped, inBackward ? &*inBackward : nullptr);
    return parts;
}

StepSums takeStep(sdk::ReplicaContext& context, const Model& model, const Objective& objective,
                  Optimizer& optimizer, const Batch& batch, std::int64_t step, const StepOptions& options) {
    optimizer.setRate(optimizer.learningRate(step));
    StepSums sums;
    for (const Objective::Terms& part :
         computeStep(context, model, objective, optimizer, batch, step, options))
        sums += part.read();
    return sums;
}

void averageBuffers(sdk::Strategy& strategy, const std::vector<std::unique_ptr<Model>>& localModels) {
    if (localModels.front()->buffers().empty() || strategy.numReplicasInSync() == 1) return;
    torch::NoGradGuard noGrad;
    torch::Tensor sum = flattened(*localModels.front());
    for (std::size_t i = 1; i < localModels.size(); ++i) sum += flattened(*localModels[i]);
    strategy.startSum(sum)->wait();
    sum /= strategy.numReplicasInSync();
    for (const auto& model : localModels) {
        std::int64_t offset = 0;
        for (const torch::Tensor& buffer : model->buffers()) {
            buffer.copy_(sum.narrow(0, offset, buffer.numel()).view(buffer.sizes()));
            offset += buffer.numel();
        }
    }
}

}  // namespace trainyard::engine
