// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/model/adam_kernel.h"
#include "core/engine/model/pool_kernels.h"
#include "core/engine/model/row_kernels.h"

namespace trainyard::engine::kernels {

/// All loops, compiled for one set of instructions.
struct Loops {
    decltype(&maxPool) pool;
    decltype(&maxPoolBackward) unpool;
    decltype(&convMaxPool) convPool;
    decltype(&convMaxPoolBackward) convUnpool;
    decltype(&planeConv) conv;
    decltype(&planeConvBackward) unconv;
    decltype(&kernels::relu) relu;
    decltype(&kernels::dropoutMask) dropoutMask;
    decltype(&kernels::reluDropout) reluDropout;
    decltype(&kernels::reluBackward) reluBackward;
    decltype(&kernels::addRows) addRows;
    decltype(&kernels::adam) adam;
};
extern const Loops kAvx2Loops, kAvx512Loops;

}  // namespace trainyard::engine::kernels
