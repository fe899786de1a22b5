// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QFont>
#include <QRectF>
#include <QWidget>
#include <functional>
#include <vector>

#include "ui/widgets/chart/chart_content.h"

class QPainter;

namespace trainyard::widgets {

/// What a Chart looks like in the current theme.
struct ChartStyle {
    QColor panel, text, muted, line;
    std::vector<QColor> series;  ///< one for each series of the content
    QFont numbers;               ///< digits of one width
};

/// How a Chart shows its numbers: drawn by Qt Charts, or as a table. It has no signals of its own, so that
/// one can come from a module. [gui]
class ChartFace : public QWidget {
  public:
    using QWidget::QWidget;

    /// `readings` are those of `content`.
    virtual void draw(const ChartContent& content, const std::vector<ChartReading>& readings,
                      const ChartStyle& style) = 0;
    /// Marks one reading; -1: none.
    virtual void mark(int reading) = 0;
    virtual void paintInto(QPainter& painter, const QRectF& area) = 0;

    /// The pointer is at a reading; -1: at none.
    std::function<void(int)> pointed;
};

/// What libtrainyard_charts.so exports as `trainyard_chart_face`: the one part of Trainyard that links Qt
/// Charts.
using MakeChartFace = ChartFace* (*)(QWidget* parent);

}  // namespace trainyard::widgets
