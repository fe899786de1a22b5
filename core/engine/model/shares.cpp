// SPDX-License-Identifier: Apache-2.0
#include "core/engine/model/shares.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <cstdint>

#include "core/engine/model/on_threads.h"

namespace trainyard::engine {

bool haveSameOrder(const torch::Tensor& one, const torch::Tensor& other) {
    for (std::int64_t dim = 0; dim < one.dim(); ++dim)
        if (one.size(dim) > 1 && one.stride(dim) != other.stride(dim)) return false;
    return true;
}

namespace {

using torch::Tensor;

/// A variable's elements [first, first + count) in the order of memory.
struct Extent {
    std::size_t variable;
    std::int64_t first, count;
};

/// Whether all that has variable i's shape has its elements in its order in memory, without gaps.
bool canBeCut(const TensorLists& lists, std::size_t i) {
    const Tensor& variable = lists[0][i];
    return variable.is_non_overlapping_and_dense() &&
           std::ranges::all_of(lists, [&](const std::vector<Tensor>& list) {
               return list.empty() || list[i].sizes() != variable.sizes() || haveSameOrder(list[i], variable);
           });
}

/// As many as there is work for, and at most `shares`.
std::vector<std::vector<Extent>> cut(const TensorLists& lists, std::int64_t elements, std::int64_t shares) {
    // Cuts at these leave each element to the same instructions, so that its bits do not depend on them.
    constexpr std::int64_t kWholeRegisters = 64;
    std::vector<std::vector<Extent>> all(1);
    std::int64_t before = 0;  // elements of the variables so far
    for (std::size_t i = 0; i < lists[0].size(); ++i) {
        const std::int64_t count = lists[0][i].numel();
        const bool isWhole = !canBeCut(lists, i);
        for (std::int64_t first = 0; first < count;) {
            const auto number = static_cast<std::int64_t>(all.size());
            const std::int64_t left = elements * number / shares - before - first;
            if (left < kWholeRegisters && number < shares) {
                all.emplace_back();
                continue;
            }
            const bool isRest = isWhole || number == shares || count - first <= left;
            const std::int64_t taken = isRest ? count - first : left / kWholeRegisters * kWholeRegisters;
            all.back().push_back({i, first, taken});
            first += taken;
        }
        before += count;
    }
    // A variable that is not cut takes the room of several; libtorch refuses to update nothing.
    std::erase_if(all, [](const std::vector<Extent>& share) { return share.empty(); });
    return all;
}

Tensor part(const Tensor& tensor, const Extent& extent, const Tensor& variable) {
    if (extent.count == variable.numel() || tensor.sizes() != variable.sizes()) return tensor;
    return tensor.as_strided({extent.count}, {1}, tensor.storage_offset() + extent.first);
}

}  // namespace

void forEachShare(const TensorLists& lists, const std::function<void(const TensorLists& share)>& act) {
    const std::vector<Tensor>& variables = lists.at(0);
    if (variables.empty()) return;
    std::int64_t elements = 0;
    for (const Tensor& variable : variables) elements += variable.numel();
    const int threads = at::get_num_threads();
    const torch::NoGradGuard noGrad;
    if (!isWorthThreads(elements) || threads == 1 || !variables.front().is_cpu()) return act(lists);
    const std::vector<std::vector<Extent>> shares = cut(lists, elements, threads);
    forEachOnThreads(static_cast<std::int64_t>(shares.size()), [&](std::int64_t number) {
        const torch::NoGradGuard noGradHere;
        TensorLists share(lists.size());
        for (std::size_t k = 0; k < lists.size(); ++k)
            for (const Extent& extent : shares[static_cast<std::size_t>(number)])
                if (!lists[k].empty())
                    share[k].push_back(part(lists[k][extent.variable], extent, variables[extent.variable]));
        act(share);
    });
}

}  // namespace trainyard::engine
