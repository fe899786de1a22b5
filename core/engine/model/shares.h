// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <functional>
#include <vector>

namespace trainyard::engine {

/// Lists side by side: [k][i] is what variable i has of kind k, e.g. itself, its gradient, a slot. A list is
/// as long as the first one, or empty: no variable has that.
using TensorLists = std::vector<std::vector<torch::Tensor>>;

/// Whether two tensors of the same shape have their elements in the same order in memory.
bool haveSameOrder(const torch::Tensor& one, const torch::Tensor& other);

/// Calls act(lists of a share) for as many shares of the variables' elements as libtorch uses threads, all at
/// once, without autograd; every element is in one of them. For elementwise updates: each of libtorch's fused
/// optimizers wakes all threads for each variable, however small, which takes longer than to update it. A
/// variable that spans shares is cut, with all that has its shape; what has another (a scalar) is in each. On
/// a GPU, on one thread, or where there is little to do: all of it in one call; of no variables: none.
void forEachShare(const TensorLists& lists, const std::function<void(const TensorLists& share)>& act);

}  // namespace trainyard::engine
