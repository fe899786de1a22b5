// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/agent_news.h"

#include <utility>

namespace trainyard::bridge {

std::optional<RunListChange> AgentNews::runsSoFar() const {
    if (!hasRuns_) return std::nullopt;
    return RunListChange{
        .runs = {runs_.cbegin(), runs_.cend()}, .isSnapshot = true, .storeDamage = storeDamage_};
}

void AgentNews::take(AgentStatus status) {
    status_ = std::move(status);
    emit agentStatusChanged(status_);
}

void AgentNews::take(const RunListChange& change) {
    if (change.isSnapshot) runs_.clear();
    hasRuns_ = hasRuns_ || change.isSnapshot;
    for (const RunRow& run : change.runs) runs_.insert(run.id, run);
    if (std::exchange(storeDamage_, change.storeDamage) != change.storeDamage) emit storeDamageChanged();
    emit runsChanged(change);
}

}  // namespace trainyard::bridge

#include "moc_agent_news.cpp"
