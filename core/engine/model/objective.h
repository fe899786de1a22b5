// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/engine/ledger/step_sums.h"
#include "core/engine/model/model.h"
#include "core/spec/model/loss.h"

namespace trainyard::engine {

/// The training objective of a run: its loss, the penalties of its layers and its metrics, computed for one
/// replica's part of a batch as sums over samples. Immutable. [train]
class Objective {
  public:
    /// `loss` and `metrics` as the schema allows them, for a model accepted by checkLoss(). Metrics that are
    /// meaningless under this loss are omitted.
    Objective(const spec::Named& loss, const std::vector<spec::Named>& metrics, const spec::ModelPlan& plan);

    struct Scored {
        /// Scalar to back-propagate: Σ weight·loss over the samples, plus the penalty once per sample, so
        /// that over all replicas and micro-batches it counts once; divided by `globalCount`.
        torch::Tensor loss;
        StepSums sums;
    };
    /// The same where it was computed, without waiting for it.
    struct Terms {
        torch::Tensor loss;                     ///< as in Scored
        torch::Tensor lossSum;                  ///< before the division, without a graph
        std::vector<torch::Tensor> metricSums;  ///< float64 scalars, in the order of metricNames()
        std::int64_t samples = 0;
        StepSums read() const;  ///< waits for a device
    };
    Terms terms(const Model& model, const torch::Tensor& outputs, const torch::Tensor& labels,
                const torch::Tensor& weights, std::int64_t globalCount) const;
    /// `outputs` {samples, …} of `model`; `labels` {samples, …} int64 class indexes or numbers; `weights`
    /// {samples} or undefined; `globalCount`: the samples of all replicas, 1 or more. If a sample has several
    /// losses, they are averaged within the sample. Throws c10::Error for a class index outside the output.
    Scored score(const Model& model, const torch::Tensor& outputs, const torch::Tensor& labels,
                 const torch::Tensor& weights, std::int64_t globalCount) const;
    /// The sums alone, for nobody who trains.
    StepSums sums(const Model& model, const torch::Tensor& outputs, const torch::Tensor& labels,
                  const torch::Tensor& weights = {}) const;

    /// {samples}: the loss of each, without weights and penalties.
    torch::Tensor losses(const torch::Tensor& outputs, const torch::Tensor& labels) const {
        return loss_(outputs, labels);
    }
    /// Whether the loss depends on weights themselves.
    bool hasPenalties() const { return !penalties_.empty(); }
    /// In Keras' naming, in the order of StepSums::metrics.
    const std::vector<std::string>& metricNames() const { return metricNames_; }

  private:
    using OfBatch = std::function<torch::Tensor(const torch::Tensor& outputs, const torch::Tensor& labels)>;
    Terms computed(const Model& model, const torch::Tensor& outputs, const torch::Tensor& labels,
                   const torch::Tensor& weights, std::optional<std::int64_t> globalCount) const;
    torch::Tensor penalty(const Model& model) const;

    OfBatch loss_;  ///< of each sample
    bool isSparseOfLogits_ = false;
    std::vector<std::string> metricNames_;
    std::vector<OfBatch> metrics_;  ///< sums over the samples, float64
    struct Penalty {
        std::size_t variable = 0;
        double l1 = 0;
        double l2 = 0;
    };
    std::vector<Penalty> penalties_;
};

}  // namespace trainyard::engine
