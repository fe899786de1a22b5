// SPDX-License-Identifier: Apache-2.0
#include "core/export/ridge_chart.h"

#include <fmt/format.h>

#include "core/base/ridges.h"
#include "core/export/line_chart.h"

namespace trainyard::exports {
namespace {

constexpr double kRidgeWidth = 720, kBefore = 12, kBehind = 96, kPeak = 90, kApart = 16, kBelow = 28;
constexpr std::size_t kBars = 60;

double across(std::size_t edge) {
    return kBefore + (kRidgeWidth - kBefore - kBehind) * static_cast<double>(edge) / kBars;
}

/// The steps of a histogram's outline, from the base line to the base line.
std::string outline(const std::vector<double>& bars, double base, double most) {
    std::string points = fmt::format("{:.1f},{:.1f}", across(0), base);
    for (std::size_t bar = 0; bar < bars.size(); ++bar) {
        const double top = base - kPeak * bars[bar] / most;
        points += fmt::format(" {:.1f},{:.1f} {:.1f},{:.1f}", across(bar), top, across(bar + 1), top);
    }
    return points + fmt::format(" {:.1f},{:.1f}", across(bars.size()), base);
}

std::string axis(double low, double high, double height) {
    constexpr int kTicks = 4;
    std::string svg;
    for (int tick = 0; tick <= kTicks; ++tick) {
        const double share = static_cast<double>(tick) / kTicks;
        const char* anchor = tick == 0 ? "start" : tick == kTicks ? "end" : "middle";
        svg += fmt::format("<text class=\"axis\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n",
                           kBefore + (kRidgeWidth - kBefore - kBehind) * share, height - 8, anchor,
                           shortNumber(low + (high - low) * share));
    }
    return svg;
}

}  // namespace

std::string ridgeChart(const std::string& title, const std::vector<Ridge>& ridges) {
    std::vector<std::vector<base::Bucket>> histograms;
    for (const Ridge& ridge : ridges) histograms.push_back(ridge.buckets);
    const base::Ridges drawn = base::ridgesOf(histograms, kBars);
    if (drawn.most == 0) return {};
    const double height = kPeak + kApart * static_cast<double>(ridges.size()) + kBelow;
    std::string svg = fmt::format("<svg viewBox=\"0 0 {0} {1}\" role=\"img\" aria-label=\"{2}\">\n",
                                  kRidgeWidth, height, escaped(title));
    for (std::size_t i = 0; i < ridges.size(); ++i) {
        const double base = kPeak + kApart * static_cast<double>(i + 1);
        double count = 0;
        for (const base::Bucket& bucket : ridges[i].buckets) count += bucket.count;
        svg += fmt::format(
            "<g data-step=\"{1}\"><polyline class=\"ridge line0\" points=\"{0}\"><title>{1}: {2} "
            "values</title></polyline><text class=\"axis\" x=\"{3}\" y=\"{4:.1f}\">{1}</text></g>\n",
            outline(drawn.bars[i], base, drawn.most), escaped(ridges[i].name), shortNumber(count),
            kRidgeWidth - kBehind + 8, base);
    }
    return svg + axis(drawn.low, drawn.high, height) + "</svg>\n";
}

}  // namespace trainyard::exports
