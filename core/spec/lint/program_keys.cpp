// SPDX-License-Identifier: Apache-2.0
#include "core/spec/lint/program_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/proto/failure.h"
#include "core/spec/run/checkpoint_spec.h"
#include "core/spec/run/defaults.h"
#include "core/spec/run/run_spec.h"
#include "core/spec/schema/schema.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

/// Whether the program reads `path`, or all of the map that it is in.
bool isReadBy(const std::vector<std::string>& reads, std::string_view path) {
    return std::ranges::any_of(reads, [&](const std::string& key) { return isWithin(path, key); });
}

v1::Problem unusedKey(const std::string& path, const ProgramKeys& program) {
    v1::Problem unused;
    unused.set_severity(v1::Problem::ERROR);
    unused.set_code("program.unused_key");
    unused.set_path(path);
    proto::setMessage(
        unused,
        program.isCoordinated && (path == "train.data.train" || path == "train.data.validation")
            ? "the closures of a coordinator's program make their data themselves; remove the key"
            : base::say(
                  "the program {} does not use this key (its manifest's `reads` names those that it does)",
                  program.id));
    proto::setFix(unused, "remove the key");
    return unused;
}

}  // namespace

std::vector<v1::Problem> unusedKeys(const v1::RunSpec& spec, const ProgramKeys& program) {
    std::vector<std::string> keys = keysUnusedBy("program");
    if (program.isCoordinated) std::ranges::copy(keysUnusedBy("closures"), std::back_inserter(keys));
    const json tree = toJson(spec);
    std::vector<v1::Problem> problems;
    for (const std::string& key : keys)
        if (!isReadBy(program.reads, key) && !isAsByDefault(tree, key))
            problems.push_back(unusedKey(key, program));
    // What a roll-back cuts is the rate of `train.optimizer`.
    if (rollBackCutOf(spec) && !isReadBy(program.reads, "train.optimizer"))
        problems.push_back(unusedKey("on_failure.not_finite", program));
    return problems;
}

}  // namespace trainyard::spec
