// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/curves/curve_scale.h"

#include <QLocale>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/models/format.h"

namespace trainyard::widgets {

double niceTick(double span, int ticks) {
    const double rough = span / std::max(ticks, 1);
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (rough <= factor * power) return factor * power;
    return 10 * power;
}

Scale niceScale(double low, double high, int ticks) {
    if (!(high - low > std::abs(high) * 1e-6)) {  // a single value, or equal in float32
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

Scale niceLogScale(double low, double high) {
    const auto roundDown = [](double value) {
        const double power = std::pow(10.0, std::floor(std::log10(value) + 1e-9));
        for (const double factor : {5.0, 2.0})
            if (value >= factor * power * (1 - 1e-9)) return factor * power;
        return power;
    };
    const auto roundUp = [](double value) {
        const double power = std::pow(10.0, std::floor(std::log10(value) + 1e-9));
        for (const double factor : {1.0, 2.0, 5.0})
            if (value <= factor * power * (1 + 1e-9)) return factor * power;
        return 10 * power;
    };
    Scale scale{roundDown(low), roundUp(high), 0};
    if (!(scale.high > scale.low)) scale.high = scale.low * 10;
    return scale;
}

std::vector<Tick> linearTicks(double low, double high, double tick) {
    std::vector<Tick> ticks;
    if (!(tick > 0) || !(high > low)) return ticks;
    const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(tick) - 1e-9)), 0, 12);
    const double largest = std::max(std::abs(low), std::abs(high));
    const bool isPlain = decimals <= 6 && largest < 1e7;
    const int digits = std::clamp(static_cast<int>(std::ceil(std::log10(largest / tick))) + 1, 4, 15);
    const auto first = static_cast<std::int64_t>(std::ceil(low / tick - 1e-9));
    const auto last = static_cast<std::int64_t>(std::floor(high / tick + 1e-9));
    for (std::int64_t n = first; n <= last; ++n) {
        const double value = double(n) * tick;
        ticks.push_back({value, isPlain ? QLocale().toString(value, 'f', decimals)
                                        : QLocale().toString(value, 'g', digits)});
    }
    return ticks;
}

std::vector<Tick> logTicks(double low, double high) {
    std::vector<Tick> ticks;
    const double decades = std::log10(high / low);
    const auto first = static_cast<int>(std::floor(std::log10(low) + 1e-9));
    const auto last = static_cast<int>(std::ceil(std::log10(high) - 1e-9));
    const int every = std::max(1, static_cast<int>(decades / 6));
    for (int power = first; power <= last; ++power) {
        for (const int factor : {1, 2, 5}) {
            if (factor > 1 && decades > 3) break;
            const double value = factor * std::pow(10.0, power);
            if (value < low * (1 - 1e-9) || value > high * (1 + 1e-9)) continue;
            const bool isPlain = value >= 1e-3 && value < 1e5;
            const bool isNamed = factor > 1 || (power - first) % every == 0;
            ticks.push_back({value, !isNamed  ? QString()
                                    : isPlain ? QLocale().toString(value, 'g', 6)
                                              : QLocale().toString(value, 'e', 0)});
        }
    }
    return ticks;
}

std::vector<Tick> timeTicks(double low, double high, int ticks) {
    static constexpr std::array kNice{1.0,    2.0,    5.0,     10.0,    15.0,    30.0,
                                      60.0,   120.0,  300.0,   600.0,   900.0,   1800.0,
                                      3600.0, 7200.0, 10800.0, 21600.0, 43200.0, 86400.0};
    std::vector<Tick> all;
    if (!(high > low)) return all;
    const double rough = (high - low) / std::max(1, ticks);
    const auto* const found = std::ranges::lower_bound(kNice, rough);
    const double tick = found != kNice.end() ? *found : 86400.0 * niceTick(std::max(1.0, rough / 86400.0), 1);
    for (auto n = static_cast<std::int64_t>(std::ceil(low / tick)); double(n) * tick <= high; ++n)
        all.push_back({double(n) * tick, models::duration(double(n) * tick)});
    return all;
}

}  // namespace trainyard::widgets
