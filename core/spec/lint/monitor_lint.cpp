// SPDX-License-Identifier: Apache-2.0
#include "core/spec/lint/monitor_lint.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>

#include "core/spec/lint/callback_lint.h"
#include "core/spec/lint/problem.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;
const json::json_pointer kEvaluator("/cluster/evaluator"), kSidecar("/train/evaluation/sidecar"),
    kValidation("/train/data/validation"), kBest("/checkpoint/best"), kBestMode("/checkpoint/best_mode"),
    kMetrics("/train/metrics"), kMonitor("/train/evaluation/sidecar/monitor");

/// Names as an epoch has them: the loss, then the metrics.
std::vector<std::string> measuredNames(const json& tree, const char* prefix) {
    std::vector<std::string> names{std::string(prefix) + "loss"};
    for (const json& metric : tree.value(kMetrics, json::array()))
        if (metric.is_string()) names.push_back(prefix + metric.get<std::string>());
    return names;
}

bool hasName(const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
}

v1::Problem nobodyMeasures(const char* path, const std::string& message, const std::string& fix) {
    return errorAt("checkpoint.no_metric", path, message, fix);
}

}  // namespace

std::vector<v1::Problem> lintMonitors(const json& tree) {
    std::vector<v1::Problem> problems;
    const bool isBeside = tree.contains(kEvaluator) || tree.contains(kSidecar);
    const std::vector<std::string> evaluated = measuredNames(tree, "val_");
    std::vector<std::string> measured = measuredNames(tree, "");
    const bool hasValidation = !tree.value(kValidation, json()).is_null();
    if (hasValidation && !isBeside) measured.insert(measured.end(), evaluated.begin(), evaluated.end());
    const std::string best = tree.value(kBest, "");
    if (isBeside && hasName(evaluated, best))
        problems.push_back(nobodyMeasures(
            "checkpoint.best",
            fmt::format("{} is measured by the evaluator, after a checkpoint is saved; the evaluator keeps "
                        "the best one, according to `train.evaluation.sidecar.monitor` and `keep_best`",
                        best),
            "remove the key"));
    else if (!best.empty() && !hasName(measured, best))
        problems.push_back(nobodyMeasures(
            "checkpoint.best",
            fmt::format("no epoch measures `{}` (expected one of {})", best, fmt::join(measured, ", ")),
            "name a metric that is measured"));
    if (best.empty() && tree.value(kBestMode, "auto") != "auto")
        problems.push_back(errorAt("checkpoint.unused_key", "checkpoint.best_mode",
                                   "`checkpoint.best` names no metric that this could be the mode of",
                                   "remove the key, or set checkpoint.best"));
    const std::string monitor = tree.value(kMonitor, "");
    if (!monitor.empty() && !hasName(evaluated, monitor))
        problems.push_back(
            nobodyMeasures("train.evaluation.sidecar.monitor",
                           fmt::format("the evaluator does not measure `{}` (expected one of {})", monitor,
                                       fmt::join(evaluated, ", ")),
                           "name a metric that is measured"));
    for (v1::Problem& p : lintCallbacks(tree, measured, isBeside ? evaluated : std::vector<std::string>()))
        problems.push_back(std::move(p));
    return problems;
}

std::vector<std::string> measuredMetrics(const json& tree) {
    std::vector<std::string> measured = measuredNames(tree, "");
    const bool isValidated =
        !tree.value(kValidation, json()).is_null() || tree.contains(kEvaluator) || tree.contains(kSidecar);
    if (isValidated)
        for (std::string& name : measuredNames(tree, "val_")) measured.push_back(std::move(name));
    return measured;
}

}  // namespace trainyard::spec
