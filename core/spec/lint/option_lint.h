// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "core/spec/run/run_spec.h"

namespace trainyard::spec {

/// Options of the run's strategy and keys of the run file that concern what replicas or tasks exchange
/// (`x-acts-between` in its manifest and in the schema), in a run that has only one. Hints: the same file may
/// be meant for more workers. `tree` is a complete run file. [any]
std::vector<v1::Problem> lintOptions(const nlohmann::json& tree, const StrategyInfo& strategy);

}  // namespace trainyard::spec
