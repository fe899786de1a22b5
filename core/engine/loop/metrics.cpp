// SPDX-License-Identifier: Apache-2.0
#include "plugins/sdk/loop/metrics.h"

#include <ATen/ops/abs.h>
#include <ATen/ops/argmax.h>
#include <ATen/ops/bincount.h>
#include <ATen/ops/bucketize.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/square.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/topk.h>
#include <ATen/ops/zeros.h>
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/engine/loop/shapes.h"

namespace trainyard::loop {
namespace {

using torch::Tensor;
using Weights = std::optional<Tensor>;

/// The outer thresholds of an area lie this far beyond 0 and 1: Keras' epsilon.
constexpr double kBeyond = 1e-7;

/// On the CPU, where the sums are.
Tensor exact(const Tensor& values) {
    return values.detach().to(torch::kCPU, torch::kFloat64);
}

/// One weight in float64 for each value: a weight per sample counts for all of its places.
Tensor spread(const Tensor& values, const Weights& weights) {
    if (!weights) return at::ones(values.sizes(), torch::kFloat64);
    Tensor each = exact(*weights);
    while (each.dim() < values.dim()) each = each.unsqueeze(-1);
    return each.expand_as(values);
}

std::vector<double> evenThresholds(int count) {
    if (count < 2) throw std::invalid_argument("an area needs two thresholds or more");
    std::vector<double> thresholds{-kBeyond};
    for (int i = 1; i + 1 < count; ++i) thresholds.push_back(static_cast<double>(i) / (count - 1));
    thresholds.push_back(1 + kBeyond);
    return thresholds;
}

double ratio(const Tensor& part, const Tensor& rest) {
    const double all = (part + rest).item<double>();
    return all > 0 ? part.item<double>() / all : 0;
}

}  // namespace

Metric::Metric(Strategy& strategy, std::vector<std::int64_t> shape) : strategy_(strategy) {
    for (int i = 0; i < strategy.inner().numLocalReplicas(); ++i)
        states_.push_back(at::zeros(shape, torch::kFloat64));
}

void Metric::resetStates() {
    for (Tensor& state : states_) state.zero_();
}

Tensor& Metric::state() {
    const int replica = requireReplica("updateState").replica() - strategy_.inner().firstLocalReplica();
    return states_[static_cast<std::size_t>(replica)];
}

Tensor Metric::total() {
    return strategy_.reduce(ReduceOp::kSum, PerReplica<Tensor>{states_});
}

Sum::Sum(Strategy& strategy) : Metric(strategy, {}) {
}

void Sum::updateState(const Tensor& values, const Weights& weights) {
    const torch::NoGradGuard noGrad;
    state() += (exact(values) * spread(values, weights)).sum();
}

double Sum::result() {
    return total().item<double>();
}

Mean::Mean(Strategy& strategy) : Metric(strategy, {2}) {
}

void Mean::updateState(const Tensor& values, const Weights& weights) {
    const torch::NoGradGuard noGrad;
    const Tensor each = spread(values, weights);
    state() += at::stack({(exact(values) * each).sum(), each.sum()});
}

double Mean::result() {
    const Tensor sums = total();
    const double weight = sums[1].item<double>();
    return weight > 0 ? sums[0].item<double>() / weight : std::numeric_limits<double>::quiet_NaN();
}

void SparseCategoricalAccuracy::updateState(const Tensor& labels, const Tensor& outputs,
                                            const Weights& weights) {
    if (labels.numel() == 0) return;  // argmax wants an element
    const Tensor classes = outputs.argmax(-1);
    wantOneShape("SparseCategoricalAccuracy", labels.sizes(), classes.sizes());
    Mean::updateState(classes.eq(labels), weights);
}

void CategoricalAccuracy::updateState(const Tensor& labels, const Tensor& outputs, const Weights& weights) {
    wantOneShape("CategoricalAccuracy", labels.sizes(), outputs.sizes());
    if (labels.numel() > 0) Mean::updateState(outputs.argmax(-1).eq(labels.argmax(-1)), weights);
}

SparseTopKCategoricalAccuracy::SparseTopKCategoricalAccuracy(Strategy& strategy, std::int64_t k)
    : Mean(strategy), k_(k) {
    if (k < 1) throw std::invalid_argument("SparseTopKCategoricalAccuracy: k is at least 1");
}

void SparseTopKCategoricalAccuracy::updateState(const Tensor& labels, const Tensor& outputs,
                                                const Weights& weights) {
    if (labels.numel() == 0) return;
    wantOneShape("SparseTopKCategoricalAccuracy", labels.sizes(),
                 outputs.sizes().slice(0, static_cast<std::size_t>(outputs.dim() - 1)));
    const Tensor best = std::get<1>(outputs.topk(std::min(k_, outputs.size(-1)), -1));
    Mean::updateState(best.eq(labels.unsqueeze(-1)).any(-1), weights);
}

BinaryAccuracy::BinaryAccuracy(Strategy& strategy, double threshold) : Mean(strategy), threshold_(threshold) {
}

void BinaryAccuracy::updateState(const Tensor& labels, const Tensor& outputs, const Weights& weights) {
    wantOneShape("BinaryAccuracy", labels.sizes(), outputs.sizes());
    Mean::updateState((outputs > threshold_).eq(labels > 0.5), weights);
}

void MeanSquaredError::updateState(const Tensor& labels, const Tensor& outputs, const Weights& weights) {
    wantOneShape("MeanSquaredError", labels.sizes(), outputs.sizes());
    Mean::updateState(at::square(exact(outputs) - exact(labels)), weights);
}

void MeanAbsoluteError::updateState(const Tensor& labels, const Tensor& outputs, const Weights& weights) {
    wantOneShape("MeanAbsoluteError", labels.sizes(), outputs.sizes());
    Mean::updateState(at::abs(exact(outputs) - exact(labels)), weights);
}

/// Row 0: labels of 0, row 1: labels of 1; column i: outputs of which i thresholds are less.
ConfusionCounts::ConfusionCounts(Strategy& strategy, std::vector<double> thresholds)
    : Metric(strategy, {2, static_cast<std::int64_t>(thresholds.size()) + 1}),
      thresholds_(at::tensor(thresholds, torch::kFloat64)) {
}

void ConfusionCounts::updateState(const Tensor& labels, const Tensor& probabilities, const Weights& weights) {
    const torch::NoGradGuard noGrad;
    wantOneShape("ConfusionCounts", labels.sizes(), probabilities.sizes());
    if (labels.numel() == 0) return;
    const std::int64_t columns = thresholds_.size(0) + 1;
    const Tensor below = at::bucketize(exact(probabilities), thresholds_);
    const Tensor place = ((exact(labels) > 0.5).to(torch::kInt64) * columns + below).flatten();
    state() += at::bincount(place, spread(labels, weights).flatten(), 2 * columns).view({2, columns});
}

ConfusionCounts::Counts ConfusionCounts::counts() {
    const Tensor sums = total();
    // At threshold i positive are those of which more than i thresholds are less.
    const Tensor positive = sums.flip(1).cumsum(1).flip(1).slice(1, 1);
    const Tensor negative = sums.cumsum(1).slice(1, 0, -1);
    return {positive[1], positive[0], negative[1], negative[0]};
}

Precision::Precision(Strategy& strategy, double threshold) : ConfusionCounts(strategy, {threshold}) {
}

double Precision::result() {
    const Counts all = counts();
    return ratio(all.truePositives[0], all.falsePositives[0]);
}

Recall::Recall(Strategy& strategy, double threshold) : ConfusionCounts(strategy, {threshold}) {
}

double Recall::result() {
    const Counts all = counts();
    return ratio(all.truePositives[0], all.falseNegatives[0]);
}

Auc::Auc(Strategy& strategy, int numThresholds) : ConfusionCounts(strategy, evenThresholds(numThresholds)) {
}

double Auc::result() {
    const Counts all = counts();
    // Without labels of a kind these are 0/0: NaN.
    const Tensor rate = all.truePositives / (all.truePositives + all.falseNegatives);
    const Tensor falseRate = all.falsePositives / (all.falsePositives + all.trueNegatives);
    const Tensor heights = (rate.slice(0, 0, -1) + rate.slice(0, 1)) / 2;
    const Tensor widths = falseRate.slice(0, 0, -1) - falseRate.slice(0, 1);
    return (heights * widths).sum().item<double>();
}

ConfusionMatrix::ConfusionMatrix(Strategy& strategy, std::int64_t classes)
    : Metric(strategy, {classes, classes}), classes_(classes) {
}

void ConfusionMatrix::updateState(const Tensor& labels, const Tensor& outputs, const Weights& weights) {
    const torch::NoGradGuard noGrad;
    if (labels.numel() == 0) return;
    const Tensor taken = outputs.argmax(-1);
    wantOneShape("ConfusionMatrix", labels.sizes(), taken.sizes());
    if (outputs.size(-1) != classes_ || labels.min().item<std::int64_t>() < 0 ||
        labels.max().item<std::int64_t>() >= classes_)
        throw std::invalid_argument(fmt::format(
            "ConfusionMatrix: it has {} classes; the outputs have {}, the labels go from {} to {}", classes_,
            outputs.size(-1), labels.min().item<std::int64_t>(), labels.max().item<std::int64_t>()));
    const Tensor place = (labels * classes_ + taken).flatten().cpu();
    state() += at::bincount(place, spread(labels, weights).flatten(), classes_ * classes_)
                   .view({classes_, classes_});
}

}  // namespace trainyard::loop
