// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/base/error.h"
#include "core/plugin/catalog.h"
#include "core/spec/run_spec.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// What each task that trains will read of the training data in an epoch. Opens the data and counts its
/// samples, and blocks as long as that takes. An error is the one that the run would fail with. [any]
base::Result<std::vector<v1::ShardPreview>> previewShards(const v1::RunSpec& spec,
                                                          const plugin::Manifest& strategy);

}  // namespace trainyard::control
