// SPDX-License-Identifier: Apache-2.0
#include "core/engine/model/optimizer.h"

#include <ATen/ops/_fused_adam.h>
#include <ATen/ops/_fused_sgd.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>

#include "core/base/check.h"

namespace trainyard::engine {
namespace {

std::vector<torch::Tensor> gradientsOf(const std::vector<torch::Tensor>& variables) {
    std::vector<torch::Tensor> gradients;
    gradients.reserve(variables.size());
    for (const torch::Tensor& variable : variables) gradients.push_back(variable.grad());
    return gradients;
}

std::vector<torch::Tensor> zerosLike(const std::vector<torch::Tensor>& variables) {
    std::vector<torch::Tensor> zeros;
    for (const torch::Tensor& variable : variables) zeros.push_back(at::zeros_like(variable.detach()));
    return zeros;
}

/// v ← µ·v + g;  w ← w − η·v, or with nesterov w ← w − η·(g + µ·v). The form of PyTorch (Sutskever et al.,
/// ICML 2013, has η inside v; both agree while η is constant).
class Sgd : public Optimizer {
  public:
    Sgd(const nlohmann::json& options, std::vector<torch::Tensor> variables)
        : variables_(std::move(variables)),
          momentum_(options.value("momentum", 0.0)),
          nesterov_(options.value("nesterov", false)) {
        learningRate_ = options.value("learning_rate", 0.01);
        if (momentum_ != 0) momentumBuffers_ = zerosLike(variables_);
    }

    void step(double learningRate) override {
        torch::NoGradGuard noGrad;
        // Zero buffers make the first step's v equal to g, so no step needs to be told that it is the first.
        at::_fused_sgd_(variables_, gradientsOf(variables_), momentumBuffers_, /*weight_decay=*/0, momentum_,
                        learningRate,
                        /*dampening=*/0, nesterov_, /*maximize=*/false, /*is_first_step=*/false);
    }

    std::vector<std::pair<std::string, std::vector<torch::Tensor>>> slots() const override {
        if (momentumBuffers_.empty()) return {};
        return {{"momentum", momentumBuffers_}};
    }

  private:
    std::vector<torch::Tensor> variables_;
    std::vector<torch::Tensor> momentumBuffers_;
    double momentum_;
    bool nesterov_;
};

/// Adam (Kingma and Ba, ICLR 2015, algorithm 1), epsilon outside the bias correction's square root as in
/// PyTorch.
class Adam : public Optimizer {
  public:
    Adam(const nlohmann::json& options, std::vector<torch::Tensor> variables)
        : variables_(std::move(variables)),
          expAvgs_(zerosLike(variables_)),
          expAvgSqs_(zerosLike(variables_)),
          beta1_(options.value("beta_1", 0.9)),
          beta2_(options.value("beta_2", 0.999)),
          epsilon_(options.value("epsilon", 1e-7)) {
        learningRate_ = options.value("learning_rate", 0.001);
        for (std::size_t i = 0; i < variables_.size(); ++i) steps_.push_back(at::zeros({}, torch::kFloat32));
    }

    void step(double learningRate) override {
        torch::NoGradGuard noGrad;
        for (torch::Tensor& count : steps_) count.add_(1);
        at::_fused_adam_(variables_, gradientsOf(variables_), expAvgs_, expAvgSqs_, {}, steps_, learningRate,
                         beta1_, beta2_,
                         /*weight_decay=*/0, epsilon_, /*amsgrad=*/false, /*maximize=*/false);
    }

    std::vector<std::pair<std::string, std::vector<torch::Tensor>>> slots() const override {
        return {{"exp_avg", expAvgs_}, {"exp_avg_sq", expAvgSqs_}, {"step", steps_}};
    }

  private:
    std::vector<torch::Tensor> variables_, expAvgs_, expAvgSqs_, steps_;
    double beta1_, beta2_, epsilon_;
};

}  // namespace

std::unique_ptr<Optimizer> makeOptimizer(const spec::Named& named, std::vector<torch::Tensor> variables) {
    if (named.name == "sgd") return std::make_unique<Sgd>(named.options, std::move(variables));
    if (named.name == "adam") return std::make_unique<Adam>(named.options, std::move(variables));
    TY_CHECK(false, "a linted run file names an optimizer that the engine does not know: " + named.name);
}

}  // namespace trainyard::engine
