// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/spec/run/run_spec.h"

namespace trainyard::spec {

/// The file that problems name for a value from an override.
inline constexpr const char* kOverrideName = "--set";

/// The keys of a path: "cluster.worker[0]" and "cluster.worker.0" name the same entry; keys contain no dots.
std::vector<std::string> keysOfPath(const std::string& path);
/// Puts `value` at `path` of `tree`, creating maps on the way; an error says where the path is invalid.
base::Status placeAt(nlohmann::json& tree, const std::string& path, nlohmann::json value);
/// The same with the value in the form `--set` takes: YAML; empty means null.
base::Status applyOverride(nlohmann::json& tree, const Override& set);

}  // namespace trainyard::spec
