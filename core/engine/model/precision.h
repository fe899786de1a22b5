// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::engine {

/// The `train.precision` of a linted run file.
inline torch::ScalarType precisionOf(const v1::RunSpec& spec) {
    const std::string& precision = spec.train().precision();
    return precision == "float64"    ? torch::kFloat64
           : precision == "bfloat16" ? torch::kBFloat16
           : precision == "float16"  ? torch::kHalf
                                     : torch::kFloat32;
}

}  // namespace trainyard::engine
