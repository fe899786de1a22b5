// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "core/base/error.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::exports {

/// The values of the file that a run was started with, by their place in it: {"train.epochs": 3}. A list is
/// one value. Empty: the run has no file, as an imported one.
base::Result<std::map<std::string, nlohmann::json>> parametersOf(const v1::GetRunReply& run);

}  // namespace trainyard::exports
