// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trainyard::widgets {

struct Scale {
    double low = 0;
    double high = 1;
    double tick = 0.2;
};

/// A step between ticks of 1, 2 or 5 times a power of ten, with about `ticks` of them over `span` (> 0).
double niceTick(double span, int ticks);
/// Limits that hold low…high and lie on ticks, so that they move seldom while values arrive.
Scale niceScale(double low, double high, int ticks);
/// The end of a step axis: the next round number at or over `last`, at most `total` where that is known (>
/// 0).
double niceEnd(double last, double total);

}  // namespace trainyard::widgets
