// SPDX-License-Identifier: Apache-2.0
// The loops of kernels.h. Included by one .cpp file for each set of instructions, compiled for it; so nothing
// here may have external linkage, be it of the standard library: the linker would keep one of them for all.
#pragma once

#include "core/engine/model/adam_loop.h"
#include "core/engine/model/kernels.h"
#include "core/engine/model/pool_loops.h"
#include "core/engine/model/row_loops.h"

namespace trainyard::engine::kernels {
namespace {

constexpr Loops kLoops{.pool = poolAll,
                       .unpool = unpoolAll,
                       .convPool = convPoolAll,
                       .convUnpool = convUnpoolAll,
                       .conv = planeConvAll,
                       .unconv = planeUnconvAll,
                       .relu = reluAll,
                       .dropoutMask = dropoutMaskAll,
                       .reluDropout = reluDropoutAll,
                       .reluBackward = reluBackwardAll,
                       .addRows = addRowsAll,
                       .adam = adamAll};

}  // namespace
}  // namespace trainyard::engine::kernels
