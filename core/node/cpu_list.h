// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sched.h>

#include <string>

#include "core/base/error.h"

namespace trainyard::node {

/// "0-3,6" as taskset(1) writes it; kInvalidArgument in words for anything else, also a CPU number past
/// CPU_SETSIZE.
base::Result<cpu_set_t> parseCpuList(const std::string& text);

}  // namespace trainyard::node
