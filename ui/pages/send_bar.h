// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "ui/bridge/agent_for.h"
#include "ui/bridge/agent_functions.h"
#include "ui/widgets/work_bar.h"

namespace trainyard::pages {

/// Offers to send the nodes of a run what it names and they lack (bridge::kLacksFilesCode), and sends it. A
/// sending in progress ends with the bar. [gui]
class SendBar : public widgets::WorkBar {
    Q_OBJECT
  public:
    using Agent = bridge::AgentFor<bridge::SendCalls>;
    /// `name`: "runs.send", the object name before that of each part.
    SendBar(Agent agent, const QString& name, QWidget* parent = nullptr);
    ~SendBar() override;

    /// The run that would be started: offered while nodes lack files.
    void setRun(const bridge::LoadedRun& run);
    /// If this is why the request was refused: sends, after which it can be repeated.
    void offerFor(const bridge::ResumeRequest& request, const std::vector<bridge::Finding>& findings);

  signals:
    void ended();  ///< sent, failed or cancelled: the findings may have changed
    void sentFor(const trainyard::bridge::ResumeRequest& request);

  protected:
    void readProgress() override;
    void cancel() override;
    void accept() override;

  private:
    void take(const bridge::Outcome<std::int64_t>& sent);

    Agent agent_;
    std::variant<bridge::LoadedRun, bridge::ResumeRequest> offered_;  ///< if it is offering or busy
    std::unique_ptr<QObject> waiting_;  ///< for the answer; null: nothing is being sent
    std::shared_ptr<bridge::SendProgress> progress_;
};

}  // namespace trainyard::pages
