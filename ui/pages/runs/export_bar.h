// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QUrl>
#include <QWidget>
#include <memory>

#include "ui/bridge/agent_for.h"
#include "ui/bridge/agent_functions.h"

class QLabel;
class QPushButton;

namespace trainyard::pages {

/// Asks where to write runs and in which format, and shows under the run list that it is being written, with
/// a Cancel button, and how that went. Hidden otherwise. [gui]
class ExportBar : public QWidget {
    Q_OBJECT
  public:
    using Agent = bridge::AgentFor<bridge::ExportCalls>;
    explicit ExportBar(Agent agent, QWidget* parent = nullptr);

    /// Opens the dialog. Several runs can be written as one report alone.
    void choose(const QStringList& runs);

  private:
    void write(const bridge::ExportRequest& request);
    void end(const QString& text);

    Agent agent_;
    std::unique_ptr<QObject> waiting_;  ///< for the answer; null: nothing is being written
    QUrl written_;                      ///< a page that a browser shows; empty: none
    QLabel* text_ = nullptr;
    QPushButton* open_ = nullptr;
    QPushButton* button_ = nullptr;
};

}  // namespace trainyard::pages
