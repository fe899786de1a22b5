// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QVariantMap>
#include <QWidget>
#include <functional>
#include <set>

#include "ui/widgets/curve_view.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QSlider;

namespace trainyard::pages {

/// Two quantities side by side, with what they have in common above them: horizontal axis and smoothing. Of
/// one run, on demand, below them and on the same axis what its tasks use of their machines: CPU and memory,
/// a line a task. [gui]
class CurvePanel : public QWidget {
    Q_OBJECT
  public:
    enum class Runs { kOne, kSeveral };
    /// `objectPrefix` begins the object names ("runs": runs.loss.chart, runs.curves.axis).
    CurvePanel(const QString& objectPrefix, Runs runs, QWidget* parent = nullptr);

    /// What the runs recorded; each view keeps its quantity where it is among them.
    void setSeries(const std::set<bridge::SeriesKey>& series);
    void setRuns(const std::vector<widgets::CurveRun>& runs);
    void setEvents(const std::vector<widgets::PlotEvent>& events);
    void setEmptyText(const QString& text);
    void clear();
    /// Where a series is shown for the run at this place; nothing when it is not.
    std::optional<widgets::CurveView::Range> rangeOf(const bridge::SeriesKey& key, int run) const;

    QVariantMap saveState() const;
    void restoreState(const QVariantMap& state);

  signals:
    /// Other points are needed.
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
    std::vector<widgets::CurveView*> systemViews_;  ///< none of several runs
    QWidget* systemRow_ = nullptr;
    QWidget* gpuRow_ = nullptr;
    bool hasGpus_ = false;  ///< whether a task of the run has used any
    QCheckBox* system_ = nullptr;
    QStringList wanted_{QStringLiteral("loss"), QStringLiteral("accuracy")};  ///< of each view
    QStringList quantities_;
    QComboBox* axis_ = nullptr;
    QSlider* smoothing_ = nullptr;
    QLabel* smoothingText_ = nullptr;
    QCheckBox* mean_ = nullptr;
};

}  // namespace trainyard::pages
