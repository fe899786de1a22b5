// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "core/spec/run/run_spec.h"
#include "core/store/run_store.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

inline constexpr const char* kFiguresFile = "figures.json";

/// The estimated requirements of a run and those measured in its latest attempt: figures.json in its folder.
/// For comparison only: a run whose figures cannot be saved continues, and the agent's log notes it. Blocks
/// briefly. [any]
void keepEstimate(const std::filesystem::path& runFolder, const v1::Estimate& estimate);
void keepMeasured(const std::filesystem::path& runFolder, const v1::Measured& measured);
/// The time of a task's last steps, of an ended run: what the task reported of them last.
void addStepTimes(const std::vector<store::SeriesRow>& series, v1::Task& task);
/// Fills `estimated` and `measured`, if known.
void addFigures(const std::filesystem::path& runFolder, v1::GetRunReply& reply);

}  // namespace trainyard::control
