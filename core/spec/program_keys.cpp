// SPDX-License-Identifier: Apache-2.0
#include "core/spec/program_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/spec/checkpoint_spec.h"
#include "core/spec/defaults.h"
#include "core/spec/run_spec.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

/// What a coordinator's program leaves to its closures too.
constexpr const char* kOfClosures[] = {"train.data.train", "train.data.validation", "train.max_steps"};

/// Whether the program reads `path`, or all of the map that it is in.
bool isReadBy(const std::vector<std::string>& reads, std::string_view path) {
    return std::ranges::any_of(reads, [&](const std::string& key) {
        return path.starts_with(key) && (path.size() == key.size() || path[key.size()] == '.');
    });
}

v1::Problem unusedKey(const std::string& path, const ProgramKeys& program) {
    v1::Problem unused;
    unused.set_severity(v1::Problem::ERROR);
    unused.set_code("program.unused_key");
    unused.set_path(path);
    unused.set_message(
        program.isCoordinated && (path == "train.data.train" || path == "train.data.validation")
            ? "the closures of a coordinator's program make their data themselves; remove the key"
            : fmt::format(
                  "the program {} does not use this key (its manifest's `reads` names those that it does)",
                  program.id));
    unused.set_fix("remove the key");
    return unused;
}

}  // namespace

const std::vector<std::string>& keysLeftToPrograms() {
    static const std::vector<std::string> keys{"train.data.batch_size",
                                               "train.data.shard",
                                               "train.data.shuffle",
                                               "train.data.repeat",
                                               "train.data.drop_remainder",
                                               "train.data.uneven",
                                               "train.loss",
                                               "train.optimizer",
                                               "train.metrics",
                                               "train.initial_epoch",
                                               "train.steps_per_epoch",
                                               "train.steps_per_execution",
                                               "train.validation_steps",
                                               "train.validation_batch_size",
                                               "train.validation_freq",
                                               "train.initial_weights",
                                               "train.precision",
                                               "train.batch_norm",
                                               "train.gradient.clip_norm",
                                               "train.gradient.clip_value",
                                               "train.gradient.accumulate",
                                               "train.save_model",
                                               "checkpoint.every",
                                               "checkpoint.final",
                                               "checkpoint.best",
                                               "checkpoint.weights_only",
                                               "checkpoint.backup_and_restore",
                                               "seed"};
    return keys;
}

std::vector<v1::Problem> unusedKeys(const v1::RunSpec& spec, const ProgramKeys& program) {
    std::vector<std::string> keys = keysLeftToPrograms();
    if (program.isCoordinated) keys.insert(keys.end(), std::begin(kOfClosures), std::end(kOfClosures));
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
