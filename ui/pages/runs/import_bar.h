// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>

#include "ui/bridge/agent_for.h"
#include "ui/bridge/agent_functions.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace trainyard::pages {

/// Shown under the run list while another program's logs are imported or followed: progress, a button that
/// ends it, and what could not be read. Hidden otherwise. [gui]
class ImportBar : public QWidget {
    Q_OBJECT
  public:
    using Agent = bridge::AgentFor<bridge::ImportCalls>;
    explicit ImportBar(Agent agent, QWidget* parent = nullptr);

    /// One import at a time: another folder replaces the one in progress at once.
    void read(const QString& folder);
    /// Imports them, and what is added until the user ends it or another import begins.
    void follow(const QString& folder);

  signals:
    void runsRead(const QString& folder, const std::vector<trainyard::bridge::ImportedRun>& runs);

  private:
    void take(const QString& folder, const bridge::Outcome<std::vector<bridge::ImportedRun>>& runs);
    void begin(const QString& folder);
    void showProgress();
    void cancel();
    void end(const QString& text);

    Agent agent_;
    std::shared_ptr<bridge::ImportProgress> progress_;
    QString folder_;
    QObject* follower_ = nullptr;  ///< asks to follow; following ends with it
    QTimer look_;
    QLabel* text_ = nullptr;
    QProgressBar* bar_ = nullptr;
    QPushButton* button_ = nullptr;
};

}  // namespace trainyard::pages
