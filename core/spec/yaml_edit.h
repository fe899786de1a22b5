// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace trainyard::spec {

/// The text of a run file that holds `tree`, made of `text` by the fewest changes there are: comments, order
/// and style of what stays the same stay. New keys stand where `schema` (expanded) orders them. Where the way
/// `text` is written does not let a change be put in (an alias, a text over several lines), the key around it
/// is written anew, at worst the whole file below its first comment. The only error is that of `text` being
/// no YAML (its id is the code of the finding). [any]
base::Result<std::string> editYaml(std::string_view text, const nlohmann::json& tree,
                                   const nlohmann::json& schema);

}  // namespace trainyard::spec
