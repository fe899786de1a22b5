// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <functional>

#include "ui/shell/window_memory.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace trainyard::shell {

/// Where the window finds its agent: the folder of its home, or the address of a running one. [gui]
class AgentDialog : public QDialog {
    Q_OBJECT
  public:
    /// `known`: addresses that are offered.
    AgentDialog(const AgentChoice& now, const QStringList& known, const AgentRules& rules, QWidget* parent);

  signals:
    /// Valid, and different from before.
    void chosen(const trainyard::shell::AgentChoice& choice);

  private:
    AgentChoice choice() const;
    void refresh();
    void browse();

    AgentChoice before_;
    AgentRules rules_;
    QLineEdit* home_ = nullptr;
    QLineEdit* address_ = nullptr;
    QLabel* problem_ = nullptr;
    QPushButton* connect_ = nullptr;
};

}  // namespace trainyard::shell
