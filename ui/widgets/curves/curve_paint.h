// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QIcon>
#include <QRectF>
#include <QString>
#include <vector>

#include "ui/widgets/curves/curve_decimate.h"
#include "ui/widgets/curves/curve_scale.h"

class QPainter;

namespace trainyard::widgets {

/// One line of a plot.
struct PlotLine {
    models::CurvePtr curve;
    XMap map;  ///< its axis is the plot's
    QString name;
    QString split;   ///< "train", "validation", or another program's name for it
    int colour = 0;  ///< in the theme's series palette
    int run = 0;     ///< which of the plot's runs it belongs to
    bool isDashed = false;
    bool isDotted = false;  ///< epoch means, next to the line of their steps
    bool isPale = false;    ///< the raw values under a smoothed or an epoch's line
    bool isLost = false;    ///< undone by a restart
    bool isSmoothed = false;
    bool isThin = false;  ///< next to a finer line of the same values
    bool hasMarkers = false;
    bool isListed = true;  ///< in the read-out
};

/// The mean of several runs and the band around it.
struct PlotBand {
    models::CurvePtr low;
    models::CurvePtr high;
    XMap map;
    int colour = 0;
};

/// An event, shown as a mark on the axis.
struct PlotEvent {
    enum class Kind { kCheckpoint, kFailure, kRestart, kChange };
    Kind kind = Kind::kCheckpoint;
    std::int64_t step = 0;
    double time = 0;  ///< seconds since 1970
    QString text;     ///< of its tool tip
    QString id;       ///< reported when it is clicked: the path of a checkpoint
    friend bool operator==(const PlotEvent&, const PlotEvent&) = default;
};

/// From values to pixels.
struct PlotFrame {
    QRectF area;  ///< inside the axes
    double first = 0, last = 1;
    double low = 0, high = 1;
    bool isLogarithmic = false;

    double x(double value) const { return area.left() + (value - first) / (last - first) * area.width(); }
    double y(double value) const;
    double valueAt(double pixel) const {
        return first + (pixel - area.left()) / area.width() * (last - first);
    }
};

/// The pen of a line: its colour, at the strength for raw, lost or valid values.
QColor lineColour(const PlotLine& line);
/// The strokes of lines, for a legend: training, training by step and by epoch, validation.
enum class Strokes { kSolid, kSolidAndDotted, kDashed };
QIcon strokesIcon(const QColor& colour, Strokes strokes, qreal devicePixelRatio);
void paintGrid(QPainter& painter, const PlotFrame& frame, const std::vector<Tick>& x,
               const std::vector<Tick>& y);
void paintLine(QPainter& painter, const PlotFrame& frame, const PlotLine& line, const DrawnCurve& drawn);
void paintBand(QPainter& painter, const PlotFrame& frame, const PlotBand& band);
/// A mark at `at`, about 9 pixels wide.
void paintEvent(QPainter& painter, PlotEvent::Kind kind, QPointF at);

}  // namespace trainyard::widgets
