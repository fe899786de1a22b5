// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/words.h"

namespace trainyard::spec {

/// A value on one line in run file notation, shortened if long; null is "none".
std::string shownAsYaml(const nlohmann::json& value);

/// "train.epochs 2 → 3"
base::Words change(const std::string& path, const nlohmann::json& before, const nlohmann::json& now);

/// The differences between two run files below `keys`, leaf by leaf. Neither needs to
/// be valid; any JSON is accepted.
std::vector<base::Words> changesBetween(const nlohmann::json& before, const nlohmann::json& now,
                                        std::initializer_list<const char*> keys);

}  // namespace trainyard::spec
