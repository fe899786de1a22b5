// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "ui/bridge/agent_for.h"
#include "ui/bridge/agent_functions.h"
#include "ui/widgets/work_bar.h"

class QPushButton;

namespace trainyard::pages {

/// Sends the nodes of a run what it names and they lack (bridge::kLacksFilesCode). One sending at a time; it
/// ends with the bar. [gui]
class SendBar : public widgets::WorkBar {
    Q_OBJECT
  public:
    using Agent = bridge::AgentFor<bridge::SendCalls>;
    /// `name`: "runs.send", the object name before that of each part.
    SendBar(Agent agent, const QString& name, QWidget* parent = nullptr);
    ~SendBar() override;

    /// For a run that is to be started. Does nothing while it is busy.
    void send(const bridge::LoadedRun& run);
    /// If this is why the request was refused: shows a button that sends, after which the request is
    /// repeated.
    void offer(const bridge::ResumeRequest& request, const std::vector<bridge::Finding>& findings);
    /// Hides an offer or a result, but no sending in progress.
    void withdraw();

  signals:
    void ended();  ///< sent, failed or cancelled: the findings may have changed
    void sentFor(const trainyard::bridge::ResumeRequest& request);

  protected:
    void readProgress() override;
    void cancel() override;

  private:
    void sendOffered();
    void take(const bridge::Outcome<std::int64_t>& sent);
    void finish(const QString& text);

    Agent agent_;
    const QString name_;
    std::optional<bridge::ResumeRequest> request_;  ///< the one that is offered, or that is being sent for
    std::unique_ptr<QObject> waiting_;              ///< for the answer; null: nothing is being sent
    std::shared_ptr<bridge::SendProgress> progress_;
    QPushButton* send_ = nullptr;  ///< once something was offered
};

}  // namespace trainyard::pages
