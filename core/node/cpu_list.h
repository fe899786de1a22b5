// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sched.h>

#include <string>

#include "core/base/error.h"

namespace trainyard::node {

/// "0-3,6" in the notation of taskset(1); kInvalidArgument, with an explanation, for anything else, including
/// CPU numbers beyond CPU_SETSIZE.
base::Result<cpu_set_t> parseCpuList(const std::string& text);
/// kRefused "cluster.cpus" where this machine has none of them.
base::Status checkCpus(const cpu_set_t& cpus);
/// How many CPUs a task here may use: those of `list` (empty: all) that this process may, at least 1.
int usableCpus(const std::string& list);

}  // namespace trainyard::node
