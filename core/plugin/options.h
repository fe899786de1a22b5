// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/plugin/catalog.h"

namespace trainyard::plugin {

/// Completes the options of a plugin in place, by its manifest's schema. Problems are at the option, whose
/// map is `path`. [any]
std::vector<v1::Problem> completeOptions(const Manifest& manifest, nlohmann::json& options,
                                         const std::string& path, const std::string& code);
/// An error at the key `path`, which may contain names of a plugin or a user.
v1::Problem pluginProblem(const std::string& path, const std::string& code, const base::Words& message);
/// The ids of all plugins of a kind, "none" if there is none.
std::string idsOf(const Catalog& catalog, const std::string& kind);

}  // namespace trainyard::plugin
