// SPDX-License-Identifier: Apache-2.0
// A driver of four GPUs, which nobody uses.
#include "tests/unit/node/fake_nvml.h"

extern "C" trainyard::testing::FakeMachine* fakeMachine();

namespace {

const bool isFilled = [] {
    constexpr unsigned long long kMemory = 8ULL << 30;
    for (int gpu = 0; gpu < 4; ++gpu) fakeMachine()->gpus.push_back({"Substitute", kMemory, kMemory});
    return true;
}();

}  // namespace
