// SPDX-License-Identifier: Apache-2.0
#pragma once

// `metrics` of a command run: how values are found in what its program prints.

#include <string>
#include <vector>

#include "core/spec/run/run_spec.h"

namespace trainyard::spec {

/// One entry of `metrics`.
struct OutputPattern {
    std::string format;  ///< keras, lightning, trainer or json; empty: `regex` instead
    std::string regex;   ///< in RE2's syntax, searched for in each line; its named groups are tags
    std::string step;    ///< the group, or the key of a JSON object, that has the step
    std::string sample;  ///< a file with such output; empty: none
};

std::vector<OutputPattern> outputPatternsOf(const v1::RunSpec& spec);

/// The named groups of `regex` that have values, in its order.
std::vector<std::string> outputGroups(const OutputPattern& pattern);

/// What is wrong with `metrics` beyond the schema: patterns that cannot be used.
std::vector<v1::Problem> outputProblems(const nlohmann::json& metrics);

}  // namespace trainyard::spec
