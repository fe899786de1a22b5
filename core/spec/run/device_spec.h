// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/spec/run/run_spec.h"

namespace trainyard::spec {

/// The devices that a strategy's options name, such as {devices: [cpu:0, cpu:1]}: a replica on each. None:
/// the options do not say.
std::vector<std::string> namedDevices(const nlohmann::json& options);
/// Replicas per task that a strategy's options ask for. 0: one per device found.
int replicasPerTask(const nlohmann::json& options);
/// Whether they have `communication: nccl`, which takes a GPU for each task.
bool asksForNccl(const nlohmann::json& options);
/// `device`, or cpu or cuda as the devices that the strategy names; cuda where it asks for NCCL.
std::string deviceOf(const v1::RunSpec& spec);

/// Whether this version can train `spec` on a GPU: one replica in each task, of a strategy made for GPUs; by
/// a program only where that is asked for. With `device: auto` other runs train on the CPU.
bool canTrainOnGpu(const v1::RunSpec& spec, const StrategyInfo& strategy);
/// The same of a completed run file whose strategy is `strategy`.
bool canTrainOnGpu(const nlohmann::json& tree, const StrategyInfo& strategy);

/// What is wrong with `device` and the named devices in a completed run file.
std::vector<v1::Problem> lintDevices(const nlohmann::json& tree, const StrategyInfo& strategy);

/// The refusal of `device: cuda` for the rest.
inline constexpr const char* kNotOnGpuYet =
    "this version trains on a GPU only with a single replica in each task, and a strategy that supports "
    "GPUs; train.program only with device: cuda; see GPUs in the user guide";

}  // namespace trainyard::spec
