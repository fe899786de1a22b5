// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trainyard::headless {

/// Number of columns that a text takes on a terminal: one per code point, not accounting for combining marks.
int displayWidth(std::string_view text);
/// The first `columns` columns of the text.
std::string cutTo(std::string_view text, int columns);

/// Formats a metric as Keras does: four decimals, scientific below 1e-3.
std::string metricText(double value);
/// "13ms/step", "2s/step", "250us/step".
std::string perStepText(double milliseconds);
/// "12s", "3:05", "2:03:05".
std::string durationText(double seconds);
/// "9,770".
std::string thousands(double value);

/// The contents of one progress line.
struct ProgressLine {
    std::int64_t step = 0;   ///< within the epoch
    std::int64_t steps = 0;  ///< in the epoch; 0: unknown
    double seconds = 0;      ///< since the epoch began
    double msPerStep = 0;
    bool isFinished = false;  ///< the epoch's last line: no estimate of the remaining time
    std::vector<std::pair<std::string, double>> metrics;
};
/// `938/938 ━━━━━━━━━━━━━━━━━━━━ 12s 13ms/step · loss: 0.2312 · …`, never wider than `width` columns (0: no
/// limit): the bar shrinks first, then metrics are dropped from the end.
std::string progressText(const ProgressLine& line, int width, bool hasColour);

/// A table with padded columns; `isNumeric` ones are right-aligned. No trailing blanks.
struct Table {
    std::vector<std::string> titles;
    std::vector<bool> isNumeric;
    std::vector<std::vector<std::string>> rows;
    std::string text() const;
};

}  // namespace trainyard::headless
