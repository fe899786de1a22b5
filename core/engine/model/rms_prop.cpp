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
    // A GPU makes each operation for all variables in one kernel. A CPU has a variable in its cache from one
    // operation to the next.
    if (rate.onDevice.defined()) return updateSome(0, variables_.size(), gradients, rate);
    for (std::size_t i = 0; i < variables_.size(); ++i) updateSome(i, 1, gradients, rate);
}

void RmsProp::updateSome(std::size_t from, std::size_t count, const Tensors& gradients, const Rate& rate) {
    const auto some = [&](const Tensors& all) { return at::TensorList(all).slice(from, count); };
    const at::TensorList variables = some(variables_), grads = some(gradients), squares = some(squareAvgs_);
    at::_foreach_mul_(squares, rho_);
    at::_foreach_addcmul_(squares, grads, grads, 1 - rho_);
    Tensors divisors;
    if (gradAvgs_.empty()) {
        divisors = at::_foreach_sqrt(squares);
    } else {
        at::_foreach_lerp_(some(gradAvgs_), grads, 1 - rho_);
        divisors = at::_foreach_addcmul(squares, some(gradAvgs_), some(gradAvgs_), -1);
        at::_foreach_sqrt_(divisors);
    }
    at::_foreach_add_(divisors, epsilon_);
    if (!momentumBuffers_.empty()) {
        at::_foreach_mul_(some(momentumBuffers_), momentum_);
        at::_foreach_addcdiv_(some(momentumBuffers_), grads, divisors);
    }
    if (rate.onDevice.defined()) {
        const torch::Tensor now = rate.onDevice.to(variables_.front().scalar_type());
        Tensors updates = momentumBuffers_.empty() ? at::_foreach_div(grads, divisors)
                                                   : at::_foreach_mul(some(momentumBuffers_), now);
        if (momentumBuffers_.empty()) at::_foreach_mul_(updates, now);
        at::_foreach_sub_(variables, updates);
    } else if (momentumBuffers_.empty()) {
        at::_foreach_addcdiv_(variables, grads, divisors, -rate.number);
    } else {
        at::_foreach_add_(variables, some(momentumBuffers_), -rate.number);
    }
}

}  // namespace trainyard::engine
