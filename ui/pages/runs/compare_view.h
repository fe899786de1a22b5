// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QTimer>
#include <QVariantMap>
#include <QWidget>
#include <map>

#include "ui/bridge/agent_for.h"
#include "ui/models/config_diff_model.h"

class QLabel;
class QSplitter;

namespace trainyard::pages {

class CompareChart;
class CurvePanel;
class RunCurves;

/// Several runs overlaid, each in its own colour; below them their results and the differences of their run
/// files, as a table and as a chart. [gui]
class CompareView : public QWidget {
    Q_OBJECT
  public:
    using Agent = bridge::AgentFor<bridge::RunCalls, bridge::SeriesCalls>;
    explicit CompareView(Agent agent, QWidget* parent = nullptr);

    /// Shows these runs, in this order; only the first ones if there are very many.
    void show(std::vector<bridge::RunRow> rows);
    /// The list has updates for a run.
    void update(const bridge::RunRow& row);
    /// The details of the runs shown, by id; a run keeps its colour as long as the window lives.
    QHash<QString, int> colours() const;
    QVariantMap saveState() const;
    void restoreState(const QVariantMap& state);

  private:
    struct Shown {
        bridge::RunRow row;
        RunCurves* curves = nullptr;
        std::map<QString, QString> config;
        int stepsPerEpoch = 0;
        bool hasDetail = false;
    };
    void add(const bridge::RunRow& row);
    int placeOf(const QString& run) const;  ///< -1: not shown
    int colourOf(const QString& run);
    /// Draws what has arrived since the last redraw.
    enum News { kPoints = 0, kSeries = 1, kFiles = 2 };
    void refresh();
    void refreshSoon(News news);
    void refreshSeries();
    void draw();
    void refreshDiff();

    Agent agent_;
    std::vector<Shown> shown_;
    QTimer refresh_;
    int news_ = 0;
    QHash<QString, int> colours_;
    models::ConfigDiffModel diff_;
    CurvePanel* panel_ = nullptr;
    QLabel* title_ = nullptr;
    QLabel* differences_ = nullptr;
    CompareChart* chart_ = nullptr;
    QSplitter* rows_ = nullptr;
};

}  // namespace trainyard::pages
