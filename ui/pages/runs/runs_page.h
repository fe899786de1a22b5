// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>

#include "ui/models/run_filter_model.h"
#include "ui/models/run_list_model.h"
#include "ui/pages/page.h"

class QLabel;
class QLineEdit;
class QSplitter;
class QStackedWidget;
class QTableView;

namespace trainyard::bridge {
struct AgentStatus;
}

namespace trainyard::pages {

class RunView;

/// The runs at the left, the chosen one at the right. [gui]
class RunsPage : public Page {
    Q_OBJECT
  public:
    explicit RunsPage(bridge::AgentBridge& bridge, QWidget* parent = nullptr);

    /// Chooses a run by its id, now or as soon as the list has it.
    void open(const QString& run) override;
    QList<QAction*> menuActions() const override;
    bool focusSearch() override;
    QVariantMap saveState() const override;
    void restoreState(const QVariantMap& state) override;

  private:
    QWidget* makeList();
    QWidget* makeWelcome();
    void takeRuns(const bridge::RunListChange& change);
    void takeSelection();
    void selectWanted();
    void refreshClock();
    void refreshEmptyText();

    bridge::AgentBridge& bridge_;
    models::RunListModel runs_;
    models::RunFilterModel* filtered_ = nullptr;
    QTimer clock_;
    QString wanted_;  ///< the run to choose once it is there
    bool hasList_ = false;

    QStackedWidget* stack_ = nullptr;
    QSplitter* columns_ = nullptr;
    QLineEdit* filter_ = nullptr;
    QTableView* table_ = nullptr;
    QLabel* empty_ = nullptr;
    QLabel* welcome_ = nullptr;
    RunView* view_ = nullptr;
};

}  // namespace trainyard::pages
