// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/error.h"
#include "core/plugin/catalog.h"
#include "core/spec/run/run_spec.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

struct ShardPreviews {
    std::vector<v1::ShardPreview> tasks;
    std::int64_t samples = 0;        ///< of the whole set; 0: none was looked at
    std::int64_t stepsPerEpoch = 0;  ///< 0: the strategy's own
    std::vector<v1::Problem> problems = {};
};

/// What each task that trains will read of the training data in an epoch. Opens the data and counts its
/// samples, and blocks as long as that takes. An error is the one that the run would fail with. [any]
base::Result<ShardPreviews> previewShards(const v1::RunSpec& spec, const plugin::Manifest& strategy);

}  // namespace trainyard::control
