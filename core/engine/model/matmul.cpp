// SPDX-License-Identifier: Apache-2.0
#include "core/engine/model/matmul.h"

#include <ATen/Parallel.h>
#include <ATen/autocast_mode.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/linear.h>

#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <atomic>

#include "core/base/check.h"
#include "core/engine/model/onednn.h"

namespace trainyard::engine {
namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::Variable;
using torch::autograd::variable_list;

/// How a matrix in row-major order enters a product.
enum class As : char { kItself = 'N', kTransposed = 'T' };

/// out {rows, columns} = a·b + beta·out, all row-major and contiguous; `inner` is the summed dimension.
void multiply(As aAs, const Tensor& a, As bAs, const Tensor& b, std::int64_t inner, float beta, Tensor& out) {
    const bool isDone = onednn::sgemm({static_cast<char>(aAs), static_cast<char>(bAs), out.size(0),
                                       out.size(1), inner, a.size(1), b.size(1), out.size(1)},
                                      1.0f, a.const_data_ptr<float>(), b.const_data_ptr<float>(), beta,
                                      out.mutable_data_ptr<float>());
    TY_CHECK(isDone, "oneDNN refused a matrix product of shapes that were checked");
}

/// x·Wᵀ + b.
Tensor product(const Tensor& x, const Tensor& weight, const Tensor& bias) {
    if (arePrepared(x.size(0), x.size(1), weight.size(0))) {
        Tensor out = at::empty({x.size(0), weight.size(0)}, x.options().requires_grad(false));
        if (onednn::rowProducts({x.size(0), weight.size(0), x.size(1), at::get_num_threads()},
                                x.const_data_ptr<float>(), weight.const_data_ptr<float>(),
                                bias.const_data_ptr<float>(), out.mutable_data_ptr<float>()))
            return out;
    }
    Tensor out = bias.expand({x.size(0), bias.size(0)}).contiguous();
    multiply(As::kItself, x, As::kTransposed, weight, x.size(1), 1.0f, out);
    return out;
}

/// The gradient of x, if `dX` is defined, and then weight −= rate · dOutᵀ·x, by columns of the weight: each
/// of its elements comes from memory once, and its gradient never goes there.
void updateByColumns(const Tensor& dOut, const Tensor& x, float rate, const Tensor& weight, Tensor& dX) {
    // Of the weight, with those of x and dX, they fit into a core's second cache (128 rows: 0.8 MB).
    constexpr std::int64_t kColumns = 480;
    const std::int64_t samples = x.size(0), in = x.size(1), out = weight.size(0);
    const float *fromOut = dOut.const_data_ptr<float>(), *fromX = x.const_data_ptr<float>();
    float* const weights = weight.mutable_data_ptr<float>();
    float* const toX = dX.defined() ? dX.mutable_data_ptr<float>() : nullptr;
    std::atomic<bool> isDone = true;
    at::parallel_for(0, (in + kColumns - 1) / kColumns, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t block = begin; block < end; ++block) {
            const std::int64_t first = block * kColumns, columns = std::min(kColumns, in - first);
            const onednn::Sgemm ofX{'N', 'N', samples, columns, out, out, in, in};
            const onednn::Sgemm ofWeight{'T', 'N', out, columns, samples, out, in, in};
            if ((toX && !onednn::sgemm(ofX, 1.0f, fromOut, weights + first, 0.0f, toX + first)) ||
                !onednn::sgemm(ofWeight, -rate, fromOut, fromX + first, 1.0f, weights + first))
                isDone = false;
        }
    });
    TY_CHECK(isDone, "oneDNN refused a part of a matrix product whose shapes were checked");
}

struct Linear : torch::autograd::Function<Linear> {
    static Tensor forward(AutogradContext* context, const Tensor& x, const Tensor& weight, const Tensor& bias,
                          StepInBackward* step) {
        const Tensor plain = x.contiguous();
        context->save_for_backward({plain, weight});
        context->saved_data["step"] = reinterpret_cast<std::int64_t>(step);
        return product(plain, weight, bias.contiguous());
    }

    static variable_list backward(AutogradContext* context, variable_list gradients) {
        const variable_list saved = context->get_saved_variables();
        const Tensor &x = saved[0], &weight = saved[1];
        const Tensor dOut = gradients[0].contiguous();
        Tensor dX, dWeight, dBias;
        if (context->needs_input_grad(2)) dBias = dOut.sum(0);
        auto* const step = reinterpret_cast<StepInBackward*>(context->saved_data["step"].toInt());
        if (step && context->needs_input_grad(1)) {
            if (context->needs_input_grad(0)) dX = at::empty(x.sizes(), x.options());
            updateByColumns(dOut, x, step->rate(), weight, dX);
            step->noteUpdated(weight);
            return {dX, dWeight, dBias, {}};
        }
        if (context->needs_input_grad(1)) {
            dWeight = at::empty(weight.sizes(), weight.options());
            multiply(As::kTransposed, dOut, As::kItself, x, dOut.size(0), 0.0f, dWeight);
        }
        if (context->needs_input_grad(0)) {
            dX = at::empty(x.sizes(), x.options());
            multiply(As::kItself, dOut, As::kItself, weight, dOut.size(1), 0.0f, dX);
        }
        return {dX, dWeight, dBias, {}};
    }
};

}  // namespace

bool arePrepared(std::int64_t samples, std::int64_t in, std::int64_t out) {
    // Of fewer multiplications, a prepared product costs more to call than it saves.
    constexpr std::int64_t kWorthPreparing = 1'000'000;
    const onednn::RowProducts rows{samples, out, in, at::get_num_threads()};
    return samples * in * out >= kWorthPreparing && *onednn::kindOfRowProducts(rows) != '\0';
}

bool isUpdatedInBackward(std::int64_t elements) {
    constexpr std::int64_t kWorthIt = 1'000'000;
    return elements >= kWorthIt && onednn::isThere();
}

Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias, StepInBackward* step) {
    const bool isPlain = onednn::isThere() && x.dim() == 2 && x.size(0) > 0 && x.is_cpu() && bias.defined() &&
                         !at::autocast::is_autocast_enabled(at::kCPU) && x.scalar_type() == torch::kFloat32 &&
                         weight.scalar_type() == torch::kFloat32 && weight.is_contiguous();
    if (!isPlain) return at::linear(x, weight, bias);
    return Linear::apply(x, weight, bias, isUpdatedInBackward(weight.numel()) ? step : nullptr);
}

}  // namespace trainyard::engine
