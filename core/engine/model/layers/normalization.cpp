// SPDX-License-Identifier: Apache-2.0
// Batch normalisation (Ioffe and Szegedy, ICML 2015) and layer normalisation (Ba et al., arXiv:1607.06450).
#include <torch/csrc/autograd/custom_function.h>

#include "core/engine/model/layers/layers.h"

namespace trainyard::engine::layers {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::Variable;

/// The table's variables `weight` and `bias`, of which `scale` and `center` may leave out either.
struct Affine {
    torch::Tensor weight, bias;
    explicit Affine(const LayerParts& parts) {
        for (std::size_t i = 0; i < parts.variables.size(); ++i)
            (parts.plan.variables[i].name.ends_with(".weight") ? weight : bias) = parts.variables[i];
    }
};

/// A vector of channels shaped to meet the second axis of `x`.
torch::Tensor perChannel(const torch::Tensor& channels, const torch::Tensor& x) {
    std::vector<std::int64_t> shape(static_cast<std::size_t>(x.dim()), 1);
    shape[1] = channels.size(0);
    return channels.view(shape);
}

/// All axes but that of the channels.
std::vector<std::int64_t> sampleAxes(const torch::Tensor& x) {
    std::vector<std::int64_t> axes{0};
    for (std::int64_t axis = 2; axis < x.dim(); ++axis) axes.push_back(axis);
    return axes;
}

struct Statistics {
    torch::Tensor mean, variance;  ///< float64 {channels}; the variance is that of the population
    double count = 0;              ///< values a channel over all replicas
};

/// One reduction: Σx, Σx² and the count, in float64.
Statistics statisticsOverReplicas(const torch::Tensor& x, sdk::ReplicaContext& replicas) {
    const torch::Tensor wide = x.to(torch::kFloat64);
    const std::int64_t channels = x.size(1);
    const double local = static_cast<double>(x.numel()) / static_cast<double>(channels);
    const torch::Tensor sums = replicas.sum(at::cat(
        {wide.sum(sampleAxes(x)), (wide * wide).sum(sampleAxes(x)), at::full({1}, local, wide.options())}));
    Statistics all;
    all.count = sums[2 * channels].item<double>();
    all.mean = sums.slice(0, 0, channels) / all.count;
    all.variance = (sums.slice(0, channels, 2 * channels) / all.count - all.mean * all.mean).clamp_min(0);
    return all;
}

/// (x - mean) / √(variance + ε) with the statistics of all replicas' samples, so that its gradient has two
/// more sums over all replicas: with x̂ the output and g its gradient,
/// dx = (g - Σg/n - x̂·Σ(g·x̂)/n) / √(variance + ε).
class NormalizeOverReplicas : public Function<NormalizeOverReplicas> {
  public:
    static Variable forward(AutogradContext* context, const Variable& x, const torch::Tensor& mean,
                            const torch::Tensor& inverseDeviation, double count, std::int64_t replicas) {
        const torch::Tensor normal =
            ((x.to(torch::kFloat64) - perChannel(mean, x)) * perChannel(inverseDeviation, x))
                .to(x.scalar_type());
        context->save_for_backward({normal, inverseDeviation});
        context->saved_data["count"] = count;
        context->saved_data["replicas"] = replicas;
        return normal;
    }
    static std::vector<Variable> backward(AutogradContext* context, std::vector<Variable> gradients) {
        const auto saved = context->get_saved_variables();
        const torch::Tensor &normal = saved[0], &inverseDeviation = saved[1];
        // The step function whose pass this is has not returned yet: its context is alive.
        auto& replicas = *reinterpret_cast<sdk::ReplicaContext*>(context->saved_data["replicas"].toInt());
        const double count = context->saved_data["count"].toDouble();
        const torch::Tensor gradient = gradients[0].to(torch::kFloat64), wide = normal.to(torch::kFloat64);
        const std::int64_t channels = normal.size(1);
        const auto axes = sampleAxes(normal);
        const torch::Tensor means =
            replicas.sum(at::cat({gradient.sum(axes), (gradient * wide).sum(axes)})) / count;
        const torch::Tensor dx = (gradient - perChannel(means.slice(0, 0, channels), normal) -
                                  wide * perChannel(means.slice(0, channels), normal)) *
                                 perChannel(inverseDeviation, normal);
        return {dx.to(gradients[0].scalar_type()), {}, {}, {}, {}};
    }
};

class BatchNormalization : public Layer {
  public:
    explicit BatchNormalization(const LayerParts& parts)
        : affine_(parts),
          runningMean_(parts.buffers.at(0)),
          runningVariance_(parts.buffers.at(1)),
          momentum_(parts.plan.options["momentum"]),
          epsilon_(parts.plan.options["epsilon"]) {}

    torch::Tensor forward(const torch::Tensor& x, const Pass& pass) const override {
        // A sequence {samples, steps, features} has its channels last.
        if (x.dim() != 3) return normalized(x, pass);
        return normalized(x.flatten(0, 1), pass).view(x.sizes());
    }

  private:
    torch::Tensor normalized(const torch::Tensor& x, const Pass& pass) const {
        if (!pass.isTraining())
            return at::batch_norm(x, affine_.weight, affine_.bias, runningMean_, runningVariance_,
                                  /*training=*/false, 0, epsilon_, /*cudnn_enabled=*/false);
        if (pass.synchronized) return overReplicas(x, *pass.synchronized);
        // Nothing to normalise or to learn from; but each variable must get its gradient, of zeros.
        if (x.size(0) == 0) return scaled(x);
        const auto [y, mean, inverseDeviation] =
            at::native_batch_norm(x, affine_.weight, affine_.bias, {}, {}, /*training=*/true, 0, epsilon_);
        updateRunning(mean.detach(), (inverseDeviation.detach().pow(-2) - epsilon_).clamp_min(0));
        return y;
    }
    torch::Tensor overReplicas(const torch::Tensor& x, sdk::ReplicaContext& replicas) const {
        const Statistics statistics = statisticsOverReplicas(x.detach(), replicas);
        const torch::Tensor inverseDeviation = (statistics.variance + epsilon_).rsqrt();
        updateRunning(statistics.mean, statistics.variance);
        const torch::Tensor y = NormalizeOverReplicas::apply(
            x, statistics.mean, inverseDeviation, statistics.count,
            static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(&replicas)));
        return scaled(y);
    }
    torch::Tensor scaled(torch::Tensor y) const {
        if (affine_.weight.defined()) y = y * perChannel(affine_.weight, y);
        if (affine_.bias.defined()) y = y + perChannel(affine_.bias, y);
        return y;
    }
    /// running ← momentum·running + (1 - momentum)·batch, Keras' momentum; its variance is the population's.
    void updateRunning(const torch::Tensor& mean, const torch::Tensor& variance) const {
        torch::NoGradGuard noGrad;
        const double share = 1 - momentum_;
        torch::Tensor(runningMean_).lerp_(mean.to(runningMean_.scalar_type()), share);
        torch::Tensor(runningVariance_).lerp_(variance.to(runningVariance_.scalar_type()), share);
    }

    Affine affine_;
    torch::Tensor runningMean_, runningVariance_;
    double momentum_, epsilon_;
};

class LayerNormalization : public Layer {
  public:
    explicit LayerNormalization(const LayerParts& parts)
        : affine_(parts),
          isImage_(parts.plan.input.size() == 3),
          channels_(isImage_ ? parts.plan.input.front() : parts.plan.input.back()),
          epsilon_(parts.plan.options["epsilon"]) {}
    torch::Tensor forward(const torch::Tensor& x, const Pass&) const override {
        const torch::Tensor last = isImage_ ? x.permute({0, 2, 3, 1}) : x;
        const torch::Tensor y = at::layer_norm(last, {channels_}, affine_.weight, affine_.bias, epsilon_);
        return isImage_ ? y.permute({0, 3, 1, 2}) : y;
    }

  private:
    Affine affine_;
    bool isImage_;
    std::int64_t channels_;
    double epsilon_;
};

}  // namespace

std::span<const LayerKind> normalizations() {
    static constexpr LayerKind kKinds[] = {
        {"batch_normalization", make<BatchNormalization>, Steps::kSame},
        {"layer_normalization", make<LayerNormalization>, Steps::kSame},
    };
    return kKinds;
}

}  // namespace trainyard::engine::layers
