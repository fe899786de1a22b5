// SPDX-License-Identifier: Apache-2.0
#include "core/plugin/callback.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/plugin/options.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::plugin {
namespace {

/// Completes the options; with all problems.
std::vector<v1::Problem> examineCallback(const v1::RunSpec& spec, const Catalog& catalog,
                                         ChosenCallback& chosen) {
    if (chosen.entry.isBuiltIn) return {};
    chosen.manifest = callbackManifest(chosen.entry, catalog);
    if (chosen.manifest) {
        const Manifest* strategy = catalog.find(spec::strategyOf(spec).name);
        if (chosen.manifest->hasClosures && strategy && !strategy->isCoordinated)
            return {pluginProblem(
                chosen.entry.path, "callback.not_coordinated",
                base::say("the callback {} schedules closures on workers, and {} has no coordinator for them",
                          chosen.manifest->id, strategy->id))};
        return completeOptions(*chosen.manifest, chosen.entry.options, chosen.entry.path, "callback.options");
    }
    return {pluginProblem(
        chosen.entry.path, "callback.not_found",
        base::say("there is no callback `{}` (expected csv_log, reduce_on_plateau, learning_rate_table, or "
                  "a plugin: {}; TRAINYARD_PLUGIN_PATH names further folders)",
                  base::printable(chosen.entry.id), idsOf(catalog, "callback")))};
}

}  // namespace

const Manifest* callbackManifest(const spec::CallbackEntry& entry, const Catalog& catalog) {
    const Manifest* found = entry.isBuiltIn ? nullptr : catalog.find(entry.id);
    return found && found->kind == "callback" ? found : nullptr;
}

base::Result<std::vector<ChosenCallback>> callbacksOf(const v1::RunSpec& spec, const Catalog& catalog) {
    std::vector<ChosenCallback> all;
    for (spec::CallbackEntry& entry : spec::callbacksOf(spec)) {
        ChosenCallback& chosen = all.emplace_back(std::move(entry));
        const std::vector<v1::Problem> problems = examineCallback(spec, catalog, chosen);
        if (problems.empty()) continue;
        const v1::Problem& first = problems.front();
        return base::fail(first.code() == "callback.not_found" ? base::Code::kNotFound : base::Code::kRefused,
                          base::say("{}: {}", first.path(), first.message()), first.code());
    }
    return all;
}

std::vector<v1::Problem> callbackProblems(const v1::RunSpec& spec, const Catalog& catalog) {
    std::vector<v1::Problem> all;
    for (spec::CallbackEntry& entry : spec::callbacksOf(spec)) {
        ChosenCallback chosen{std::move(entry)};
        std::ranges::move(examineCallback(spec, catalog, chosen), std::back_inserter(all));
    }
    return all;
}

}  // namespace trainyard::plugin
