// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include "core/engine/model/draws.h"
#include "core/engine/model/weight_gradient.h"

namespace trainyard::engine {

/// What becomes of a product besides its bias.
struct AfterProduct {
    bool hasRelu = false;
    /// A dropout of what relu leaves: only with it. Alive during the call.
    const DropoutRows* dropout = nullptr;
};

/// x·Wᵀ + b, with its gradients: `x` {samples, in}, `weight` {out, in}, `bias` {out} or undefined, result
/// {samples, out}. Float32 matrices on the CPU are multiplied by oneDNN, everything else by libtorch: the MKL
/// inside libtorch uses its AVX2 kernels on non-Intel processors, which for mnist_cnn's 21,632 × 128 weights
/// reaches a third of the speed of AVX-512 (4.1 against 1.5 ms for the gradient of x, 64 samples, one
/// thread). `after` is part of the same pass there, forward and backward (ADR 163).
/// `to` has an effect where oneDNN multiplies. With a step, the gradients of weight and bias are left in
/// their grad() without autograd, or the weight is updated, where it is large enough to gain by it; nothing
/// else may depend on that weight then: its gradient is this product's alone.
torch::Tensor linear(const torch::Tensor& x, const torch::Tensor& weight, const torch::Tensor& bias,
                     const WeightGradient& to = {}, const AfterProduct& after = {});

/// dWeight {out, in} = dOutᵀ·x for `dOut` {samples, out} and `x` {samples, in}, all contiguous float32 on the
/// CPU, by oneDNN. Of a large one each thread writes neighbouring rows: where it has most of the model's
/// elements, those that the same thread reads again in the optimizer (shares.h).
void weightGradient(const torch::Tensor& dOut, const torch::Tensor& x, torch::Tensor& dWeight);

/// Whether linear() makes plain SGD's step of a weight with so many elements: one that no cache of a core
/// holds.
bool isUpdatedInBackward(std::int64_t elements);

/// Whether linear() computes its result by a product that oneDNN prepares once (onednn::rowProducts), else by
/// sgemm. Its gradients are sgemm's. A fixed rule: a run has the same bits whenever it is repeated (ADR 151).
bool arePrepared(std::int64_t samples, std::int64_t in, std::int64_t out);

}  // namespace trainyard::engine
