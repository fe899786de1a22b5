// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/spec/run_spec.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// What a run was estimated to need, and what its latest attempt did need: figures.json in its folder. They
/// are for people to compare; a run whose figures cannot be kept goes on, and the agent's log says so. Block
/// shortly. [any]
void keepEstimate(const std::filesystem::path& runFolder, const v1::Estimate& estimate);
void keepMeasured(const std::filesystem::path& runFolder, const v1::Measured& measured);
/// Fills `estimated` and `measured`, as far as they are known.
void addFigures(const std::filesystem::path& runFolder, v1::GetRunReply& reply);

}  // namespace trainyard::control
