// SPDX-License-Identifier: Apache-2.0
#include "core/engine/train/device_step.h"

#include <ATen/ops/stack.h>
#include <c10/util/Exception.h>
#include <spdlog/spdlog.h>

namespace trainyard::engine {
namespace {

/// Steps taken before one is captured: libraries choose their algorithms and allocate their workspaces in
/// these.
constexpr int kStepsBeforeCapture = 3;

/// How far this thread may be ahead of the device: enough for it to have work at all times, and few enough
/// for times of steps measured here to be its own.
constexpr std::size_t kStepsAhead = 8;

/// {1 + metrics}, float64: the loss and the metrics, added up over micro-batches.
torch::Tensor stacked(const std::vector<Objective::Terms>& parts) {
    torch::NoGradGuard noGrad;
    torch::Tensor sums;
    for (const Objective::Terms& part : parts) {
        std::vector<torch::Tensor> row{part.lossSum.to(torch::kFloat64)};
        row.insert(row.end(), part.metricSums.begin(), part.metricSums.end());
        const torch::Tensor one = at::stack(row);
        sums = sums.defined() ? sums + one : one;
    }
    return sums;
}

/// The first line: of CUDA's errors, the others are advice on debugging.
std::string reasonOf(const c10::Error& error) {
    const std::string words = error.what_without_backtrace();
    return words.substr(0, words.find('\n'));
}

/// Why the steps of a run that may be captured are not; empty: they are.
std::string whyNotCaptured(const DeviceStep::Parts& parts) {
    if (std::string layer = parts.model.whyStepsDiffer(); !layer.empty()) return layer;
    if (!parts.optimizer.isCapturable()) return "the optimizer waits for the scale of the loss in each";
    if (parts.options.isBatchNormSynchronized)
        return "batch normalisation is synchronised over the replicas in each";
    return {};
}

}  // namespace

DeviceStep::DeviceStep(Parts parts) : parts_(parts), isCapturable_(parts.options.mayBeCaptured) {
    if (!isCapturable_) return;
    const std::string why = whyNotCaptured(parts_);
    if (why.empty()) return;
    isCapturable_ = false;
    spdlog::info("{}: {}", kNotCaptured, why);
}

torch::Tensor DeviceStep::compute(const Batch& batch, std::int64_t step, MaskTape* tape) {
    if (tape) tape->rewind(batch.samples);
    return stacked(computeStep(*context_, parts_.model, parts_.objective, parts_.optimizer, batch, step,
                               parts_.options, tape));
}

bool DeviceStep::isLikeCaptured(const Batch& batch) const {
    return batch.globalCount == captured_.globalCount && batch.samples.size() == captured_.samples.size();
}

void DeviceStep::capture(const Batch& like, std::int64_t step) {
    try {
        for (const auto& [from, to] : {std::pair{&like.features, &captured_.features},
                                       {&like.labels, &captured_.labels},
                                       {&like.weights, &captured_.weights}})
            if (from->defined()) *to = at::empty_like(*from);
        captured_.ready = like.ready;  // what is copied there was checked before, too
        graph_ = parts_.device.capture([this, step] { capturedSums_ = compute(captured_, step, &masks_); });
    } catch (const c10::Error& e) {
        spdlog::warn("{}: {}", kNotCaptured, reasonOf(e));
        abandonCapture();
    }
}

/// Nothing has been computed, so that weights, slots and the loss's scale are what they were. What has
/// changed are this process's own objects: gradients that a backward pass would add to, and what only a graph
/// reads.
void DeviceStep::abandonCapture() {
    isCapturable_ = false;
    for (const torch::Tensor& variable : parts_.model.variables()) variable.mutable_grad().reset();
    captured_ = {};
    capturedSums_.reset();
    masks_ = {};
}

LateSums DeviceStep::take(sdk::ReplicaContext& context, const Batch& batch, std::int64_t step) {
    context_ = &context;
    Device& device = parts_.device;
    if (batch.ready) device.queueAfter(*batch.ready);
    parts_.optimizer.setRate(parts_.optimizer.learningRate(step));
    if (isCapturable_ && taken_ == 0) {
        captured_.samples = batch.samples;
        captured_.globalCount = batch.globalCount;
    }
    const bool isReplayed =
        isCapturable_ && taken_ >= kStepsBeforeCapture && isLikeCaptured(batch) && batch.areIndexesChecked();
    if (isReplayed && !graph_) capture(batch, step);
    torch::Tensor sums;
    if (isReplayed && graph_) {
        for (const auto& [from, to] : {std::pair{&batch.features, &captured_.features},
                                       {&batch.labels, &captured_.labels},
                                       {&batch.weights, &captured_.weights}})
            if (from->defined()) to->copy_(*from, /*non_blocking=*/true);
        masks_.redraw({parts_.options.seed, step, batch.samples});
        graph_->replay();
        sums = capturedSums_;
    } else {
        const bool isLike = isCapturable_ && isLikeCaptured(batch);
        const bool makesMasks = isLike && taken_ + 1 == kStepsBeforeCapture;
        sums = compute(batch, step, makesMasks ? &masks_ : nullptr);
        if (isLike) ++taken_;
    }
    for (const torch::Tensor* tensor : {&batch.features, &batch.labels, &batch.weights})
        if (tensor->defined()) device.isUsedHere(*tensor);
    const torch::Tensor read = device.download(sums);
    const std::shared_ptr<Device::Mark> done = device.mark();
    ahead_.push_back(done);
    if (ahead_.size() > kStepsAhead) {
        ahead_.front()->wait();
        ahead_.pop_front();
    }
    return LateSums([read, mark = done, count = static_cast<double>(batch.samples.size())] {
        mark->wait();
        const double* values = read.const_data_ptr<double>();
        StepSums sums{values[0], count, {}};
        for (std::int64_t i = 1; i < read.numel(); ++i) sums.metrics.push_back({values[i], count});
        return sums;
    });
}

}  // namespace trainyard::engine
