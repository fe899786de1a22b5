// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/base/error.h"

namespace trainyard::engine {

/// Ends a training whose loss is NaN or infinite, unless on_failure.not_finite says otherwise. The agent
/// rolls back on the id "loss.not_finite"; if a sample is the cause ("data.not_finite"), no learning rate
/// helps.
struct NotFiniteLoss {
    std::int64_t step = 0;  ///< the first
    /// Tasks whose part of the batch caused it: the name of one, the number of several; none: unknown.
    std::string task;
    int tasks = 0;
    bool hasCheckpoint = false;  ///< there is one to roll back to
    /// Tasks with a sample whose values were already NaN or infinite, and the sample of one such task.
    int tasksWithBadSample = 0;
    std::int64_t badSample = 0;
};
base::Error notFiniteError(const NotFiniteLoss& loss);

}  // namespace trainyard::engine
