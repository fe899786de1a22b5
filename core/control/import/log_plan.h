// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/base/error.h"
#include "core/events/log_folder.h"
#include "core/events/spool.h"

namespace trainyard::control {

/// The plan that the process which wrote a log file has written too: it says which attempt that was, and
/// where its epochs end. It is in the process's file in the folder `train` of its task. Nothing if that has
/// none, as an evaluator's. kNotFound ("import.no_plan") while a file of validation is there without the one
/// in `train`: its points would get other epochs than they have. Reads that file as far as the plan. Blocks.
base::Result<std::optional<events::PlanRecord>> planOf(const events::LogFile& file);

}  // namespace trainyard::control
