// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/Parallel.h>
#include <ATen/TensorIterator.h>
#include <ATen/ops/arange.h>
#include <torch/types.h>

#include <algorithm>
#include <cstdint>

namespace trainyard::engine::layers {

/// Images that one thread takes at a time. Sums over images are those of such parts, in order, so that they
/// do not depend on the number of threads.
inline constexpr std::int64_t kImagesOfPart = 8;

inline std::int64_t partsOf(std::int64_t images) {
    return (images + kImagesOfPart - 1) / kImagesOfPart;
}

/// Calls act(part, first image, images) for all parts, on the threads that libtorch's operators use. Only an
/// operator of its own gets them: at::parallel_for in our code would need a second OpenMP runtime.
template <class Act>
void forEachPart(std::int64_t images, const Act& act) {
    const auto one = [&](std::int64_t part) {
        const std::int64_t first = part * kImagesOfPart;
        act(part, first, std::min(kImagesOfPart, images - first));
    };
    const std::int64_t parts = partsOf(images);
    if (parts <= 1 || at::get_num_threads() == 1 || at::in_parallel_region()) {
        for (std::int64_t part = 0; part < parts; ++part) one(part);
        return;
    }
    const torch::Tensor numbers = at::arange(parts, torch::kInt64);
    at::TensorIterator all = at::TensorIteratorConfig()
                                 .check_all_same_dtype(false)
                                 .add_output(numbers)
                                 .resize_outputs(false)
                                 .build();
    all.for_each(
        [&](char** data, const std::int64_t* strides, std::int64_t inner, std::int64_t outer) {
            for (std::int64_t i = 0; i < inner * outer; ++i)
                one(*reinterpret_cast<const std::int64_t*>(data[0] + i % inner * strides[0] +
                                                           i / inner * strides[1]));
        },
        /*grain_size=*/1);
}

}  // namespace trainyard::engine::layers
