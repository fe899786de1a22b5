// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "core/spec/run/run_spec.h"

namespace trainyard::spec {

/// Whether this version can train `spec` on a GPU: one replica in one task, of a strategy made for GPUs, by
/// the built-in loop. With `device: auto` other runs train on the CPU.
bool canTrainOnGpu(const v1::RunSpec& spec, const StrategyInfo& strategy);
/// The same for the options of `strategy` in a completed run file.
bool canTrainOnGpu(const nlohmann::json& options, bool hasProgram, const StrategyInfo& strategy);

/// The refusal of `device: cuda` for the rest.
inline constexpr const char* kNotOnGpuYet =
    "this version trains on a GPU only with a single replica, a strategy that supports GPUs, and without "
    "train.program; see GPUs in the user guide, or use device: cpu";

}  // namespace trainyard::spec
