// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/spec/run/run_spec.h"

namespace trainyard::spec {

/// One entry of `train.callbacks`: {id: {options}}.
struct CallbackEntry {
    std::string id;
    nlohmann::json options;
    std::string path;        ///< "train.callbacks[0].csv_log"
    bool isBuiltIn = false;  ///< described in the schema; else a plugin's, whose manifest does
};
std::vector<CallbackEntry> callbacksOf(const v1::RunSpec& spec);

/// What the schema cannot say of `train.early_stopping` and `train.callbacks`: metrics that no epoch
/// measures, and keys that exclude one another. `tree` is a complete run file with `train.model`; `measured`
/// are the names of an epoch's metrics, `evaluated` those of an evaluator beside it. [any]
std::vector<v1::Problem> lintCallbacks(const nlohmann::json& tree, const std::vector<std::string>& measured,
                                       const std::vector<std::string>& evaluated);

}  // namespace trainyard::spec
