// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QObject>
#include <optional>

#include "ui/bridge/agent_functions.h"
#include "ui/bridge/sentence.h"

namespace trainyard::bridge {

/// What the window knows of the agent without asking: whether it answers, and its runs. [gui]
class AgentNews : public QObject {
    Q_OBJECT
  public:
    const AgentStatus& agentStatus() const { return status_; }
    /// Every run that runsChanged has reported, in its current state, by id.
    const QHash<QString, RunRow>& runs() const { return runs_; }
    /// Everything that runsChanged has reported so far, as one change, for a later subscriber; nothing before
    /// its first signal.
    std::optional<RunListChange> runsSoFar() const;
    /// Whether the list of runs has been received, even if empty.
    bool hasRuns() const { return hasRuns_; }
    /// Why the agent's store is read-only, and the remedy; empty: it is writable.
    const Sentence& storeDamage() const { return storeDamage_; }

  signals:
    void agentStatusChanged(const trainyard::bridge::AgentStatus& status);
    void runsChanged(const trainyard::bridge::RunListChange& change);
    void storeDamageChanged();

  protected:
    using QObject::QObject;
    void take(AgentStatus status);
    void take(const RunListChange& change);

  private:
    AgentStatus status_;
    QHash<QString, RunRow> runs_;
    Sentence storeDamage_;
    bool hasRuns_ = false;
};

}  // namespace trainyard::bridge
