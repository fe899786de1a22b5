// SPDX-License-Identifier: Apache-2.0
#include "ui/models/parallel_axes.h"

#include <algorithm>
#include <cmath>

#include "ui/models/format.h"

namespace trainyard::models {
namespace {

constexpr double kMiddle = 0.5;  ///< of the only value of an axis

using Numbers = std::vector<double>;

/// Nothing unless all of them are numbers.
std::optional<Numbers> numbersIn(const QStringList& values) {
    Numbers numbers;
    for (const QString& value : values) {
        bool isNumber = false;
        numbers.push_back(value.toDouble(&isNumber));
        if (!isNumber) return std::nullopt;
    }
    return numbers;
}

/// `texts`: how the numbers were written; empty: they are formatted.
ParallelAxis axisOfNumbers(const QString& title, const Numbers& numbers, bool isLog,
                           const QStringList& texts) {
    ParallelAxis axis{.title = shown(title)};
    std::optional<std::size_t> low, high;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (!std::isfinite(numbers[i])) continue;
        if (!low || numbers[i] < numbers[*low]) low = i;
        if (!high || numbers[i] > numbers[*high]) high = i;
    }
    axis.heights.resize(numbers.size());
    if (!low) return axis;
    const bool isLogHere = isLog && numbers[*low] > 0;
    const auto scaled = [&](double value) { return isLogHere ? std::log(value) : value; };
    const double bottom = scaled(numbers[*low]), span = scaled(numbers[*high]) - bottom;
    const auto height = [&](double value) { return span > 0 ? (scaled(value) - bottom) / span : kMiddle; };
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (std::isfinite(numbers[i])) axis.heights[i] = height(numbers[i]);
    const auto mark = [&](std::size_t at) {
        const QString text = texts.isEmpty() ? number(numbers[at]) : texts[static_cast<qsizetype>(at)];
        axis.marks.push_back({shown(text), height(numbers[at])});
    };
    mark(*low);
    if (span > 0) mark(*high);
    return axis;
}

ParallelAxis axisOfWords(const QString& title, const QStringList& values) {
    ParallelAxis axis{.title = shown(title)};
    QStringList words = values;
    words.removeDuplicates();
    const auto height = [&](qsizetype at) {
        return words.size() > 1 ? double(at) / double(words.size() - 1) : kMiddle;
    };
    for (qsizetype at = 0; at < words.size(); ++at) axis.marks.push_back({shown(words[at]), height(at)});
    for (const QString& value : values) axis.heights.emplace_back(height(words.indexOf(value)));
    return axis;
}

}  // namespace

std::vector<ParallelAxis> parallelAxes(const bridge::SweepRow& sweep) {
    std::vector<ParallelAxis> axes;
    for (std::size_t i = 0; i < sweep.parameters.size(); ++i) {
        const bridge::SweepRow::Parameter& parameter = sweep.parameters[i];
        QStringList values;
        for (const bridge::SweepRunRow& run : sweep.runs)
            values << run.values.value(static_cast<qsizetype>(i));
        const auto numbers = numbersIn(values);
        axes.push_back(numbers ? axisOfNumbers(parameter.name, *numbers, parameter.isLog, values)
                               : axisOfWords(parameter.name, values));
    }
    Numbers results;
    for (const bridge::SweepRunRow& run : sweep.runs) results.push_back(run.value);
    axes.push_back(axisOfNumbers(sweep.metric, results, false, {}));
    return axes;
}

}  // namespace trainyard::models
