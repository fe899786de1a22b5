// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <set>

#include "ui/bridge/agent_functions.h"
#include "ui/models/curve_data.h"
#include "ui/models/event_list_model.h"
#include "ui/models/log_model.h"
#include "ui/models/task_list_model.h"

class QSplitter;

namespace trainyard::bridge {
class AgentBridge;
class RunWatch;
}  // namespace trainyard::bridge
namespace trainyard::widgets {
class CurveView;
}

namespace trainyard::pages {

class LogPane;
class RunHeader;

/// Everything about one run. Shows what the bridge's watch of it tells and asks for curves as wide as they
/// are drawn. [gui]
class RunView : public QWidget {
    Q_OBJECT
  public:
    explicit RunView(bridge::AgentBridge& bridge, QWidget* parent = nullptr);
    ~RunView() override;

    /// Watches another run; `row` is what the list knows of it already.
    void show(const bridge::RunRow& row);
    /// The list has news of the run shown.
    void update(const bridge::RunRow& row);
    void setNow(double now);
    const QString& run() const { return run_; }
    QList<QAction*> stopActions() const;
    void focusSearch();
    QVariantMap saveState() const;
    void restoreState(const QVariantMap& state);

  private:
    void buildLayout();
    QWidget* makeTable(QAbstractItemModel* model, const QString& name, const QString& title,
                       int stretchColumn);
    void takeDetail(const bridge::RunDetail& detail);
    void takeUpdate(const bridge::RunUpdate& update);
    void takeSeries(const std::vector<bridge::SeriesKey>& series);
    void queryCurves();
    void query(const bridge::SeriesKey& key);
    void drawCurves();
    void stop(bridge::StopAfter after);
    void refreshEmptyTexts();

    bridge::AgentBridge& bridge_;
    bridge::RunWatch* watch_ = nullptr;
    QString run_;
    bridge::RunRow row_;
    bridge::Progress progress_;
    models::CurveData curves_;
    std::set<bridge::SeriesKey> series_;
    std::set<bridge::SeriesKey> asked_;       ///< queries under way
    std::set<bridge::SeriesKey> askedAgain_;  ///< to be asked once more when their answer is there
    models::TaskListModel tasks_;
    models::EventListModel events_;
    models::LogModel log_;

    RunHeader* header_ = nullptr;
    std::vector<widgets::CurveView*> views_;
    LogPane* logPane_ = nullptr;
    QSplitter* rows_ = nullptr;
};

}  // namespace trainyard::pages
