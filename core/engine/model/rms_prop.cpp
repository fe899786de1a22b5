// SPDX-License-Identifier: Apache-2.0
#include "core/engine/model/rms_prop.h"

#include <ATen/ops/_foreach_add.h>
#include <ATen/ops/_foreach_addcdiv.h>
#include <ATen/ops/_foreach_addcmul.h>
#include <ATen/ops/_foreach_div.h>
#include <ATen/ops/_foreach_lerp.h>
#include <ATen/ops/_foreach_mul.h>
#include <ATen/ops/_foreach_sqrt.h>
#include <ATen/ops/_foreach_sub.h>

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
    rate.onDevice.defined() ? updateAll(gradients, rate.onDevice) : updateEach(gradients, rate.number);
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

void RmsProp::updateAll(const Tensors& gradients, const torch::Tensor& rate) {
    at::_foreach_mul_(squareAvgs_, rho_);
    at::_foreach_addcmul_(squareAvgs_, gradients, gradients, 1 - rho_);
    Tensors divisors;
    if (gradAvgs_.empty()) {
        divisors = at::_foreach_sqrt(squareAvgs_);
    } else {
        at::_foreach_lerp_(gradAvgs_, gradients, 1 - rho_);
        divisors = at::_foreach_addcmul(squareAvgs_, gradAvgs_, gradAvgs_, -1);
        at::_foreach_sqrt_(divisors);
    }
    at::_foreach_add_(divisors, epsilon_);
    const torch::Tensor now = rate.to(variables_.front().scalar_type());
    Tensors updates;
    if (momentumBuffers_.empty()) {
        updates = at::_foreach_div(gradients, divisors);
        at::_foreach_mul_(updates, now);
    } else {
        at::_foreach_mul_(momentumBuffers_, momentum_);
        at::_foreach_addcdiv_(momentumBuffers_, gradients, divisors);
        updates = at::_foreach_mul(momentumBuffers_, now);
    }
    at::_foreach_sub_(variables_, updates);
}

}  // namespace trainyard::engine
