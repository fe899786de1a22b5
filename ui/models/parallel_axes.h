// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "ui/bridge/sweep_values.h"

namespace trainyard::models {

/// One axis of parallel coordinates: a parameter of a sweep, or its metric. Heights are 0 (bottom) to 1.
struct ParallelAxis {
    struct Mark {
        QString text;
        double height = 0;
    };
    QString title;
    std::vector<Mark> marks = {};  ///< the ends of a range of numbers, or every value of words
    /// One per run; nothing: it has no value, or none that is finite.
    std::vector<std::optional<double>> heights = {};
};

/// The axes of a sweep, in its order, the metric last. A parameter whose values are all numbers is an axis of
/// numbers, logarithmic where the sweep is; any other has its different values, evenly spaced.
std::vector<ParallelAxis> parallelAxes(const bridge::SweepRow& sweep);

}  // namespace trainyard::models
