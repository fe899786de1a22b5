// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/base/error.h"
#include "core/engine/train/pipeline.h"

namespace trainyard::engine {

/// What ends a training whose loss is NaN or infinite, unless on_failure.not_finite says otherwise. The agent
/// rolls back on the id "loss.not_finite"; where a sample is the cause ("data.not_finite"), no rate helps.
struct NotFiniteLoss {
    std::int64_t step = 0;  ///< the first
    /// Tasks whose part of the batch it was in: the name of one, the number of several; none: not known.
    std::string task;
    int tasks = 0;
    bool hasCheckpoint = false;  ///< there is one to go back to
    /// Tasks that had a sample whose values were NaN or infinite already, and the sample of one such task.
    int tasksWithBadSample = 0;
    std::int64_t badSample = 0;
};
base::Error notFiniteError(const NotFiniteLoss& loss);

/// The first sample that came with a value that is NaN or infinite; -1: none.
std::int64_t firstNotFinite(std::span<const Batch> batches);

}  // namespace trainyard::engine
