// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <vector>

namespace trainyard::widgets {

struct Scale {
    double low = 0;
    double high = 1;
    double tick = 0.2;
};

/// A step between ticks of 1, 2 or 5 times a power of ten, with about `ticks` of them across `span` (> 0).
double niceTick(double span, int ticks);
/// Limits that contain low…high and lie on ticks, so that they rarely move while values arrive.
Scale niceScale(double low, double high, int ticks);
/// Limits of a logarithmic axis over 0 < low ≤ high: whole decades where there is more than one, else 1, 2 or
/// 5 times a power of ten.
Scale niceLogScale(double low, double high);
/// The end of a step axis: the next round number at or above `last`, at most `total` if that is known (> 0).
double niceEnd(double last, double total);

struct Tick {
    double value;
    QString label;  ///< empty: a line without a number
};
/// Ticks of a linear axis, labelled with as many decimals as their spacing needs.
std::vector<Tick> linearTicks(double low, double high, double tick);
std::vector<Tick> logTicks(double low, double high);
/// Seconds since the start: ticks at whole seconds, minutes, hours or days.
std::vector<Tick> timeTicks(double low, double high, int ticks);

}  // namespace trainyard::widgets
