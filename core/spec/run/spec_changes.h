// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace trainyard::spec {

/// A value on one line in run file notation, shortened if long; null is "none".
std::string shownAsYaml(const nlohmann::json& value);

/// The differences between two run files below `keys`, leaf by leaf: "train.epochs 2 → 3". Neither needs to
/// be valid; any JSON is accepted.
std::vector<std::string> changesBetween(const nlohmann::json& before, const nlohmann::json& now,
                                        std::initializer_list<const char*> keys);

}  // namespace trainyard::spec
