// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/engine/ledger/not_finite_loss.h"
#include "core/engine/train/pipeline.h"
#include "plugins/sdk/strategy.h"

namespace trainyard::engine {

/// The first row along the first axis that contains a NaN or an infinity; -1: none.
std::int64_t firstNotFinite(const torch::Tensor& values);
/// The first sample whose values contain a NaN or an infinity; -1: none.
std::int64_t firstNotFinite(std::span<const Batch> batches);

/// "worker:1", or the rank if `tasks` (ids by rank) doesn't have it.
std::string taskOf(const std::vector<std::string>& tasks, int rank);

/// What one process knows of a loss that is NaN or infinite.
struct OwnCause {
    int rank = 0;
    bool isOwn = false;           ///< its part of the batch caused it
    std::int64_t badSample = -1;  ///< of that part; -1: none
};
/// Collective: completes `loss` by what each process knows, so that all name the same cause.
NotFiniteLoss gatherCause(sdk::Strategy& strategy, NotFiniteLoss loss, const OwnCause& own,
                          const std::vector<std::string>& tasks);

}  // namespace trainyard::engine
