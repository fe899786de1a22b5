// SPDX-License-Identifier: Apache-2.0
#include "core/engine/train/step_control.h"

#include <ATen/ops/zeros.h>

#include <algorithm>
#include <cmath>

#include "core/base/time.h"

namespace trainyard::engine {
namespace {

// The buffer of one reduction: the sums of each step, then these slots.
enum Slot {
    kStopAfterStep,
    kStopAfterEpoch,
    kSaveAndStop,
    kNextInterval,
    kPause,
    kHasRate,
    kRate,
    kHasEpochs,
    kEpochs,
    kProfile,
    kProfileSteps,
    kSlots
};

/// The first steps are reduced at once, so that a run shows life (and its first loss) as early as it can.
constexpr std::int64_t kEagerSteps = 3;
/// Curves are drawn from what arrives this often; slower steps are reduced one by one, without waiting for
/// the next.
constexpr double kReduceEveryMs = 40;
constexpr std::int64_t kLongestInterval = 512;

}  // namespace

StepControl::StepControl(sdk::Strategy& strategy, TaskLink* link, bool isChief, std::size_t metrics)
    : strategy_(strategy), link_(link), isChief_(isChief), metrics_(metrics) {
}

std::vector<StepControl::ReducedStep> StepControl::finishStep(std::int64_t step, LateSums local,
                                                              std::chrono::nanoseconds duration) {
    const double ms = std::chrono::duration<double, std::milli>(duration).count();
    smoothedMs_ = smoothedMs_ == 0 ? ms : 0.9 * smoothedMs_ + 0.1 * ms;
    gathered_.push_back({step, base::wallNow(), std::move(local)});
    ++stepsSeen_;
    std::vector<ReducedStep> reduced;
    const bool isEager = stepsSeen_ <= kEagerSteps || interval_ == 0;
    if (isEager) return drain();
    if (static_cast<std::int64_t>(gathered_.size()) >= interval_) {
        complete(reduced);
        start();
    }
    return reduced;
}

std::vector<StepControl::ReducedStep> StepControl::drain() {
    std::vector<ReducedStep> reduced;
    complete(reduced);
    start();
    complete(reduced);
    return reduced;
}

void StepControl::start() {
    inFlight_ = std::make_unique<InFlight>();
    inFlight_->steps = std::move(gathered_);
    gathered_.clear();
    const auto& steps = inFlight_->steps;
    const std::size_t width = StepSums::width(metrics_);
    inFlight_->buffer =
        torch::zeros({static_cast<std::int64_t>(steps.size() * width) + kSlots}, torch::kFloat64);
    double* out = inFlight_->buffer.data_ptr<double>();
    for (const Local& local : steps) {
        local.sums.get().write(out, metrics_);
        out += width;
    }
    const StopRequest asked = link_ ? link_->stopRequest() : StopRequest::kNone;
    out[kStopAfterStep] = asked == StopRequest::kAfterStep;
    out[kStopAfterEpoch] = asked == StopRequest::kAfterEpoch;
    out[kSaveAndStop] = asked == StopRequest::kSaveAndStop;
    // Only the chief proposes, so that the sum is its proposal.
    const double proposal = smoothedMs_ > kReduceEveryMs
                                ? 0
                                : std::clamp(std::round(kReduceEveryMs / std::max(smoothedMs_, 1e-3)), 1.0,
                                             double{kLongestInterval});
    out[kNextInterval] = isChief_ ? proposal : 0;
    const Wish wish = link_ && isChief_ ? link_->wish() : Wish();
    out[kPause] = wish.isPaused;
    out[kHasRate] = wish.learningRate.has_value();
    out[kRate] = wish.learningRate.value_or(0);
    out[kHasEpochs] = wish.epochs.has_value();
    out[kEpochs] = wish.epochs.value_or(0);
    out[kProfile] = wish.profile.number;
    out[kProfileSteps] = wish.profile.steps;
    inFlight_->pending = strategy_.startSum(inFlight_->buffer);
}

void StepControl::complete(std::vector<ReducedStep>& out) {
    if (!inFlight_) return;
    inFlight_->pending->wait();
    const double* in = inFlight_->buffer.const_data_ptr<double>();
    for (const Local& local : inFlight_->steps) {
        out.push_back({local.step, local.wallTime, StepSums::read(in, metrics_)});
        in += StepSums::width(metrics_);
    }
    if (in[kStopAfterEpoch] > 0) agreed_ = std::max(agreed_, StopRequest::kAfterEpoch);
    if (in[kStopAfterStep] > 0) agreed_ = StopRequest::kAfterStep;
    if (in[kSaveAndStop] > 0) agreed_ = StopRequest::kSaveAndStop;
    interval_ = static_cast<std::int64_t>(in[kNextInterval]);
    wish_.isPaused = in[kPause] > 0;
    if (in[kHasRate] > 0) wish_.learningRate = in[kRate];
    if (in[kHasEpochs] > 0) wish_.epochs = static_cast<int>(in[kEpochs]);
    wish_.profile = {static_cast<int>(in[kProfile]), static_cast<int>(in[kProfileSteps])};
    inFlight_.reset();
}

}  // namespace trainyard::engine
