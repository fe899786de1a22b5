// SPDX-License-Identifier: Apache-2.0
#include "core/spec/lint/callback_lint.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>

#include "core/spec/lint/problem.h"
#include "core/spec/run/values.h"
#include "core/spec/schema/schema.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;
using MetricNames = std::vector<std::string>;
const std::string kStoppingKey("train.early_stopping");

bool isMeasured(const MetricNames& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
}

std::vector<v1::Problem> lintMonitor(const std::string& path, const std::string& monitor,
                                     const MetricNames& measured) {
    if (isMeasured(measured, monitor)) return {};
    return {
        errorAt("checkpoint.no_metric", path + ".monitor",
                base::say("no epoch measures `{}` (expected one of {})", monitor, fmt::join(measured, ", ")),
                "name a metric that is measured")};
}

/// Beside an evaluator, it is the evaluator that stops by its own metrics.
std::vector<v1::Problem> lintEarlyStopping(const json& stopping, const json& tree,
                                           const MetricNames& measured, const MetricNames& evaluated) {
    std::vector<v1::Problem> problems;
    const std::string monitor = stopping.value("monitor", "");
    const bool isEvaluators = isMeasured(evaluated, monitor);
    if (!isEvaluators) problems = lintMonitor(kStoppingKey, monitor, measured);
    const json sidecar = tree.value(json::json_pointer("/train/evaluation/sidecar"), json());
    if (isEvaluators && sidecar.is_object() &&
        (sidecar.value("patience", 0) > 0 || sidecar.value("min_delta", 0.0) > 0 ||
         sidecar.value("monitor", monitor) != monitor))
        problems.push_back(errorAt(
            "evaluation.two_ways", kStoppingKey,
            "the evaluator stops the run by `train.evaluation.sidecar` too; only one of the two can say when",
            "remove `patience`, `min_delta` and `monitor` from train.evaluation.sidecar"));
    if (!stopping.value("restore_best", false)) return problems;
    if (isEvaluators)
        problems.push_back(
            errorAt("evaluation.unused_key", kStoppingKey + ".restore_best",
                    "the training is ahead of the evaluator, which keeps the best checkpoint in best/ itself",
                    "remove the key"));
    else if (!tree.value(json::json_pointer("/checkpoint/best"), "").empty())
        problems.push_back(errorAt("checkpoint.two_ways", "checkpoint.best",
                                   "with `train.early_stopping.restore_best` the best checkpoint is the one "
                                   "by its monitor; only one of the two can be given",
                                   "remove the key"));
    return problems;
}

std::vector<v1::Problem> lintTable(const json& table, const std::string& path) {
    const json epochs = table.value("epochs", json::array());
    const std::size_t rates = table.value("rates", json::array()).size();
    if (std::adjacent_find(epochs.begin(), epochs.end(), std::greater_equal<>()) != epochs.end())
        return {errorAt("spec.schedule", path + ".epochs", "the epochs must rise from one to the next")};
    if (epochs.size() != rates)
        return {
            errorAt("spec.schedule", path + ".rates",
                    base::say("epochs: {}, rates: {}; give one rate for each epoch", epochs.size(), rates))};
    return {};
}

/// Two things that set the rate would undo one another.
std::vector<v1::Problem> lintRate(const json& tree, const std::string& path) {
    const json optimizer = tree.value(json::json_pointer("/train/optimizer"), json());
    if (!optimizer.is_object() || optimizer.empty() || !optimizer.begin().value().is_object()) return {};
    if (!optimizer.begin().value().value("learning_rate", json()).is_object()) return {};
    return {
        errorAt("spec.schedule", path,
                "`train.optimizer` has a schedule of the learning rate, which this callback would replace",
                "give a number as the learning rate, or remove the callback")};
}

/// The files of csv_log; an empty name is the one in the run's folder.
class LogFiles {
  public:
    std::vector<v1::Problem> add(const json& options, const std::string& path) {
        const auto [first, isNew] = owners_.try_emplace(options.value("file", ""), path);
        if (isNew) return {};
        return {errorAt("callback.same_file", path + ".file",
                        base::say("{} writes the same file", first->second),
                        "give each csv_log a file of its own")};
    }

  private:
    std::map<std::string, std::string> owners_;
};

std::vector<v1::Problem> lintBuiltIn(const std::string& id, const json& options, const std::string& path,
                                     const json& tree, const MetricNames& measured, LogFiles& logs) {
    if (id == "csv_log") return logs.add(options, path);
    std::vector<v1::Problem> problems = lintRate(tree, path);
    std::ranges::move(id == "learning_rate_table" ? lintTable(options, path)
                                                  : lintMonitor(path, options.value("monitor", ""), measured),
                      std::back_inserter(problems));
    return problems;
}

const json& builtInSchemas() {
    return runSchema()["properties"]["train"]["properties"]["callbacks"]["items"]["properties"];
}

std::string pathOfCallback(std::size_t index, const std::string& id) {
    return childPath(fmt::format("train.callbacks[{}]", index), id);
}

}  // namespace

std::vector<CallbackEntry> callbacksOf(const v1::RunSpec& spec) {
    std::vector<CallbackEntry> entries;
    for (const auto& one : spec.train().callbacks()) {
        const json entry = structToJson(one);
        if (entry.empty()) continue;  // nobody checked it
        const std::string& id = entry.begin().key();
        entries.push_back(
            {id, entry.begin().value(), pathOfCallback(entries.size(), id), builtInSchemas().contains(id)});
    }
    return entries;
}

std::vector<v1::Problem> lintCallbacks(const json& tree, const MetricNames& measured,
                                       const MetricNames& evaluated) {
    const json& train = tree["train"];
    std::vector<v1::Problem> problems;
    if (train.contains("early_stopping"))
        problems = lintEarlyStopping(train["early_stopping"], tree, measured, evaluated);
    std::size_t index = 0;
    LogFiles logs;
    for (const json& entry : train.value("callbacks", json::array())) {
        const std::string& id = entry.begin().key();
        if (builtInSchemas().contains(id))
            std::ranges::move(
                lintBuiltIn(id, entry.begin().value(), pathOfCallback(index, id), tree, measured, logs),
                std::back_inserter(problems));
        ++index;
    }
    return problems;
}

}  // namespace trainyard::spec
