// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <limits>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/manifest.h"

namespace trainyard::checkpoint {
namespace {

using base::Code;
using nlohmann::json;

base::Result<std::int64_t> countAt(const json& tree, const char* key, std::int64_t most,
                                   std::string_view what) {
    const auto it = tree.find(key);
    if (it == tree.end() || !it->is_number_unsigned() ||
        it->get<std::uint64_t>() > static_cast<std::uint64_t>(most))
        return base::fail(Code::kDataLoss,
                          fmt::format("{}: \"{}\" is missing or no count up to {}", what, key, most),
                          "checkpoint.damaged");
    return it->get<std::int64_t>();
}

}  // namespace

base::Result<std::string> stateToText(const TrainState& state) {
    json metrics = json::object();
    for (const auto& [name, value] : state.metrics) metrics[name] = base::jsonNumber(value);
    try {
        return json{{"version", 1},         {"step", state.step},
                    {"epoch", state.epoch}, {"position", state.position},
                    {"metrics", metrics},   {"best", state.best},
                    {"spec", state.spec}}
                   .dump(1) +
               '\n';
    } catch (const json::exception& error) {  // a string in spec or best that is no UTF-8
        return base::fail(Code::kInvalidArgument,
                          fmt::format("the training state cannot be JSON: {}", error.what()));
    }
}

base::Result<TrainState> stateFromText(std::string_view text, std::string_view what) {
    const auto bad = [&](std::string_view why) {
        return base::fail(Code::kDataLoss, fmt::format("{}: {}", what, why), "checkpoint.damaged");
    };
    TY_ASSIGN(const json tree, base::parseJson(text, what));
    if (!tree.is_object()) return bad("it is no object");
    constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
    TY_ASSIGN(const auto version, countAt(tree, "version", kMost, what));
    if (version != 1)
        return bad(fmt::format("its version is {}, this program reads version 1; use a newer one", version));
    TrainState state;
    TY_ASSIGN(state.step, countAt(tree, "step", kMost, what));
    TY_ASSIGN(const auto epoch, countAt(tree, "epoch", std::numeric_limits<int>::max(), what));
    state.epoch = static_cast<int>(epoch);
    TY_ASSIGN(state.position, countAt(tree, "position", kMost, what));
    for (const char* key : {"metrics", "best", "spec"})
        if (!tree.contains(key) || !tree[key].is_object())
            return bad(fmt::format("\"{}\" is missing or no object", key));
    for (const auto& [name, value] : tree["metrics"].items()) {
        TY_ASSIGN(state.metrics[name], base::numberFromJson(value, fmt::format("{}, metrics", what)));
    }
    state.best = tree["best"];
    state.spec = tree["spec"];
    return state;
}

base::Result<TrainState> readState(const std::filesystem::path& checkpoint) {
    const std::filesystem::path path = checkpoint / kStateFile;
    TY_ASSIGN(const std::string text, base::readFile(path, 16u << 20));
    return stateFromText(text, path.string());
}

}  // namespace trainyard::checkpoint
