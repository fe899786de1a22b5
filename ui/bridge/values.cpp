// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/values.h"

#include <algorithm>
#include <cmath>

#include "ui/bridge/cluster_values.h"

namespace trainyard::bridge {

void merge(Progress& into, Progress news) {
    // An attempt may start at an earlier step than the previous one reached.
    if (news.step > 0) into.step = news.step;
    if (news.totalSteps > 0) into.totalSteps = news.totalSteps;
    if (news.epoch >= 0) into.epoch = news.epoch;
    if (!std::isnan(news.etaSeconds)) into.etaSeconds = news.etaSeconds;
    if (!std::isnan(news.msPerStep)) into.msPerStep = news.msPerStep;
    if (!news.tasks.empty()) into.tasks = std::move(news.tasks);
}

double secondsLeft(const Progress& progress, std::int64_t totalSteps) {
    if (!(progress.msPerStep > 0) || totalSteps <= 0) return progress.etaSeconds;
    return progress.msPerStep / 1000 * double(std::max<std::int64_t>(totalSteps - progress.step, 0));
}

QString learningRateOf(const RunDetail& detail) {
    for (const auto& [key, value] : detail.config)
        if (key.startsWith(QStringLiteral("train.optimizer.")) &&
            key.endsWith(QStringLiteral(".learning_rate")))
            return value;
    return {};
}

bool LoadedRun::canRun() const {
    const auto isError = [](const Finding& finding) { return finding.severity == Severity::kError; };
    return spec && std::ranges::none_of(findings, isError);
}

const StrategyRow::Role* StrategyRow::role(const QString& roleName) const {
    const auto found = std::ranges::find(roles, roleName, &Role::name);
    return found == roles.end() ? nullptr : &*found;
}

}  // namespace trainyard::bridge
