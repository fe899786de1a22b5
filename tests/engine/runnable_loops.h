// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/engine/model/loops.h"

namespace trainyard::engine::testing {
namespace {

/// Those that this processor can run; `kernels::kLoops` are the including file's own, for any x86-64.
[[maybe_unused]] std::vector<const kernels::Loops*> runnableLoops() {
    std::vector<const kernels::Loops*> all{&kernels::kLoops};
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) all.push_back(&kernels::kAvx2Loops);
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        all.push_back(&kernels::kAvx512Loops);
#endif
    return all;
}

}  // namespace
}  // namespace trainyard::engine::testing
