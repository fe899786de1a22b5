// SPDX-License-Identifier: Apache-2.0
#include "core/engine/model/optimizer.h"

#include <ATen/OpMathType.h>
#include <ATen/ops/_foreach_add.h>
#include <ATen/ops/_foreach_mul.h>
#include <ATen/ops/_fused_adagrad.h>
#include <ATen/ops/_fused_adam.h>
#include <ATen/ops/_fused_sgd.h>
#include <ATen/ops/full_like.h>
#include <ATen/ops/ones_like.h>
#include <ATen/ops/where.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/check.h"
#include "core/engine/model/adam_kernel.h"
#include "core/engine/model/rms_prop.h"
#include "core/engine/model/shares.h"
#include "core/spec/model/optimizer_spec.h"

namespace trainyard::engine {
namespace {

using Tensors = Optimizer::Tensors;
using nlohmann::json;

Tensors stepCounts(const Tensors& variables) {
    Tensors counts;
    for (std::size_t i = 0; i < variables.size(); ++i)
        counts.push_back(at::zeros({}, variables[i].options().dtype(torch::kFloat32).requires_grad(false)));
    return counts;
}

bool isDenseFloatOnCpu(const torch::Tensor& variable) {
    return variable.is_cpu() && variable.scalar_type() == torch::kFloat32 &&
           variable.is_non_overlapping_and_dense();
}

void countStep(const Tensors& counts, const std::optional<torch::Tensor>& isSkipped) {
    if (isSkipped)
        at::_foreach_add_(counts, 1 - *isSkipped);
    else if (!counts.empty() && counts.front().is_cpu())
        for (const torch::Tensor& count : counts) *count.mutable_data_ptr<float>() += 1;
    else
        at::_foreach_add_(counts, 1);
}

/// Without the variables whose gradients, the second list, are undefined.
TensorLists thoseWithGradients(TensorLists lists) {
    const Tensors gradients = lists[1];
    if (std::ranges::all_of(gradients, &torch::Tensor::defined)) return lists;
    for (Tensors& list : lists) {
        Tensors kept;
        for (std::size_t i = 0; i < list.size(); ++i)
            if (gradients[i].defined()) kept.push_back(std::move(list[i]));
        list = std::move(kept);
    }
    return lists;
}

/// v ← µ·v + g;  w ← w − η·v, or with nesterov w ← w − η·(g + µ·v). The form of PyTorch (Sutskever et al.,
/// ICML 2013, has η inside v; both agree while η is constant).
class Sgd : public Optimizer {
  public:
    Sgd(const json& options, Tensors variables)
        : Optimizer(options, std::move(variables)),
          momentum_(options["momentum"]),
          nesterov_(options["nesterov"]) {
        if (momentum_ != 0) momentumBuffers_ = filledLike(variables_);
    }
    std::vector<std::pair<std::string, Tensors>> slots() const override {
        if (momentumBuffers_.empty()) return {};
        return {{"momentum", momentumBuffers_}};
    }

  private:
    void update(const Tensors& gradients, const Rate& rate, const FoundInf& isSkipped) override {
        // Zero buffers make the first step's v equal to g, so the first step needs no special case.
        forEachShare(
            thoseWithGradients({variables_, gradients, momentumBuffers_}), [&](const TensorLists& of) {
                const auto step = [&](const auto& learningRate) {
                    at::_fused_sgd_(of[0], of[1], of[2], /*weight_decay=*/0, momentum_, learningRate,
                                    /*dampening=*/0, nesterov_, /*maximize=*/false, /*is_first_step=*/false,
                                    /*grad_scale=*/{}, isSkipped);
                };
                rate.onDevice.defined() ? step(rate.onDevice) : step(rate.number);
            });
    }
    StepInBackward::Ways waysInBackward(double rate) const override {
        if (momentum_ != 0) return {};
        return {.plainRate = static_cast<float>(rate)};
    }
    Tensors momentumBuffers_;
    double momentum_;
    bool nesterov_;
};

/// Adam (Kingma and Ba, ICLR 2015, algorithm 1), epsilon outside the bias correction's square root as in
/// PyTorch; amsgrad: Reddi et al., ICLR 2018. AdamW is Adam with another default of the weight decay.
class Adam : public Optimizer {
  public:
    Adam(const json& options, Tensors variables)
        : Optimizer(options, std::move(variables)),
          expAvgs_(filledLike(variables_)),
          expAvgSqs_(filledLike(variables_)),
          steps_(stepCounts(variables_)),
          beta1_(options["beta_1"]),
          beta2_(options["beta_2"]),
          epsilon_(options["epsilon"]),
          amsgrad_(options["amsgrad"]),
          isOurs_(!amsgrad_ && std::ranges::all_of(variables_, isDenseFloatOnCpu)) {
        if (amsgrad_) maxExpAvgSqs_ = filledLike(variables_);
    }
    std::vector<std::pair<std::string, Tensors>> slots() const override {
        std::vector<std::pair<std::string, Tensors>> all{
            {"exp_avg", expAvgs_}, {"exp_avg_sq", expAvgSqs_}, {"step", steps_}};
        if (amsgrad_) all.emplace_back("max_exp_avg_sq", maxExpAvgSqs_);
        return all;
    }

  private:
    void update(const Tensors& gradients, const Rate& rate, const FoundInf& isSkipped) override {
        countStep(steps_, isSkipped);
        if (isOurs_) return updateHere(gradients, rate.number);
        forEachShare({variables_, gradients, expAvgs_, expAvgSqs_, maxExpAvgSqs_, steps_},
                     [&](const TensorLists& of) {
                         const auto step = [&](const auto& learningRate) {
                             at::_fused_adam_(of[0], of[1], of[2], of[3], of[4], of[5], learningRate, beta1_,
                                              beta2_, /*weight_decay=*/0, epsilon_, amsgrad_,
                                              /*maximize=*/false, /*grad_scale=*/{}, isSkipped);
                         };
                         rate.onDevice.defined() ? step(rate.onDevice) : step(rate.number);
                     });
    }

    void updateHere(Tensors gradients, double rate) {
        for (std::size_t i = 0; i < gradients.size(); ++i)
            if (gradients[i].defined() && !haveSameOrder(gradients[i], variables_[i]))
                gradients[i] = at::empty_like(variables_[i]).copy_(gradients[i]);
        forEachShare(thoseWithGradients({variables_, gradients, expAvgs_, expAvgSqs_, steps_}),
                     [&](const TensorLists& of) {
                         for (std::size_t i = 0; i < of[0].size(); ++i)
                             kernels::adam(
                                 stepAt(*of[4][i].const_data_ptr<float>(), rate), of[0][i].numel(),
                                 of[1][i].const_data_ptr<float>(), of[0][i].mutable_data_ptr<float>(),
                                 of[2][i].mutable_data_ptr<float>(), of[3][i].mutable_data_ptr<float>());
                     });
        // As an operator in place would: a graph that still needs the old values refuses the new ones.
        for (const torch::Tensor& variable : variables_) variable.unsafeGetTensorImpl()->bump_version();
    }

    StepInBackward::Ways waysInBackward(double rate) const override {
        if (!isOurs_) return {};
        return {.inParts = [this, rate](const torch::Tensor& variable) {
            const auto found = std::ranges::find_if(
                variables_, [&](const torch::Tensor& each) { return each.is_same(variable); });
            TY_CHECK(found != variables_.end(), "a layer's variable is not among the optimizer's");
            const auto i = static_cast<std::size_t>(found - variables_.begin());
            auto* const weight = variables_[i].mutable_data_ptr<float>();
            auto* const m = expAvgs_[i].mutable_data_ptr<float>();
            auto* const v = expAvgSqs_[i].mutable_data_ptr<float>();
            // update() counts the step, after this.
            kernels::AdamStep step = stepAt(*steps_[i].const_data_ptr<float>() + 1, rate);
            step.mayEstimate = true;  // there is one copy of the variables, which no other has to equal
            return [=](std::int64_t first, std::int64_t count, const float* gradient) {
                kernels::adam(step, count, gradient, weight + first, m + first, v + first);
            };
        }};
    }

    /// `count`: of the steps, this one among them.
    kernels::AdamStep stepAt(double count, double rate) const {
        return {.new1 = static_cast<float>(1 - beta1_),
                .beta2 = static_cast<float>(beta2_),
                .new2 = static_cast<float>(1 - beta2_),
                .rate = static_cast<float>(rate / (1 - std::pow(beta1_, count))),
                .scale = static_cast<float>(1 / std::sqrt(1 - std::pow(beta2_, count))),
                .epsilon = static_cast<float>(epsilon_)};
    }

    Tensors expAvgs_, expAvgSqs_, maxExpAvgSqs_, steps_;
    double beta1_, beta2_, epsilon_;
    bool amsgrad_;
    bool isOurs_;  ///< the variables are for kernels::adam()
};

/// s ← s + g²;  w ← w − η·g / (√s + ε) (Duchi et al., JMLR 2011).
class Adagrad : public Optimizer {
  public:
    Adagrad(const json& options, Tensors variables)
        : Optimizer(options, std::move(variables)),
          sums_(filledLike(variables_, options["initial_accumulator_value"])),
          steps_(stepCounts(variables_)),
          epsilon_(options["epsilon"]) {}
    std::vector<std::pair<std::string, Tensors>> slots() const override {
        return {{"sum", sums_}, {"step", steps_}};
    }

  private:
    void update(const Tensors& gradients, const Rate& rate, const FoundInf& isSkipped) override {
        countStep(steps_, isSkipped);
        forEachShare({variables_, gradients, sums_, steps_}, [&](const TensorLists& of) {
            const auto step = [&](const auto& learningRate) {
                at::_fused_adagrad_(of[0], of[1], of[2], of[3], learningRate, /*lr_decay=*/0,
                                    /*weight_decay=*/0, epsilon_, /*maximize=*/false, /*grad_scale=*/{},
                                    isSkipped);
            };
            rate.onDevice.defined() ? step(rate.onDevice) : step(rate.number);
        });
    }
    Tensors sums_, steps_;
    double epsilon_;
};

template <class Kind>
std::unique_ptr<Optimizer> make(const json& options, Tensors variables) {
    return std::make_unique<Kind>(options, std::move(variables));
}

}  // namespace

Tensors Optimizer::filledLike(const Tensors& variables, double value) {
    Tensors filled;
    for (const torch::Tensor& variable : variables)
        filled.push_back(value == 0 ? at::zeros_like(variable.detach())
                                    : at::full_like(variable.detach(), value));
    return filled;
}

Optimizer::Optimizer(const json& options, Tensors variables)
    : variables_(std::move(variables)),
      rate_(options["learning_rate"]),
      weightDecay_(options["weight_decay"]) {
}

void Optimizer::setRate(double learningRate) {
    if (variables_.empty() || variables_.front().is_cpu())
        now_.number = learningRate;
    else
        setRateOnDevice(learningRate);
}

void Optimizer::setRateOnDevice(double learningRate) {
    const bool isNew = learningRate != now_.number;
    now_.number = learningRate;
    const double kept = 1 - learningRate * weightDecay_;
    if (!now_.onDevice.defined()) {
        const auto options = variables_.front().options().requires_grad(false);
        now_.onDevice = at::full({}, learningRate, options.dtype(torch::kFloat32));
        kept_ = at::full({}, kept, options.dtype(at::toOpMathType(variables_.front().scalar_type())));
    } else if (isNew) {
        now_.onDevice.fill_(learningRate);
        kept_.fill_(kept);
    }
}

void Optimizer::apply(const torch::Tensor& isSkipped, const StepInBackward* made) {
    torch::NoGradGuard noGrad;
    FoundInf onDevice;
    if (isSkipped.defined() && (isSkipped.is_cpu() || !isCapturable())) {
        if (isSkipped.item<float>() != 0) return;
    } else if (isSkipped.defined()) {
        onDevice = isSkipped;
    }
    if (weightDecay_ != 0) {
        if (kept_.defined())
            scaleBy(onDevice ? at::where(*onDevice > 0, 1, kept_) : kept_, variables_);
        else
            at::_foreach_mul_(variables_, 1 - now_.number * weightDecay_);
    }
    Tensors gradients = gradientsOf(variables_);
    for (std::size_t i = 0; i < variables_.size(); ++i)
        if (!gradients[i].defined() && !(made && made->hasUpdated(variables_[i])))
            gradients[i] = at::zeros_like(variables_[i]);
    update(gradients, now_, onDevice);
}

StepInBackward Optimizer::stepInBackward() const {
    if (weightDecay_ != 0 || lossScale_ || now_.onDevice.defined()) return {};
    return StepInBackward(waysInBackward(now_.number));
}

std::vector<std::pair<std::string, torch::Tensor>> Optimizer::state(
    const std::vector<std::string>& variables) const {
    std::vector<std::pair<std::string, torch::Tensor>> all;
    for (const auto& [slot, tensors] : slots())
        for (std::size_t i = 0; i < tensors.size(); ++i)
            all.emplace_back(variables[i] + "." + slot, tensors[i]);
    if (lossScale_) std::ranges::move(lossScale_->state(), std::back_inserter(all));
    return all;
}

std::unique_ptr<Optimizer> makeOptimizer(const spec::Named& named, Tensors variables) {
    static const std::map<std::string, std::unique_ptr<Optimizer> (*)(const json&, Tensors)> kKinds{
        {"sgd", make<Sgd>},         {"adam", make<Adam>},       {"adamw", make<Adam>},
        {"rmsprop", make<RmsProp>}, {"adagrad", make<Adagrad>},
    };
    const base::Result<spec::Named> complete = spec::completeOptimizer(named);
    TY_CHECK(complete, "an optimizer that no run file could have: " + complete.error().message.text());
    const auto kind = kKinds.find(complete->name);
    TY_CHECK(kind != kKinds.end(), "the schema names an optimizer that the engine lacks: " + named.name);
    return kind->second(complete->options, std::move(variables));
}

Tensors gradientsOf(const Tensors& variables) {
    Tensors gradients;
    gradients.reserve(variables.size());
    for (const torch::Tensor& variable : variables) gradients.push_back(variable.grad());
    return gradients;
}

void scaleBy(const torch::Tensor& factor, const Tensors& tensors) {
    Tensors wide;
    for (const torch::Tensor& tensor : tensors)
        if (at::isReducedFloatingType(tensor.scalar_type()))
            tensor.copy_(tensor.to(torch::kFloat32).mul_(factor));
        else
            wide.push_back(tensor);
    if (!wide.empty()) at::_foreach_mul_(wide, factor);
}

void clipNormOnDevice(const Tensors& variables, double clipNorm) {
    torch::NoGradGuard noGrad;
    torch::Tensor squares;
    for (const torch::Tensor& variable : variables) {
        const torch::Tensor sum = variable.grad().pow(2).sum(torch::kFloat64);
        squares = squares.defined() ? squares + sum : sum;
    }
    const torch::Tensor norm = squares.sqrt();
    const torch::Tensor factor = at::where(norm > clipNorm, clipNorm / norm, at::ones_like(norm));
    for (const torch::Tensor& variable : variables)
        scaleBy(factor.to(at::toOpMathType(variable.scalar_type())), {variable.grad()});
}

void clipGradients(const Tensors& variables, double clipNorm, double clipValue) {
    torch::NoGradGuard noGrad;
    const bool isOnCpu = variables.empty() || variables.front().is_cpu();
    if (clipNorm > 0 && !isOnCpu) clipNormOnDevice(variables, clipNorm);
    if (clipNorm > 0 && isOnCpu) {
        double squares = 0;
        for (const torch::Tensor& variable : variables)
            squares += variable.grad().pow(2).sum(torch::kFloat64).item<double>();
        const double norm = std::sqrt(squares);
        // A norm that is not finite leaves the gradients unchanged: the loss shows it.
        if (norm > clipNorm)
            for (const torch::Tensor& variable : variables) variable.grad().mul_(clipNorm / norm);
    }
    if (clipValue > 0)
        for (const torch::Tensor& variable : variables) variable.grad().clamp_(-clipValue, clipValue);
}

}  // namespace trainyard::engine
