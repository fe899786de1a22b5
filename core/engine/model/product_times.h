// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/spec/model/layers.h"

namespace trainyard::engine {

/// What a dense layer's products take on the CPU in float32, in ms, by each way there is.
struct ProductTimes {
    struct Ways {
        double libtorch = 0;
        std::optional<double> sgemm, prepared;  ///< oneDNN's
    };
    std::int64_t in = 0, out = 0;
    std::int64_t measured = 0;  ///< the inputs that were measured, of large layers a part; 0: not measured
    std::string prepared;       ///< what computes its result, in oneDNN's words; empty: sgemm does
    Ways result, ofInput, ofWeight;  ///< and the gradients
};

/// Of each shape of the plan's dense layers. Takes about 20 ms at most, beside what the first call of each
/// library prepares for all that follow, of this thread and those that libtorch's operators use; shapes
/// beyond that are not measured. Nothing is chosen by these times: the bits of a training do not depend on
/// how busy the machine was at its start (ADR 151).
std::vector<ProductTimes> productTimes(const spec::ModelPlan& plan, std::int64_t samples);

/// The same in the log, a line for each shape.
void logProductTimes(const spec::ModelPlan& plan, std::int64_t samples);

}  // namespace trainyard::engine
