// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/engine/model/on_threads.h"

namespace trainyard::engine::layers {

/// Images that one thread takes at a time. Sums over images are those of such parts, in order, so that they
/// do not depend on the number of threads.
inline constexpr std::int64_t kImagesOfPart = 8;

inline std::int64_t partsOf(std::int64_t images) {
    return (images + kImagesOfPart - 1) / kImagesOfPart;
}

/// Calls act(part, first image, images) for all parts, on the threads that libtorch's operators use.
template <class Act>
void forEachPart(std::int64_t images, const Act& act) {
    forEachOnThreads(partsOf(images), [&](std::int64_t part) {
        const std::int64_t first = part * kImagesOfPart;
        act(part, first, std::min(kImagesOfPart, images - first));
    });
}

}  // namespace trainyard::engine::layers
