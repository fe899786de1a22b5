// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "core/spec/run/run_spec.h"

namespace trainyard::spec {

/// What a date's format may have after %, of strptime's.
inline constexpr std::string_view kDateDirectives = "YymdjbBHIMSp%";

/// Values in `preprocessing` that are wrong whatever the data is: boundaries that do not ascend, a vocabulary
/// with a word twice, a mean without its variance. Codes and sentences are those of the reader of the data,
/// which checks a saved model's entries, too; here they have the place in the file. `tree` is a complete run
/// file whose `train` fits the schema. [any]
std::vector<v1::Problem> lintPreprocessing(const nlohmann::json& tree);

}  // namespace trainyard::spec
