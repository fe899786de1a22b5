// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <utility>
#include <vector>

namespace trainyard::widgets {

/// A small, finite set of numbers to look at as a whole. Long curves that grow are CurveView's.
struct ChartContent {
    /// Bars of several series are side by side, or stacked; areas are stacked, over the same values of x, and
    /// lines are not.
    enum class Kind { kBars, kStackedBars, kStackedAreas, kLines, kScatter };
    struct Point {
        double x = 0;  ///< not used by bars: the n-th point belongs to the n-th category
        double y = 0;
        QString name = {};  ///< of a point of a scatter; of one of a line, read instead of x
    };
    struct Series {
        QString name;
        int colour = 0;  ///< Theme::series()
        std::vector<Point> points;
    };

    Kind kind = Kind::kBars;
    QString xTitle = {}, yTitle = {};  ///< in readings; what is drawn is named around the chart
    /// The names of the bars; of those of a histogram, which fill `range`, there are none.
    QStringList categories = {};
    std::optional<std::pair<double, double>> range = {};  ///< of a histogram, or of the x of lines
    double full = 0;  ///< the axis of values reaches at least this: 100 of percentages
    std::vector<Series> series = {};

    bool isEmpty() const;
    bool isStacked() const { return kind == Kind::kStackedBars || kind == Kind::kStackedAreas; }
};

/// One value of a chart in words, in the order in which the keyboard goes through them.
struct ChartReading {
    std::size_t series = 0, point = 0;
    QString text;
};

/// Values that are not finite have none, and are not drawn.
std::vector<ChartReading> readingsOf(const ChartContent& content);

}  // namespace trainyard::widgets
