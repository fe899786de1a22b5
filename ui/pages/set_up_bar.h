// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointer>
#include <functional>
#include <memory>

#include "ui/bridge/agent_for.h"
#include "ui/bridge/agent_functions.h"
#include "ui/widgets/work_bar.h"

namespace trainyard::widgets {
class SshQuestionDialog;
}

namespace trainyard::pages {

/// The setup of one machine at a time: what it is doing, what ssh asks, how much is sent, and the result.
/// [gui]
class SetUpBar : public widgets::WorkBar {
    Q_OBJECT
  public:
    using Agent = bridge::AgentFor<bridge::NodeCalls>;
    /// `page`: the first part of the object names.
    SetUpBar(Agent agent, const QString& page, QWidget* parent = nullptr);
    /// Cancels what ssh asks.
    ~SetUpBar() override;

    /// Does nothing while another machine is set up.
    void add(const QString& target);
    void prepare(const QString& node);
    /// To one whose ssh asks something.
    void connectTo(const QString& node);
    /// Why something else about a machine was refused, until it is closed. False: it is busy.
    bool showRefusal(const QString& text);
    /// To prepare it, as a run needs it; empty: withdraws that.
    void offerToPrepare(const QString& node);

  signals:
    void succeeded(const QString& node);
    void failed(const QString& machine);  ///< or was cancelled; as it was named to begin

  protected:
    void readProgress() override;
    void cancel() override;
    void accept() override { prepare(offered_); }

  private:
    void beginWith(const QString& machine);
    void take(const bridge::Outcome<bridge::NodeRow>& node, const QString& success);
    void showQuestion();
    void withdrawQuestion();
    /// Null: the connection is cancelled.
    void answer(const QString& question, std::shared_ptr<const bridge::SshAnswer> entered);
    void finish(const QString& text);

    Agent agent_;
    const QString page_;
    QString machine_;
    QString offered_;                                  ///< the node that it is offering to prepare
    bool isConnecting_ = false;                        ///< to a node that is there
    std::shared_ptr<bridge::SetUpProgress> progress_;  ///< null: none is set up
    QString question_;  ///< id of the one that is shown or was answered; empty: none
    QPointer<widgets::SshQuestionDialog> dialog_;
};

}  // namespace trainyard::pages
