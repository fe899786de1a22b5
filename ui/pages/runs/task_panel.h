// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>

#include "ui/bridge/agent_for.h"
#include "ui/bridge/values.h"

class QPushButton;
class QTableView;

namespace trainyard::models {
class TaskListModel;
}

namespace trainyard::widgets {
class ColumnFitter;
}

namespace trainyard::pages {

/// The tasks of a run, by machine where some are on another one, and the button that kills one. While the run
/// has not ended and shows, the state of those machines is requested. [gui]
class TaskPanel : public QWidget {
    Q_OBJECT
  public:
    using Agent = bridge::AgentFor<bridge::NodeCalls>;
    TaskPanel(Agent agent, models::TaskListModel& tasks, QWidget* parent = nullptr);
    void setRunState(bridge::RunState state);

  signals:
    void drillRequested(const QString& task);

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    QTableView* makeTable();
    QString chosen() const;
    void refreshDrill();
    /// The machines' rows extend over all columns, and have two lines where there is more to say.
    void placeLanes();
    void askForNodes();

    Agent agent_;
    models::TaskListModel& tasks_;
    bridge::RunState state_ = bridge::RunState::kUnknown;
    QTimer every_;
    QTableView* table_ = nullptr;
    widgets::ColumnFitter* fitter_ = nullptr;
    QPushButton* drill_ = nullptr;
};

}  // namespace trainyard::pages
