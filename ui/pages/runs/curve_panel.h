// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QVariantMap>
#include <QWidget>
#include <functional>
#include <set>

#include "ui/widgets/curves/curve_view.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QSlider;

namespace trainyard::pages {

/// Two metrics side by side, with their shared controls above: horizontal axis and smoothing. For a single
/// run, optionally, its tasks' resource use below on the same axis: CPU and memory, one line per task. [gui]
class CurvePanel : public QWidget {
    Q_OBJECT
  public:
    enum class Runs { kOne, kSeveral };
    /// `objectPrefix` is the prefix of the object names ("runs": runs.loss.chart, runs.curves.axis).
    CurvePanel(const QString& objectPrefix, Runs runs, QWidget* parent = nullptr);

    /// The metrics that the runs recorded; each view keeps its metric if it is among them.
    void setSeries(const std::set<bridge::SeriesKey>& series);
    void setRuns(const std::vector<widgets::CurveRun>& runs);
    void setEvents(const std::vector<widgets::PlotEvent>& events);
    void setEmptyText(const QString& text);
    void clear();
    /// The range in which a series is shown for the run at this index; empty when it is not shown.
    std::optional<widgets::CurveView::Range> rangeOf(const bridge::SeriesKey& key, int run) const;

    QVariantMap saveState() const;
    void restoreState(const QVariantMap& state);

  signals:
    /// Different points are needed.
    void rangeChanged();
    void eventActivated(const QString& id);

  private:
    QWidget* makeBar(const QString& prefix, Runs runs);
    void applyStyle();
    void applyQuantities();
    QWidget* makeTaskRow(const QString& leftPrefix, const widgets::CurveView::OfTasks& left,
                         const QString& rightPrefix, const widgets::CurveView::OfTasks& right);
    void showSystemRows();
    void forEach(const std::function<void(widgets::CurveView&)>& act) const;

    std::vector<widgets::CurveView*> views_;
    std::vector<widgets::CurveView*> systemViews_;  ///< none for several runs
    QWidget* systemRow_ = nullptr;
    QWidget* gpuRow_ = nullptr;
    QWidget* heatRow_ = nullptr;
    bool hasGpus_ = false;  ///< whether any task of the run has used one
    QCheckBox* system_ = nullptr;
    QStringList wanted_{QStringLiteral("loss"), QStringLiteral("accuracy")};  ///< one for each view
    QStringList quantities_;
    QComboBox* axis_ = nullptr;
    QSlider* smoothing_ = nullptr;
    QLabel* smoothingText_ = nullptr;
    QCheckBox* mean_ = nullptr;
};

}  // namespace trainyard::pages
