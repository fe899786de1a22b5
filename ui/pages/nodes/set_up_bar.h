// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>
#include <functional>
#include <memory>

#include "ui/bridge/agent_for.h"
#include "ui/bridge/agent_functions.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace trainyard::widgets {
class SshQuestionDialog;
}

namespace trainyard::pages {

/// The setup of one machine at a time: what it is doing, what ssh asks, how much is sent, and the result.
/// [gui]
class SetUpBar : public QWidget {
    Q_OBJECT
  public:
    using Agent = bridge::AgentFor<bridge::NodeCalls>;
    explicit SetUpBar(Agent agent, QWidget* parent = nullptr);
    /// Cancels what ssh asks.
    ~SetUpBar() override;

    /// Does nothing while another machine is set up.
    void add(const QString& target);
    void prepare(const QString& node);
    /// To one whose ssh asks something.
    void connectTo(const QString& node);
    bool isBusy() const { return progress_ != nullptr; }

  signals:
    void changed();  ///< isBusy(), or the machines
    void succeeded(const QString& node);
    void failed(const QString& machine);  ///< or was cancelled; as it was named to begin

  private:
    void begin(const QString& machine);
    void take(const bridge::Outcome<bridge::NodeRow>& node, const QString& success);
    void showProgress();
    void showQuestion();
    void withdrawQuestion();
    /// Null: the connection is cancelled.
    void answer(const QString& question, std::shared_ptr<const bridge::SshAnswer> entered);
    void end(const QString& text);

    Agent agent_;
    QString machine_;
    bool isConnecting_ = false;                        ///< to a node that is there
    std::shared_ptr<bridge::SetUpProgress> progress_;  ///< null: none is set up
    QTimer look_;
    QString question_;  ///< id of the one that is shown or was answered; empty: none
    QPointer<widgets::SshQuestionDialog> dialog_;
    QLabel* text_ = nullptr;
    QProgressBar* bar_ = nullptr;
    QPushButton* button_ = nullptr;
};

}  // namespace trainyard::pages
