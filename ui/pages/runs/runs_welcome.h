// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace trainyard::bridge {
class AgentNews;
}

namespace trainyard::pages {

/// Shown in place of an empty list: why it is empty, and how to start a first run. [gui]
class RunsWelcome : public QWidget {
    Q_OBJECT
  public:
    explicit RunsWelcome(const bridge::AgentNews& news, QWidget* parent = nullptr);

    /// What the agent's news say now.
    void refresh();

  signals:
    void pageRequested(const QString& pageId, const QString& argument);

  private:
    QString text() const;
    bool isUnreadable() const;

    const bridge::AgentNews& news_;
    QLabel* title_ = nullptr;
    QLabel* text_ = nullptr;
    QPushButton* example_ = nullptr;
    QPushButton* start_ = nullptr;
};

}  // namespace trainyard::pages
