// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/spec/run/run_spec.h"

namespace trainyard::control {

/// What the entries of `metrics` find in their samples: a hint that names the series with their last values,
/// a warning where there is none, an error where the sample cannot be read. Blocks on the disk.
std::vector<v1::Problem> checkSamples(const v1::RunSpec& spec);

}  // namespace trainyard::control
