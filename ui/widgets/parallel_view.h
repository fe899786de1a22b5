// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <QWidget>
#include <optional>
#include <vector>

#include "ui/models/parallel_axes.h"

namespace trainyard::widgets {

/// Parallel coordinates: an axis per parameter and one for the result, a line per run. The best run is thick
/// and named; the chosen one is thick, too, and read out as the accessible description. The arrow keys and a
/// click choose a run. [gui]
class ParallelView : public QWidget {
    Q_OBJECT
  public:
    explicit ParallelView(QWidget* parent = nullptr);

    /// `texts`: each run in words. `best`, `chosen`: places in the runs; -1: none.
    void setAxes(std::vector<models::ParallelAxis> axes, QStringList texts, int best);
    void setChosen(int run);
    int chosen() const { return chosen_; }

    QSize minimumSizeHint() const override { return {240, 160}; }

  signals:
    void runChosen(int run);  ///< by the user

  protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    int runs() const { return static_cast<int>(texts_.size()); }
    QRectF area() const;
    double xOf(std::size_t axis) const;
    /// The pieces of a run's line: it has a gap where it has no value.
    std::vector<QPolygonF> linesOf(int run) const;
    void paintAxes(QPainter& painter) const;
    void paintRun(QPainter& painter, int run, const QColor& colour, double width) const;
    void paintReadOut(QPainter& painter) const;
    int nearest(QPointF at) const;
    void choose(int run);

    std::vector<models::ParallelAxis> axes_;
    QStringList texts_;
    int best_ = -1;
    int chosen_ = -1;
};

}  // namespace trainyard::widgets
