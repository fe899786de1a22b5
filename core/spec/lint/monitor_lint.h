// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "trainyard/v1/common.pb.h"

namespace trainyard::spec {

/// Metrics that are used but never measured: by `checkpoint.best`, as the monitor of a sidecar, and by
/// callbacks (see lintCallbacks). `tree` is a complete run file with `train.model`. [any]
std::vector<v1::Problem> lintMonitors(const nlohmann::json& tree);

/// The metrics that such a run will have, of training and of validation by whoever does it. [any]
std::vector<std::string> measuredMetrics(const nlohmann::json& tree);

}  // namespace trainyard::spec
