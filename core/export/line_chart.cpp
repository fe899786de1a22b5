// SPDX-License-Identifier: Apache-2.0
#include "core/export/line_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/base/text.h"

namespace trainyard::exports {
namespace {

constexpr double kWidth = 720, kHeight = 260;
constexpr double kLeft = 64, kRight = 12, kTop = 10, kBottom = 34;
constexpr int kColours = 8;

/// Wider than double, so that no extent overflows.
using Wide = long double;

struct Range {
    Wide low = std::numeric_limits<Wide>::infinity();
    Wide high = -low;

    void take(Wide value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    bool isEmpty() const { return low > high; }
    /// A little wider, and never without extent.
    Range widened(Wide share) const {
        const Wide extent = high > low ? (high - low) * share : low == 0 ? 1 : std::abs(low) / 10;
        return {low - extent, high + extent};
    }
};

/// What is drawn: finite points alone.
std::optional<std::pair<Range, Range>> extentOf(const std::vector<Line>& lines) {
    Range x, y;
    for (const Line& line : lines)
        for (const Stretch& stretch : line.stretches)
            for (const auto& [at, value] : stretch.points) {
                if (!std::isfinite(value)) continue;
                x.take(at);
                y.take(value);
            }
    if (y.isEmpty()) return std::nullopt;
    return std::pair(x.high > x.low ? x : x.widened(0), y.widened(0.05L));
}

/// Multiples of 1, 2 or 5 times a power of ten, about `wanted` of them and not closer than `least`.
std::vector<double> ticks(const Range& range, int wanted, Wide least = 0) {
    const Wide rough = (range.high - range.low) / wanted;
    const Wide power = std::pow(Wide{10}, std::floor(std::log10(rough)));
    const Wide factor = rough / power;
    const Wide step = std::max(least, power * (factor > 5 ? 10 : factor > 2 ? 5 : factor > 1 ? 2 : 1));
    std::vector<double> at;
    for (Wide k = std::ceil(range.low / step); k * step <= range.high && at.size() < 20; ++k)
        at.push_back(static_cast<double>(k * step));
    return at;
}

class Plot {
  public:
    Plot(const Range& x, const Range& y) : x_(x), y_(y) {}

    double across(double x) const {
        return kLeft + static_cast<double>((x - x_.low) / (x_.high - x_.low)) * (kWidth - kLeft - kRight);
    }
    double down(double y) const {
        return kTop + static_cast<double>((y_.high - y) / (y_.high - y_.low)) * (kHeight - kTop - kBottom);
    }

    std::string axes(Across of) const {
        std::string svg;
        for (const double y : ticks(y_, 5))
            svg += fmt::format(
                "<line class=\"grid\" x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>"
                "<text class=\"axis\" x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>\n",
                kLeft, kWidth - kRight, down(y), kLeft - 6, down(y) + 4, shortNumber(y));
        for (const double x : ticks(x_, 7, of == Across::kSteps ? 1 : 0))
            svg +=
                fmt::format("<text class=\"axis\" x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                            across(x), kHeight - kBottom + 16, shortNumber(x));
        return svg + fmt::format("<text class=\"axis\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n",
                                 kWidth - kRight, kHeight - 4, of == Across::kSteps ? "step" : "recall");
    }

    /// A polyline for each row of finite points; a lone one is a dot.
    std::string path(const Stretch& stretch, int colour) const {
        std::string svg, run;
        int count = 0;
        const auto finish = [&] {
            const std::string style =
                fmt::format("line{}{}", colour % kColours, stretch.isUndone ? " undone" : "");
            if (count == 1) {
                const auto comma = run.find(',');
                svg += fmt::format("<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"2.5\"/>\n", style,
                                   run.substr(0, comma), run.substr(comma + 1));
            } else if (count > 1) {
                svg += fmt::format("<polyline class=\"{}\" points=\"{}\"/>\n", style, run);
            }
            run.clear();
            count = 0;
        };
        for (const auto& [x, y] : stretch.points) {
            if (!std::isfinite(y)) {
                finish();
                continue;
            }
            run += fmt::format("{}{:.1f},{:.1f}", count == 0 ? "" : " ", across(x), down(y));
            ++count;
        }
        finish();
        return svg;
    }

  private:
    Range x_, y_;
};

std::optional<double> newestOf(const Line& line) {
    for (auto stretch = line.stretches.rbegin(); stretch != line.stretches.rend(); ++stretch)
        if (!stretch->isUndone && !stretch->points.empty()) return stretch->points.back().second;
    return std::nullopt;
}

std::string legend(const std::vector<Line>& lines, Across of) {
    std::string html = "<ul class=\"legend\">";
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto newest = of == Across::kSteps ? newestOf(lines[i]) : std::nullopt;
        html += fmt::format("<li><span class=\"key line{}\"></span>{}{}</li>", i % kColours,
                            escaped(lines[i].name),
                            newest ? fmt::format(" <b>{}</b>", shortNumber(*newest)) : "");
    }
    return html + "</ul>\n";
}

}  // namespace

std::string lineChart(const std::string& title, const std::vector<Line>& lines, Across across) {
    const auto extent = extentOf(lines);
    if (!extent) return {};
    const Plot plot(extent->first, extent->second);
    std::string svg = fmt::format(
        "<figure><figcaption>{0}</figcaption>\n<svg viewBox=\"0 0 {1} {2}\" role=\"img\" "
        "aria-label=\"{0}\">\n{3}",
        escaped(title), kWidth, kHeight, plot.axes(across));
    for (std::size_t i = 0; i < lines.size(); ++i)
        for (const Stretch& stretch : lines[i].stretches) svg += plot.path(stretch, static_cast<int>(i));
    return svg + "</svg>\n" + legend(lines, across) + "</figure>\n";
}

std::string escaped(std::string_view text) {
    std::string html;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        for (const char c : base::printable(text.substr(begin, end - begin))) {
            switch (c) {
                case '&':
                    html += "&amp;";
                    break;
                case '<':
                    html += "&lt;";
                    break;
                case '>':
                    html += "&gt;";
                    break;
                case '"':
                    html += "&quot;";
                    break;
                default:
                    html += c;
            }
        }
        if (end < text.size()) html += '\n';
        begin = end + 1;
    }
    return html;
}

std::string shortNumber(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
    if (value != std::trunc(value) || std::abs(value) >= 1e12) return fmt::format("{:.4g}", value);
    std::string digits = fmt::format("{:.0f}", std::abs(value));
    for (auto at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return (value < 0 ? "-" : "") + digits;
}

}  // namespace trainyard::exports
