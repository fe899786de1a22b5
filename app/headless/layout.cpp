// SPDX-License-Identifier: Apache-2.0
#include "app/headless/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/base/unsigned_nan.h"

namespace trainyard::headless {
namespace {

constexpr int kBarColumns = 20, kLeastBarColumns = 5;
constexpr std::string_view kGreen = "\x1b[32m", kDim = "\x1b[2m", kPlain = "\x1b[0m";

bool startsCodePoint(char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
}

std::string repeated(std::string_view piece, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += piece;
    return text;
}

std::string bar(const ProgressLine& line, int columns, bool hasColour) {
    const double part = line.steps > 0 ? static_cast<double>(line.step) / static_cast<double>(line.steps) : 0;
    const int done = std::clamp(static_cast<int>(part * columns), 0, columns);
    const std::string filled = repeated("━", done), rest = repeated(hasColour ? "━" : "─", columns - done);
    if (!hasColour) return filled + rest;
    return fmt::format("{}{}{}{}{}", kGreen, filled, kDim, rest, kPlain);
}

}  // namespace

int displayWidth(std::string_view text) {
    return static_cast<int>(std::ranges::count_if(text, startsCodePoint));
}

std::string cutTo(std::string_view text, int columns) {
    std::size_t end = 0;
    for (int seen = 0; end < text.size(); ++end)
        if (startsCodePoint(text[end]) && ++seen > columns) break;
    return std::string(text.substr(0, end));
}

std::string metricText(double value) {
    value = base::unsignedNan(value);
    const bool isTiny = value != 0 && std::abs(value) < 1e-3;
    return isTiny ? fmt::format("{:.4e}", value) : fmt::format("{:.4f}", value);
}

std::string perStepText(double milliseconds) {
    if (milliseconds >= 1000) return fmt::format("{:.0f}s/step", milliseconds / 1000);
    if (milliseconds >= 1) return fmt::format("{:.0f}ms/step", milliseconds);
    return fmt::format("{:.0f}us/step", milliseconds * 1000);
}

std::string durationText(double seconds) {
    const auto whole = static_cast<std::int64_t>(std::max(0.0, std::round(seconds)));
    if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
    if (whole >= 60) return fmt::format("{}:{:02}", whole / 60, whole % 60);
    return fmt::format("{}s", whole);
}

std::string thousands(double value) {
    return base::grouped(fmt::format("{:.0f}", value));
}

std::string progressText(const ProgressLine& line, int width, bool hasColour) {
    const std::string total = line.steps > 0 ? std::to_string(line.steps) : "?";
    const std::string counter = fmt::format("{:>{}}/{}", line.step, total.size(), total);
    std::string timing = durationText(line.seconds);
    if (!line.isFinished && line.steps > line.step && line.msPerStep > 0)
        timing = durationText(static_cast<double>(line.steps - line.step) * line.msPerStep / 1000) + " left";
    if (line.msPerStep > 0) timing += " " + perStepText(line.msPerStep);
    std::vector<std::string> pieces;
    for (const auto& [name, value] : line.metrics)
        pieces.push_back(fmt::format(" · {}: {}", name, metricText(value)));

    const auto columnsWithout = [&] {
        int columns = displayWidth(counter) + 1 + 1 + displayWidth(timing);
        for (const std::string& piece : pieces) columns += displayWidth(piece);
        return columns;
    };
    int barColumns = kBarColumns;
    if (width > 0) {
        while (!pieces.empty() && columnsWithout() + kLeastBarColumns > width) pieces.pop_back();
        barColumns = std::clamp(width - columnsWithout(), kLeastBarColumns, kBarColumns);
    }
    const std::string tail = fmt::format(" {}{}", timing, fmt::join(pieces, ""));
    if (width > 0 && columnsWithout() + barColumns > width) return cutTo(counter + tail, width);
    return fmt::format("{} {}{}", counter, bar(line, barColumns, hasColour), tail);
}

std::string Table::text() const {
    std::vector<int> widths;
    for (std::size_t c = 0; c < titles.size(); ++c) {
        widths.push_back(displayWidth(titles[c]));
        for (const auto& row : rows) widths[c] = std::max(widths[c], displayWidth(row[c]));
    }
    std::string text;
    const auto addRow = [&](const std::vector<std::string>& cells) {
        std::string line;
        for (std::size_t c = 0; c < cells.size(); ++c) {
            const std::string blanks(static_cast<std::size_t>(widths[c] - displayWidth(cells[c])), ' ');
            line += (c > 0 ? "  " : "") + (isNumeric[c] ? blanks + cells[c] : cells[c] + blanks);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    };
    addRow(titles);
    for (const auto& row : rows) addRow(row);
    return text;
}

}  // namespace trainyard::headless
