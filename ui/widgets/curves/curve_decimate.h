// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "ui/models/curve_data.h"

namespace trainyard::widgets {

enum class XAxis { kStep, kEpoch, kTime };

/// The position of a curve's points on the horizontal axis: steps, epochs (steps / stepsPerEpoch) or seconds
/// since `start`. Rises with the step on each axis.
struct XMap {
    XAxis axis = XAxis::kStep;
    double stepsPerEpoch = 1;
    double start = 0;  ///< seconds since 1970

    /// Whether the points of `curve` can be placed on this axis.
    bool places(const models::Curve& curve) const { return axis != XAxis::kTime || curve.hasTime(); }
    double at(const models::Curve& curve, std::size_t i) const {
        switch (axis) {
            case XAxis::kStep:
                return double(curve.step[i]);
            case XAxis::kEpoch:
                return double(curve.step[i]) / stepsPerEpoch;
            case XAxis::kTime:
                break;
        }
        return curve.time[i] - start;
    }
    /// The first point at or after `x`, searching from `from`.
    std::size_t lowerBound(const models::Curve& curve, double x, std::size_t from = 0) const;
};

/// Minimum and maximum of every 64 points of a curve, so that drawing a million of them costs as much as
/// drawing twenty thousand.
class CurveBlocks {
  public:
    static constexpr std::size_t kPoints = 64;
    struct Extremes {
        double low;
        double high;
        bool hasOdd;  ///< a NaN or infinite value
        void add(double value);
    };
    explicit CurveBlocks(const models::Curve& curve);
    /// Over the points [first, last).
    Extremes over(const models::Curve& curve, std::size_t first, std::size_t last) const;

  private:
    std::vector<Extremes> blocks_;
};

/// What a curve looks like over a range, in axis units. Either every point, or, where several fall into one
/// pixel column, the first, lowest, highest and last value of each column: the lines through these four light
/// the same pixels as those through all points (M4 aggregation, Jugel et al., VLDB 2014).
struct DrawnCurve {
    struct Point {
        double x;
        double y;
    };
    struct Column {
        int pixel;
        double first, low, high, last;
    };
    bool isDense = false;
    std::vector<Point>
        points;  ///< when not dense: those in the range and one at each side; NaN breaks the line
    std::vector<Column> columns;  ///< when dense
    std::vector<double> odd;      ///< where a value is NaN or infinite
    double low = 0;               ///< of what is in the range; low > high: nothing
    double high = -1;
};
DrawnCurve decimate(const models::Curve& curve, const CurveBlocks* blocks, const XMap& map, double first,
                    double last, int pixels);

}  // namespace trainyard::widgets
