// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace trainyard::exports {

/// Part of a line. One that a restart has undone is drawn pale.
struct Stretch {
    std::vector<std::pair<double, double>>
        points;  ///< (x, y), in order of x; a gap at each y that is not finite
    bool isUndone = false;
};
struct Line {
    std::string name;
    std::vector<Stretch> stretches;
};

/// What the x axis is of.
enum class Across { kSteps, kRecall };

/// The lines as an SVG element with axes, a legend and, over steps, the newest value of each. Its colours are
/// those of the page: the classes line0 to line7, axis, grid. Empty if no point is finite.
std::string lineChart(const std::string& title, const std::vector<Line>& lines,
                      Across across = Across::kSteps);

/// Text for an element or an attribute of HTML. Characters that control a terminal or reorder a line become
/// visible escapes; line breaks stay.
std::string escaped(std::string_view text);

/// "0.0312", "1.25e-05", "12,500"; "NaN" and "Infinity" as in JSON.
std::string shortNumber(double value);

}  // namespace trainyard::exports
