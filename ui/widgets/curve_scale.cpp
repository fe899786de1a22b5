// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/curve_scale.h"

#include <algorithm>
#include <cmath>

namespace trainyard::widgets {

double niceTick(double span, int ticks) {
    const double rough = span / std::max(ticks, 1);
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (rough <= factor * power) return factor * power;
    return 10 * power;
}

Scale niceScale(double low, double high, int ticks) {
    if (!(high - low > std::abs(high) * 1e-9)) {  // one value, or nothing apart in double precision
        const double half = std::max(std::abs(high) * 0.1, 1e-6);
        low -= half;
        high += half;
    }
    Scale scale;
    scale.tick = niceTick(high - low, ticks);
    scale.low = std::floor(low / scale.tick) * scale.tick;
    scale.high = std::ceil(high / scale.tick) * scale.tick;
    return scale;
}

double niceEnd(double last, double total) {
    const double least = std::max(last, 10.0);
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    double end = 10 * power;
    for (const double factor : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0}) {
        if (least <= factor * power) {
            end = factor * power;
            break;
        }
    }
    return total > 0 ? std::max(last, std::min(end, total)) : end;
}

}  // namespace trainyard::widgets
