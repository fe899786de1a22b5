// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <string>
#include <vector>

#include "core/spec/model/layers.h"

namespace trainyard::engine {

/// A line for each dense layer of the plan: by what its products are computed on the CPU in float32, and what
/// they take, beside the other ways there are. Measured on this thread, which takes about 20 ms at most; of
/// layers beyond that it says that they were not. Nothing is chosen by these times: the bits of a training do
/// not depend on how busy the machine was at its start (ADR 151).
std::vector<std::string> productTimes(const spec::ModelPlan& plan, std::int64_t samples);

}  // namespace trainyard::engine
