// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>

#include "ui/bridge/agent_for.h"
#include "ui/bridge/values.h"
#include "ui/pages/page.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace trainyard::pages {

/// The window's appearance and its agent. Changes take effect at once. [gui]
class SettingsPage : public Page {
    Q_OBJECT
  public:
    using Agent = bridge::AgentFor<>;
    explicit SettingsPage(Agent agent, QWidget* parent = nullptr);
    void open(const QString&) override;

  protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void showAgent(const bridge::AgentStatus& status);
    void showChoices();
    void fillLanguages();

    QList<QPushButton*> themes_;  ///< each named after the shell's action that it triggers
    QComboBox* language_ = nullptr;
    QLabel* agent_ = nullptr;
};

}  // namespace trainyard::pages
