// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <limits>
#include <vector>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/manifest.h"

namespace trainyard::checkpoint {
namespace {

using base::Code;
using nlohmann::json;

/// Version 1 (Trainyard 0.1) did not say how far into its epoch a checkpoint was.
constexpr std::int64_t kVersion = 2;

base::Result<std::int64_t> readCount(const json& tree, const char* key, std::int64_t most,
                                     const base::Words& what) {
    const auto it = tree.find(key);
    if (it == tree.end() || !it->is_number_unsigned() ||
        it->get<std::uint64_t>() > static_cast<std::uint64_t>(most))
        return base::fail(Code::kDataLoss,
                          base::say("{}: \"{}\" is missing or no count up to {}", what, key, most),
                          "checkpoint.damaged");
    return it->get<std::int64_t>();
}

json numbersToJson(const std::map<std::string, double>& numbers) {
    json object = json::object();
    for (const auto& [name, value] : numbers) object[name] = base::jsonNumber(value);
    return object;
}

base::Result<std::map<std::string, double>> numbersFromJson(const json& object, const base::Words& what) {
    std::map<std::string, double> numbers;
    for (const auto& [name, value] : object.items()) {
        TY_ASSIGN(numbers[name], base::numberFromJson(value, what));
    }
    return numbers;
}

}  // namespace

base::Result<std::string> stateToText(const TrainState& state) {
    try {
        json tree{{"version", kVersion},
                  {"step", state.step},
                  {"epoch", state.epoch},
                  {"step_in_epoch", state.stepInEpoch},
                  {"position", state.position},
                  {"consumed", state.consumed},
                  {"sums", numbersToJson(state.sums)},
                  {"metrics", numbersToJson(state.metrics)},
                  {"layout", state.layout},
                  {"best", state.best},
                  {"spec", state.spec}};
        if (!state.callbacks.empty()) tree["callbacks"] = state.callbacks;
        return tree.dump(1) + '\n';
    } catch (const json::exception& error) {  // a string in spec or best that is not UTF-8
        return base::fail(Code::kInvalidArgument,
                          base::say("the training state cannot be JSON: {}", base::whyInvalid(error)));
    }
}

base::Result<TrainState> stateFromText(std::string_view text, const base::Words& what) {
    const auto bad = [&](const base::Words& why) {
        return base::fail(Code::kDataLoss, base::say("{}: {}", what, why), "checkpoint.damaged");
    };
    TY_ASSIGN(const json tree, base::parseJson(text, what));
    if (!tree.is_object()) return bad("it is no object");
    constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
    TY_ASSIGN(const auto version, readCount(tree, "version", kMost, what));
    if (version < kVersion)
        return base::fail(
            Code::kFailedPrecondition,
            base::say("{} was written by Trainyard 0.1, whose checkpoints cannot continue training; a run "
                      "with train.initial_weights set to its model.safetensors starts from its weights",
                      what),
            "checkpoint.old");
    if (version > kVersion)
        return bad(base::say("its version is {}, this program reads version {}; use a newer one", version,
                             kVersion));
    TrainState state;
    TY_ASSIGN(state.step, readCount(tree, "step", kMost, what));
    TY_ASSIGN(const auto epoch, readCount(tree, "epoch", std::numeric_limits<int>::max(), what));
    state.epoch = static_cast<int>(epoch);
    TY_ASSIGN(state.position, readCount(tree, "position", kMost, what));
    TY_ASSIGN(state.stepInEpoch, readCount(tree, "step_in_epoch", kMost, what));
    TY_ASSIGN(state.consumed, readCount(tree, "consumed", kMost, what));
    std::vector<const char*> maps{"sums", "metrics", "layout", "best", "spec"};
    if (tree.contains("callbacks")) maps.push_back("callbacks");
    for (const char* key : maps)
        if (!tree.contains(key) || !tree[key].is_object())
            return bad(base::say("\"{}\" is missing or no object", key));
    TY_ASSIGN(state.sums, numbersFromJson(tree["sums"], base::say("{}, sums", what)));
    TY_ASSIGN(state.metrics, numbersFromJson(tree["metrics"], base::say("{}, metrics", what)));
    state.layout = tree["layout"];
    state.best = tree["best"];
    state.callbacks = tree.value("callbacks", json::object());
    state.spec = tree["spec"];
    return state;
}

base::Result<TrainState> readState(const std::filesystem::path& checkpoint) {
    const std::filesystem::path path = checkpoint / kStateFile;
    TY_ASSIGN(const std::string text, base::readFile(path, 16u << 20));
    return stateFromText(text, base::Words::plain(path.string()));
}

}  // namespace trainyard::checkpoint
