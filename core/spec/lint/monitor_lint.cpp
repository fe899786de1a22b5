// SPDX-License-Identifier: Apache-2.0
#include "core/spec/lint/monitor_lint.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>

#include "core/base/name_template.h"
#include "core/spec/lint/callback_lint.h"
#include "core/spec/lint/problem.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;
const json::json_pointer kEvaluator("/cluster/evaluator"), kSidecar("/train/evaluation/sidecar"),
    kValidation("/train/data/validation"), kBest("/checkpoint/best"), kBestMode("/checkpoint/best_mode"),
    kMetrics("/train/metrics"), kMonitor("/train/evaluation/sidecar/monitor"), kName("/checkpoint/name"),
    kEvery("/checkpoint/every"), kProgram("/train/program");

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

v1::Problem nobodyMeasures(const char* path, const base::Words& message, const base::Words& fix) {
    return errorAt("checkpoint.no_metric", path, message, fix);
}

/// checkpoint.name: whether every checkpoint gets a name of its own by it, from what is known when it is
/// saved.
void lintNames(const json& tree, const std::vector<std::string>& measured,
               const std::vector<std::string>& evaluated, std::vector<v1::Problem>& problems) {
    const std::string text = tree.value(kName, "");
    if (text.empty()) return;
    const auto refuse = [&](const base::Words& why, const base::Words& fix) {
        problems.push_back(errorAt("checkpoint.name", "checkpoint.name", why, fix));
    };
    const auto name = base::NameTemplate::parse(text);
    if (!name)
        return refuse(base::say("`{}` cannot name checkpoints: {}", text, name.error().message),
                      "for example weights.{epoch:02d}-{val_loss:.2f}");
    if (text.starts_with("ckpt-"))
        return refuse("the names that checkpoints have in any case begin with `ckpt-`",
                      "begin it with another word");
    const std::vector<std::string> fields = name->fields();
    const json every = tree.value(kEvery, json());
    const bool isBySteps = every.is_object() && every.contains("steps");
    const bool isUnique =
        hasName(fields, "step") || (hasName(fields, "epoch") && (!isBySteps || hasName(fields, "batch")));
    if (!isUnique)
        return refuse(
            base::say("several checkpoints would have one name by `{}`", text),
            isBySteps ? base::Words("add {step} to it") : base::Words("add {epoch} or {step} to it"));
    if (tree.contains(kProgram)) return;  // which measures what it likes
    for (const std::string& field : fields) {
        if (field == "step" || field == "epoch" || field == "batch" || hasName(measured, field)) continue;
        if (hasName(evaluated, field))
            return refuse(base::say("{} is measured by the evaluator, after a checkpoint is saved", field),
                          "name a metric of the training");
        return refuse(
            base::say("no epoch measures `{}` (expected one of {})", field, fmt::join(measured, ", ")),
            "name a metric that is measured");
    }
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
            base::say("{} is measured by the evaluator, after a checkpoint is saved; the evaluator keeps "
                      "the best one, according to `train.evaluation.sidecar.monitor` and `keep_best`",
                      best),
            "remove the key"));
    else if (!best.empty() && !hasName(measured, best))
        problems.push_back(nobodyMeasures(
            "checkpoint.best",
            base::say("no epoch measures `{}` (expected one of {})", best, fmt::join(measured, ", ")),
            "name a metric that is measured"));
    if (best.empty() && tree.value(kBestMode, "auto") != "auto")
        problems.push_back(errorAt("checkpoint.unused_key", "checkpoint.best_mode",
                                   "`checkpoint.best` names no metric that this could be the mode of",
                                   "remove the key, or set checkpoint.best"));
    const std::string monitor = tree.value(kMonitor, "");
    if (!monitor.empty() && !tree.contains(kProgram) && !hasName(evaluated, monitor))
        problems.push_back(
            nobodyMeasures("train.evaluation.sidecar.monitor",
                           base::say("the evaluator does not measure `{}` (expected one of {})", monitor,
                                     fmt::join(evaluated, ", ")),
                           "name a metric that is measured"));
    lintNames(tree, measured, evaluated, problems);
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
