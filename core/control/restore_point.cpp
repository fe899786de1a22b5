// SPDX-License-Identifier: Apache-2.0
#include "core/control/restore_point.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/checkpoint/checkpoint.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;
using base::Code;
using nlohmann::json;

std::string shown(const json* value) {
    if (!value || value->is_null()) return "none";
    const std::string text = value->is_string() ? value->get<std::string>() : value->dump();
    return text.size() > 60 ? text.substr(0, 57) + "…" : text;
}

/// Leaves of both trees that differ, by their paths.
void compare(const json* before, const json* now, const std::string& path, std::vector<std::string>& out) {
    if (before && now && *before == *now) return;
    if (before && now && before->is_object() && now->is_object()) {
        for (const auto& [key, value] : before->items())
            compare(&value, now->contains(key) ? &now->at(key) : nullptr, path + "." + key, out);
        for (const auto& [key, value] : now->items())
            if (!before->contains(key)) compare(nullptr, &value, path + "." + key, out);
        return;
    }
    out.push_back(fmt::format("{} {} → {}", path, shown(before), shown(now)));
}

}  // namespace

std::vector<std::string> changesBetween(const json& before, const json& now) {
    std::vector<std::string> changes;
    for (const char* key : {"train", "strategy", "cluster", "seed", "device"})
        compare(before.contains(key) ? &before.at(key) : nullptr, now.contains(key) ? &now.at(key) : nullptr,
                key, changes);
    return changes;
}

namespace {

/// A verified checkpoint as `spec` would go on from it.
base::Result<RestorePoint> fit(const fs::path& checkpoint, const v1::RunSpec& spec) {
    TY_ASSIGN(const checkpoint::TrainState state, checkpoint::readState(checkpoint));
    // The spec in the file may be anybody's: nothing is asked of it but to be JSON.
    const json now = spec::toJson(spec);
    const json::json_pointer model("/train/model");
    if (state.spec.contains(model) && now.contains(model) && state.spec.at(model) != now.at(model))
        return base::fail(
            Code::kRefused,
            fmt::format("{} is of the model {}, the run file now says {}: its variables would not fit; start "
                        "a new run, with train.initial_weights where the layers are the same",
                        checkpoint.string(), shown(&state.spec.at(model)), shown(&now.at(model))),
            "checkpoint.model");
    return RestorePoint{checkpoint, state.step, state.epoch, changesBetween(state.spec, now)};
}

}  // namespace

base::Result<RestorePoint> examine(const fs::path& checkpoint, const v1::RunSpec& spec) {
    TY_TRY(checkpoint::verify(checkpoint, checkpoint::Depth::kBlockSums));
    return fit(checkpoint, spec);
}

RestoreSearch findRestorePoint(const std::vector<fs::path>& folders, const std::string& run,
                               const fs::path& base, const v1::RunSpec& spec) {
    RestoreSearch search;
    for (;;) {
        auto newest = checkpoint::takeNewest(folders, run);
        if (!newest) {
            search.error = newest.error();
            return search;
        }
        std::ranges::move(newest->damaged, std::back_inserter(search.damaged));
        const bool hasOwn = !newest->path.empty();
        if (!hasOwn && base.empty()) return search;
        auto point = hasOwn ? fit(newest->path, spec) : examine(base, spec);
        if (point) {
            search.found = std::move(*point);
            return search;
        }
        // Deleted between its verification and now: the next one is the newest.
        std::error_code error;
        if (hasOwn && point.error().code == Code::kNotFound && !fs::exists(newest->path, error)) continue;
        search.error = point.error();
        return search;
    }
}

}  // namespace trainyard::control
