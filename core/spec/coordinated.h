// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/spec/run_spec.h"

namespace trainyard::spec {

/// What the run file may ask for of other strategies and has no meaning where a coordinator hands out the
/// steps, each of one worker. Errors, each with its key and what to write instead. [any]
std::vector<v1::Problem> coordinatedProblems(const v1::RunSpec& spec);

}  // namespace trainyard::spec
