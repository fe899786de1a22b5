// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace trainyard::spec {

/// Whether a complete run file (toJson() of its spec) has the default value at a key path
/// (`on_failure.restarts`). [any]
bool isAsByDefault(const nlohmann::json& tree, const std::string& path);

}  // namespace trainyard::spec
