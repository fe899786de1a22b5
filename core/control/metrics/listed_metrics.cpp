// SPDX-License-Identifier: Apache-2.0
#include "core/control/metrics/listed_metrics.h"

#include <array>
#include <nlohmann/json.hpp>

#include "core/base/json.h"

namespace trainyard::control {
namespace {

/// What a list of runs shows of each: some runs record a thousand quantities, and a thousand of those runs
/// must still be listed at once.
constexpr std::size_t kMostListed = 24;
constexpr std::array kListedFirst{"loss", "accuracy", "val_loss", "val_accuracy"};

}  // namespace

std::string listedMetrics(const std::map<std::string, double>& metrics) {
    nlohmann::json tree = nlohmann::json::object();
    for (const char* name : kListedFirst)
        if (const auto found = metrics.find(name); found != metrics.end())
            tree[name] = base::jsonNumber(found->second);
    for (const auto& [name, value] : metrics) {
        if (tree.size() >= kMostListed) break;
        tree[name] = base::jsonNumber(value);
    }
    return tree.dump();
}

std::map<std::string, double> listedFrom(const std::string& json) {
    std::map<std::string, double> metrics;
    const auto tree = base::parseJson(json, "a run's metrics");
    if (!tree || !tree->is_object()) return metrics;
    for (const auto& [name, value] : tree->items())
        if (const auto number = base::numberIn(value)) metrics[name] = *number;
    return metrics;
}

}  // namespace trainyard::control
