// SPDX-License-Identifier: Apache-2.0
#include "plugins/sdk/gradient_packs.h"

#include <fmt/format.h>

#include <ATen/ops/empty_like.h>
#include <ATen/ops/zeros_like.h>
#include <torch/csrc/autograd/utils/lambda_post_hook.h>
#include <torch/csrc/autograd/variable.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace trainyard::sdk {
namespace {

std::int64_t bytesOf(const torch::Tensor& variable) {
    return static_cast<std::int64_t>(variable.nbytes());
}

/// Walks the variables in reverse; `isNew(packs, filled, before, bytes)` decides whether a variable of
/// `bytes` starts a new pack, given the number of packs, the bytes in the newest pack and in all of them.
template <typename IsNew>
Packs pack(const ReplicaVariables& variables, IsNew&& isNew) {
    Packs packs;
    std::int64_t filled = 0, before = 0;
    for (std::size_t i = variables.size(); i-- > 0;) {
        const std::int64_t bytes = bytesOf(variables[i]);
        const bool isOtherType =
            i + 1 < variables.size() && variables[i + 1].scalar_type() != variables[i].scalar_type();
        if (packs.empty() || isOtherType || isNew(packs.size(), filled, before, bytes)) {
            packs.emplace_back();
            filled = 0;
        }
        packs.back().push_back(i);
        filled += bytes;
        before += bytes;
    }
    return packs;
}

}  // namespace

Packs packByBytes(const ReplicaVariables& variables, std::int64_t firstBytes, std::int64_t packBytes) {
    return pack(variables, [&](std::size_t packs, std::int64_t filled, std::int64_t, std::int64_t bytes) {
        return filled + bytes > (packs == 1 ? firstBytes : packBytes);
    });
}

Packs packByCount(const ReplicaVariables& variables, int count) {
    std::int64_t total = 0, started = 0;
    for (const torch::Tensor& variable : variables) total += bytesOf(variable);
    return pack(variables, [&](std::size_t, std::int64_t, std::int64_t before, std::int64_t) {
        const std::int64_t part = before * count / std::max<std::int64_t>(total, 1);
        return part != std::exchange(started, part);
    });
}

std::string describePacks(const ReplicaVariables& variables, const Packs& packs) {
    double bytes = 0;
    for (const torch::Tensor& variable : variables) bytes += static_cast<double>(variable.nbytes());
    return fmt::format("{} all-reduce{} in {} pack{} ({:.2f} MB)", variables.size(),
                       variables.size() == 1 ? "" : "s", packs.size(), packs.size() == 1 ? "" : "s",
                       bytes / 1e6);
}

GradientPacks::GradientPacks(std::vector<ReplicaVariables> replicas, Packs packs,
                             std::function<void(int pack)> onComplete)
    : replicas_(std::move(replicas)),
      packs_(std::move(packs)),
      onComplete_(std::move(onComplete)),
      packOf_(replicas_.front().size()),
      progress_(replicas_.size()),
      missing_(std::make_unique<std::atomic<std::size_t>[]>(packs_.size())),
      isComplete_(packs_.size()) {
    for (std::size_t p = 0; p < packs_.size(); ++p)
        for (const std::size_t variable : packs_[p]) packOf_[variable] = p;
    for (std::size_t r = 0; r < replicas_.size(); ++r) {
        progress_[r].isReady.resize(packOf_.size());
        for (std::size_t v = 0; v < packOf_.size(); ++v) {
            Hook hook;
            hook.accumulator = torch::autograd::impl::grad_accumulator(replicas_[r][v]);
            if (!hook.accumulator)
                throw std::invalid_argument(fmt::format("variable {} does not require a gradient", v));
            hook.key =
                hook.accumulator->add_post_hook(std::make_unique<torch::autograd::utils::LambdaPostHook>(
                    [this, r, v](const torch::autograd::variable_list& outputs,
                                 const torch::autograd::variable_list& inputs) {
                        if (progress_[r].isArmed) ready(r, v, inputs.front());
                        return outputs;
                    }));
            hooks_.push_back(std::move(hook));
        }
    }
}

GradientPacks::~GradientPacks() {
    for (const Hook& hook : hooks_) hook.accumulator->del_post_hook(hook.key);
}

void GradientPacks::beginStep() {
    for (std::size_t p = 0; p < packs_.size(); ++p) missing_[p] = packs_[p].size() * replicas_.size();
    std::fill(isComplete_.begin(), isComplete_.end(), 0);
    next_ = 0;
    for (Progress& progress : progress_) {
        progress.isArmed = false;
        std::fill(progress.isReady.begin(), progress.isReady.end(), 0);
    }
}

void GradientPacks::backward(int replica, const torch::Tensor& loss) {
    const auto r = static_cast<std::size_t>(replica);
    progress_[r].isArmed = true;
    loss.backward();
    progress_[r].isArmed = false;
    for (const auto& pack : packs_)
        for (const std::size_t v : pack)
            if (!progress_[r].isReady[v]) ready(r, v, {});
}

void GradientPacks::ready(std::size_t replica, std::size_t variable, const torch::Tensor& arrived) {
    const torch::Tensor& owner = replicas_[replica][variable];
    torch::Tensor& gradient = owner.mutable_grad();
    // Reductions modify memory in place, so each gradient must have its variable's layout and memory of its
    // own (autograd may return a view of something else). It usually does: what has arrived became the
    // gradient, and is alive until the hook returns.
    const auto owners = [&] {
        return gradient.storage().use_count() -
               (arrived.defined() && arrived.storage().is_alias_of(gradient.storage()) ? 1 : 0);
    };
    if (!gradient.defined())
        gradient = at::zeros_like(owner.detach());
    else if (gradient.strides() != owner.strides() || owners() > 1)
        gradient = at::empty_like(owner.detach()).copy_(gradient.detach());
    progress_[replica].isReady[variable] = 1;
    const std::size_t pack = packOf_[variable];
    if (missing_[pack].fetch_sub(1) != 1) return;
    std::lock_guard lock(mutex_);
    isComplete_[pack] = 1;
    while (next_ < packs_.size() && isComplete_[next_]) onComplete_(static_cast<int>(next_++));
}

}  // namespace trainyard::sdk
