// SPDX-License-Identifier: Apache-2.0
#include "core/engine/train/not_finite.h"

namespace trainyard::engine {

std::int64_t firstNotFinite(std::span<const Batch> batches) {
    for (const Batch& batch : batches)
        for (const torch::Tensor& values : {batch.features, batch.labels, batch.weights}) {
            if (!values.defined() || !values.is_floating_point() || values.numel() == 0) continue;
            const torch::Tensor bad = values.isfinite().logical_not().reshape({values.size(0), -1}).any(1);
            for (std::int64_t i = 0; i < bad.size(0) && i < std::ssize(batch.samples); ++i)
                if (bad[i].item<bool>()) return batch.samples[static_cast<std::size_t>(i)];
        }
    return -1;
}

}  // namespace trainyard::engine
