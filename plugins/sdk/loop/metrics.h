// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "plugins/sdk/loop/distribute.h"

/// Metrics of custom training loops, with the names and definitions of tf.keras.metrics. Replicas update them
/// inside run() with their own samples; result() is of all samples of all replicas since the last
/// resetStates(), since what is added over the replicas are sums, never means. `weights` count a sample, or
/// each of its places, that many times.
namespace trainyard::loop {

/// What a metric has summed, in float64, one row of sums for each replica of this process. A metric of your
/// own derives from this: add to state() in its updateState(), compute from total() in its result().
class Metric {
  public:
    Metric(Strategy& strategy, std::vector<std::int64_t> shape);
    virtual ~Metric() = default;
    void resetStates();

  protected:
    /// This replica's sums; its shape is the constructor's. [replica]
    torch::Tensor& state();
    /// Collective. The sums of all replicas. [train]
    torch::Tensor total();

  private:
    Strategy& strategy_;
    std::vector<torch::Tensor> states_;
};

/// Σ values·weights.
class Sum : public Metric {
  public:
    explicit Sum(Strategy& strategy);
    void updateState(const torch::Tensor& values, const std::optional<torch::Tensor>& weights = std::nullopt);
    double result();
};

/// Σ values·weights / Σ weights; NaN if nothing was added.
class Mean : public Metric {
  public:
    explicit Mean(Strategy& strategy);
    void updateState(const torch::Tensor& values, const std::optional<torch::Tensor>& weights = std::nullopt);
    double result();
};

/// The share of labels {samples, …} that are the class of the largest of the outputs {samples, …, classes}.
class SparseCategoricalAccuracy : public Mean {
  public:
    using Mean::Mean;
    void updateState(const torch::Tensor& labels, const torch::Tensor& outputs,
                     const std::optional<torch::Tensor>& weights = std::nullopt);
};

/// The same for labels {samples, …, classes}, of which the largest is the right class.
class CategoricalAccuracy : public Mean {
  public:
    using Mean::Mean;
    void updateState(const torch::Tensor& labels, const torch::Tensor& outputs,
                     const std::optional<torch::Tensor>& weights = std::nullopt);
};

/// The share of labels {samples, …} that are among the `k` classes with the largest outputs {samples, …,
/// classes}.
class SparseTopKCategoricalAccuracy : public Mean {
  public:
    SparseTopKCategoricalAccuracy(Strategy& strategy, std::int64_t k = 5);
    void updateState(const torch::Tensor& labels, const torch::Tensor& outputs,
                     const std::optional<torch::Tensor>& weights = std::nullopt);

  private:
    std::int64_t k_;
};

/// The share of labels of 0 and 1 for which an output of the same shape is on the right side of `threshold`
/// (logits: 0).
class BinaryAccuracy : public Mean {
  public:
    explicit BinaryAccuracy(Strategy& strategy, double threshold = 0.5);
    void updateState(const torch::Tensor& labels, const torch::Tensor& outputs,
                     const std::optional<torch::Tensor>& weights = std::nullopt);

  private:
    double threshold_;
};

/// Means over all elements of labels and outputs of one shape.
class MeanSquaredError : public Mean {
  public:
    using Mean::Mean;
    void updateState(const torch::Tensor& labels, const torch::Tensor& outputs,
                     const std::optional<torch::Tensor>& weights = std::nullopt);
};
class MeanAbsoluteError : public Mean {
  public:
    using Mean::Mean;
    void updateState(const torch::Tensor& labels, const torch::Tensor& outputs,
                     const std::optional<torch::Tensor>& weights = std::nullopt);
};

/// Of labels of 0 and 1 and probabilities of the same shape, the weights of true and false, positive and
/// negative answers at each of several thresholds. An output is positive if it is greater than the threshold.
class ConfusionCounts : public Metric {
  public:
    void updateState(const torch::Tensor& labels, const torch::Tensor& probabilities,
                     const std::optional<torch::Tensor>& weights = std::nullopt);

  protected:
    /// `thresholds` ascend.
    ConfusionCounts(Strategy& strategy, std::vector<double> thresholds);
    /// {thresholds} each.
    struct Counts {
        torch::Tensor truePositives, falsePositives, falseNegatives, trueNegatives;
    };
    Counts counts();

  private:
    torch::Tensor thresholds_;
};

/// True positives / all positive answers; 0 where there is none.
class Precision : public ConfusionCounts {
  public:
    explicit Precision(Strategy& strategy, double threshold = 0.5);
    double result();
};

/// True positives / all labels of 1; 0 where there is none.
class Recall : public ConfusionCounts {
  public:
    explicit Recall(Strategy& strategy, double threshold = 0.5);
    double result();
};

/// The area under the curve of the true positives' rate over the false positives' rate, by the trapezoids
/// between `numThresholds` thresholds, evenly spaced from just below 0 to just above 1. As
/// tf.keras.metrics.AUC. NaN while labels of one of the two kinds are missing.
class Auc : public ConfusionCounts {
  public:
    explicit Auc(Strategy& strategy, int numThresholds = 200);
    double result();
};

/// How often each class (row) was taken for each class (column).
class ConfusionMatrix : public Metric {
  public:
    ConfusionMatrix(Strategy& strategy, std::int64_t classes);
    /// Labels {samples, …}, outputs {samples, …, classes}. Throws std::invalid_argument for a label that is
    /// no class.
    void updateState(const torch::Tensor& labels, const torch::Tensor& outputs,
                     const std::optional<torch::Tensor>& weights = std::nullopt);
    /// {classes, classes} float64. Collective. [train]
    torch::Tensor result() { return total(); }

  private:
    std::int64_t classes_;
};

}  // namespace trainyard::loop
