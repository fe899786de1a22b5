// SPDX-License-Identifier: Apache-2.0
#include "core/engine/model/objective.h"

#include <map>
#include <optional>

#include "core/base/check.h"
#include "core/engine/model/losses.h"
#include "core/engine/model/row_losses.h"

namespace trainyard::engine {
namespace {

using torch::Tensor;

/// {samples, …, classes}: the classes of images are their channels.
Tensor classesLast(const Tensor& outputs) {
    return outputs.dim() == 4 ? outputs.movedim(1, -1) : outputs;
}

/// Mean over all places of a sample.
Tensor perSample(const Tensor& places) {
    return places.dim() == 1 ? places : places.flatten(1).mean(1);
}

/// Class indexes for each place of `last` {samples, …, classes}.
Tensor indexesFor(const Tensor& last, const Tensor& labels) {
    return labels.to(torch::kInt64).reshape(last.sizes().slice(0, static_cast<std::size_t>(last.dim() - 1)));
}

Tensor sparseCrossentropy(const Tensor& outputs, const Tensor& labels, bool isLogits) {
    const Tensor last = classesLast(outputs);
    return perSample(losses::sparseCategoricalCrossentropy(indexesFor(last, labels), last, isLogits));
}

Tensor categoricalCrossentropy(const Tensor& outputs, const Tensor& labels, bool isLogits) {
    if (!labels.is_floating_point()) return sparseCrossentropy(outputs, labels, isLogits);
    return perSample(losses::categoricalCrossentropy(classesLast(labels.view(outputs.sizes())),
                                                     classesLast(outputs), isLogits));
}

Tensor numbersFor(const Tensor& outputs, const Tensor& labels) {
    return labels.to(outputs.scalar_type()).reshape(outputs.sizes());
}

Tensor binaryCrossentropy(const Tensor& outputs, const Tensor& labels, bool isLogits) {
    return perSample(losses::binaryCrossentropy(numbersFor(outputs, labels), outputs, isLogits));
}

Tensor squaredError(const Tensor& outputs, const Tensor& labels) {
    return perSample(at::square(outputs - numbersFor(outputs, labels)));
}
Tensor absoluteError(const Tensor& outputs, const Tensor& labels) {
    return perSample(at::abs(outputs - numbersFor(outputs, labels)));
}

Tensor categoricalAccuracy(const Tensor& outputs, const Tensor& labels) {
    const Tensor last = classesLast(outputs);
    const Tensor wanted = labels.is_floating_point() ? classesLast(labels.view(outputs.sizes())).argmax(-1)
                                                     : indexesFor(last, labels);
    return perSample(last.argmax(-1).eq(wanted).to(torch::kFloat64));
}

/// Σ of it.
Tensor categoricalHits(const Tensor& outputs, const Tensor& labels) {
    if (std::optional<Tensor> hits = rowHits(labels, outputs)) return *std::move(hits);
    return categoricalAccuracy(outputs, labels).sum(torch::kFloat64);
}

/// Right when on the side of 1/2 that the label is on; for logits that is their sign.
Tensor binaryAccuracy(const Tensor& outputs, const Tensor& labels, bool isLogits) {
    const Tensor isYes = outputs > (isLogits ? 0.0 : 0.5);
    return perSample(isYes.eq(numbersFor(outputs, labels) > 0.5).to(torch::kFloat64));
}

}  // namespace

Objective::Objective(const spec::Named& loss, const std::vector<spec::Named>& metrics,
                     const spec::ModelPlan& plan) {
    const bool isLogits = loss.options.value("from_logits", true);
    const auto withLogits = [isLogits](auto function) {
        return
            [=](const Tensor& outputs, const Tensor& labels) { return function(outputs, labels, isLogits); };
    };
    const auto summed = [](auto function) {
        return [=](const Tensor& outputs, const Tensor& labels) {
            return function(outputs, labels).sum(torch::kFloat64);
        };
    };
    const std::map<std::string, OfBatch> losses{
        {"sparse_categorical_crossentropy", withLogits(sparseCrossentropy)},
        {"categorical_crossentropy", withLogits(categoricalCrossentropy)},
        {"binary_crossentropy", withLogits(binaryCrossentropy)},
        {"mean_squared_error", squaredError},
        {"mean_absolute_error", absoluteError},
    };
    const auto found = losses.find(loss.name);
    TY_CHECK(found != losses.end(),
             "a linted run file names a loss that the engine does not know: " + loss.name);
    loss_ = found->second;
    isSparseOfLogits_ = loss.name == "sparse_categorical_crossentropy" && isLogits;

    const std::string accuracy = spec::accuracyKind(loss);
    for (const spec::Named& metric : metrics) {
        OfBatch function;
        if (metric.name == "mean_squared_error") function = summed(squaredError);
        if (metric.name == "mean_absolute_error") function = summed(absoluteError);
        if (metric.name == "accuracy" && accuracy == "binary") function = summed(withLogits(binaryAccuracy));
        if (metric.name == "accuracy" && accuracy.ends_with("categorical")) function = categoricalHits;
        if (!function) continue;
        metrics_.push_back(std::move(function));
        metricNames_.push_back(metric.name);
    }

    std::size_t index = 0;
    for (const spec::Layer& layer : plan.layers)
        for (const spec::Layer::Variable& variable : layer.variables) {
            if (variable.l1 > 0 || variable.l2 > 0) penalties_.push_back({index, variable.l1, variable.l2});
            ++index;
        }
}

Tensor Objective::penalty(const Model& model) const {
    Tensor sum;
    for (const Penalty& penalty : penalties_) {
        const Tensor& variable = model.variables()[penalty.variable];
        Tensor term;
        if (penalty.l2 > 0) term = penalty.l2 * at::square(variable).sum();
        if (penalty.l1 > 0) {
            const Tensor absolute = penalty.l1 * at::abs(variable).sum();
            term = term.defined() ? term + absolute : absolute;
        }
        sum = sum.defined() ? sum + term : term;
    }
    return sum;
}

/// Without a count there is no loss.
Objective::Terms Objective::computed(const Model& model, const Tensor& outputs, const Tensor& labels,
                                     const Tensor& weights, std::optional<std::int64_t> globalCount) const {
    const auto divisor = static_cast<double>(globalCount.value_or(1));
    Terms terms;
    terms.samples = outputs.size(0);
    if (auto rows = isSparseOfLogits_ ? rowCrossentropy(labels, outputs, weights, divisor) : std::nullopt) {
        terms.lossSum = std::move(rows->sum);
        terms.loss = std::move(rows->divided);
    } else {
        const Tensor losses = loss_(outputs, labels);
        const Tensor sum = (weights.defined() ? losses * weights.to(losses.scalar_type()) : losses).sum();
        terms.lossSum = sum.detach();
        if (globalCount) terms.loss = sum / divisor;
    }
    if (!penalties_.empty()) {
        const Tensor each = penalty(model);
        const auto samples = static_cast<double>(terms.samples);
        terms.lossSum = terms.lossSum + each.detach() * samples;
        if (globalCount) terms.loss = terms.loss + each * (samples / divisor);
    }
    torch::NoGradGuard noGrad;
    for (const OfBatch& metric : metrics_)
        terms.metricSums.push_back(terms.samples > 0
                                       ? metric(outputs, labels)
                                       : at::zeros({}, outputs.options().dtype(torch::kFloat64)));
    return terms;
}

StepSums Objective::Terms::read() const {
    StepSums sums{lossSum.item<double>(), static_cast<double>(samples), {}};
    for (const Tensor& metric : metricSums)
        sums.metrics.push_back({metric.item<double>(), static_cast<double>(samples)});
    return sums;
}

Objective::Terms Objective::terms(const Model& model, const Tensor& outputs, const Tensor& labels,
                                  const Tensor& weights, std::int64_t globalCount) const {
    return computed(model, outputs, labels, weights, globalCount);
}

Objective::Scored Objective::score(const Model& model, const Tensor& outputs, const Tensor& labels,
                                   const Tensor& weights, std::int64_t globalCount) const {
    const Terms terms = computed(model, outputs, labels, weights, globalCount);
    return {terms.loss, terms.read()};
}

StepSums Objective::sums(const Model& model, const Tensor& outputs, const Tensor& labels,
                         const Tensor& weights) const {
    return computed(model, outputs, labels, weights, std::nullopt).read();
}

}  // namespace trainyard::engine
