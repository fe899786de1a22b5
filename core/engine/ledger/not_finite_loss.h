// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/error.h"

namespace trainyard::engine {

/// A sample of a data set that a program's closures draw from. All numbers count from 0.
struct DrawnSample {
    std::string dataset;
    std::string task;  ///< whose copy of the data set it is
    std::int64_t element = 0;
    std::int64_t sample = 0;  ///< of the element
};

/// Ends a training whose loss is NaN or infinite, unless on_failure.not_finite says otherwise. The agent
/// rolls back on the id "loss.not_finite"; if a sample is the cause ("data.not_finite"), no learning rate
/// helps.
struct NotFiniteLoss {
    std::int64_t step = 0;       ///< the first
    bool isOfGradients = false;  ///< the loss is finite, and its gradients are not, in float16
    /// Tasks whose part of the batch caused it: the name of one, the number of several; none: unknown.
    std::string task;
    int tasks = 0;
    bool hasCheckpoint = false;  ///< there is one to roll back to
    /// Tasks with a sample whose values were already NaN or infinite, and the sample of one such task.
    int tasksWithBadSample = 0;
    std::int64_t badSample = 0;
    std::optional<DrawnSample> drawn;  ///< the same of a program under parameter servers
};
base::Error notFiniteError(const NotFiniteLoss& loss);

}  // namespace trainyard::engine
