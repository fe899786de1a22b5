// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace trainyard::spec {

/// The text of a run file that contains `tree`, derived from `text` with as few changes as possible:
/// unchanged parts keep their comments, order and style. New keys are placed in the order of `schema`
/// (expanded). If `text` is written in a way that prevents a change (an alias, a multi-line string), the key
/// around it is rewritten, at worst the whole file below its first comment. The only error is that `text` is
/// not YAML (its id is the code of the finding). [any]
base::Result<std::string> editYaml(std::string_view text, const nlohmann::json& tree,
                                   const nlohmann::json& schema);

}  // namespace trainyard::spec
