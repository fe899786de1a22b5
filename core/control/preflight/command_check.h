// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/control/preflight/preflight.h"

namespace trainyard::control {

/// What keeps a command run's program from being started on this machine: a missing program, one that is no
/// program, a missing working folder, a log folder that cannot be written. Hints name the variables of the
/// contract that keep the user's values.
std::vector<v1::Problem> checkCommand(const v1::RunSpec& spec);

}  // namespace trainyard::control
