// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace trainyard::spec {

/// A value on one line as people write it in a run file, of which a long one is shortened; null is "none".
std::string shownAsYaml(const nlohmann::json& value);

/// What differs between two run files below `keys`, leaf by leaf: "train.epochs 2 → 3". Either may be
/// anybody's: nothing is asked of it but to be JSON.
std::vector<std::string> changesBetween(const nlohmann::json& before, const nlohmann::json& now,
                                        std::initializer_list<const char*> keys);

}  // namespace trainyard::spec
