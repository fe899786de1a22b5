// SPDX-License-Identifier: Apache-2.0
// Compiled for processors that have these instructions (CMakeLists.txt).
#include "core/engine/model/loops.h"

namespace trainyard::engine::kernels {

const Loops kAvx2Loops = kLoops;

}  // namespace trainyard::engine::kernels
