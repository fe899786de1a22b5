// SPDX-License-Identifier: Apache-2.0
#include "core/engine/model/rms_prop.h"

#include <ATen/ops/_foreach_add.h>
#include <ATen/ops/_foreach_addcdiv.h>
#include <ATen/ops/_foreach_addcmul.h>
#include <ATen/ops/_foreach_copy.h>
#include <ATen/ops/_foreach_div.h>
#include <ATen/ops/_foreach_lerp.h>
#include <ATen/ops/_foreach_mul.h>
#include <ATen/ops/_foreach_sqrt.h>
#include <ATen/ops/_foreach_sub.h>

#include <ATen/ops/empty_like.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace trainyard::engine {

RmsProp::RmsProp(const nlohmann::json& options, Tensors variables)
    : Optimizer(options, std::move(variables)),
      squareAvgs_(filledLike(variables_)),
      rho_(options["rho"]),
      momentum_(options["momentum"]),
      epsilon_(options["epsilon"]) {
    if (options["centered"]) gradAvgs_ = filledLike(variables_);
    if (momentum_ != 0) momentumBuffers_ = filledLike(variables_);
}

std::vector<std::pair<std::string, Optimizer::Tensors>> RmsProp::slots() const {
    std::vector<std::pair<std::string, Tensors>> all{{"square_avg", squareAvgs_}};
    if (!gradAvgs_.empty()) all.emplace_back("grad_avg", gradAvgs_);
    if (!momentumBuffers_.empty()) all.emplace_back("momentum", momentumBuffers_);
    return all;
}

void RmsProp::update(const Tensors& gradients, const Rate& rate, const FoundInf& /*isSkipped*/) {
    if (!rate.onDevice.defined()) return updateEach(gradients, rate.number);
    const State state{variables_, squareAvgs_, gradAvgs_, momentumBuffers_};
    if (at::isReducedFloatingType(variables_.front().scalar_type()))
        updateAllWidely(state, gradients, rate.onDevice);
    else
        updateAll(state, gradients, rate.onDevice);
}

void RmsProp::updateEach(const Tensors& gradients, double rate) {
    for (std::size_t i = 0; i < variables_.size(); ++i) {
        const torch::Tensor& gradient = gradients[i];
        squareAvgs_[i].mul_(rho_).addcmul_(gradient, gradient, 1 - rho_);
        torch::Tensor square = squareAvgs_[i];
        if (!gradAvgs_.empty()) {
            gradAvgs_[i].lerp_(gradient, 1 - rho_);
            square = square.addcmul(gradAvgs_[i], gradAvgs_[i], -1);
        }
        const torch::Tensor divisor = square.sqrt().add_(epsilon_);
        if (momentumBuffers_.empty()) {
            variables_[i].addcdiv_(gradient, divisor, -rate);
        } else {
            momentumBuffers_[i].mul_(momentum_).addcdiv_(gradient, divisor);
            variables_[i].add_(momentumBuffers_[i], -rate);
        }
    }
}

void RmsProp::updateAll(const State& state, const Tensors& gradients, const torch::Tensor& rate) const {
    at::_foreach_mul_(state.squareAvgs, rho_);
    at::_foreach_addcmul_(state.squareAvgs, gradients, gradients, 1 - rho_);
    Tensors divisors;
    if (state.gradAvgs.empty()) {
        divisors = at::_foreach_sqrt(state.squareAvgs);
    } else {
        at::_foreach_lerp_(state.gradAvgs, gradients, 1 - rho_);
        divisors = at::_foreach_addcmul(state.squareAvgs, state.gradAvgs, state.gradAvgs, -1);
        at::_foreach_sqrt_(divisors);
    }
    at::_foreach_add_(divisors, epsilon_);
    const torch::Tensor now = rate.to(state.variables.front().scalar_type());
    Tensors updates;
    if (state.momentumBuffers.empty()) {
        updates = at::_foreach_div(gradients, divisors);
        at::_foreach_mul_(updates, now);
    } else {
        at::_foreach_mul_(state.momentumBuffers, momentum_);
        at::_foreach_addcdiv_(state.momentumBuffers, gradients, divisors);
        updates = at::_foreach_mul(state.momentumBuffers, now);
    }
    at::_foreach_sub_(state.variables, updates);
}

RmsProp::Tensors RmsProp::State::all() const {
    Tensors tensors;
    for (const Tensors* part : {&variables, &squareAvgs, &gradAvgs, &momentumBuffers})
        std::ranges::copy(*part, std::back_inserter(tensors));
    return tensors;
}

void RmsProp::updateAllWidely(const State& state, const Tensors& gradients, const torch::Tensor& rate) const {
    const auto widened = [](const Tensors& tensors) {
        Tensors wide;
        for (const torch::Tensor& tensor : tensors)
            wide.push_back(at::empty_like(tensor.detach(),
                                          tensor.options().dtype(torch::kFloat32).requires_grad(false)));
        if (!wide.empty()) at::_foreach_copy_(wide, tensors);
        return wide;
    };
    const State wide{widened(state.variables), widened(state.squareAvgs), widened(state.gradAvgs),
                     widened(state.momentumBuffers)};
    updateAll(wide, widened(gradients), rate);
    at::_foreach_copy_(state.all(), wide.all());
}

}  // namespace trainyard::engine
