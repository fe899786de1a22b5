// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/spec/run/run_spec.h"

namespace trainyard::spec {

/// Settings that other strategies support but that have no meaning if a coordinator schedules the steps, each
/// on one worker. Errors, each with its key and what to write instead. [any]
std::vector<v1::Problem> coordinatedProblems(const v1::RunSpec& spec);

}  // namespace trainyard::spec
