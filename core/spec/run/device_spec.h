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
/// The same, where `cluster` may name the GPUs of tasks: a replica on each, in every task as many.
int replicasPerTask(const nlohmann::json& options, const nlohmann::json& cluster);
/// GPUs that each task of a run takes which trains on GPUs: those that it names, or one for each replica. 0:
/// all that are found.
int gpusPerTask(const v1::RunSpec& spec);
/// Whether a task of `spec` names its GPUs, so that it trains there or not at all.
bool namesGpus(const v1::RunSpec& spec);
/// The option that asks for NCCL, and so for GPUs: `communication` or `cross_device`. Empty: none does.
std::string ncclOption(const nlohmann::json& options);
/// `device`, or cpu or cuda as the devices that a strategy's `options` name; cuda where they ask for NCCL.
std::string deviceOf(const std::string& device, const nlohmann::json& options);
std::string deviceOf(const v1::RunSpec& spec);

/// Whether this version can train `spec` on GPUs: by a strategy made for them, with several in a task where
/// the strategy has the option `replicas` or parameter servers; by a program only where the run file asks for
/// GPUs. With `device: auto` other runs train on the CPU.
bool canTrainOnGpu(const v1::RunSpec& spec, const StrategyInfo& strategy);
/// The same of a completed run file whose strategy is `strategy`.
bool canTrainOnGpu(const nlohmann::json& tree, const StrategyInfo& strategy);

/// What is wrong with `device` and the named devices in a completed run file.
std::vector<v1::Problem> lintDevices(const nlohmann::json& tree, const StrategyInfo& strategy);

/// The refusal of `device: cuda` for the rest.
inline constexpr char kNotOnGpuYet[] =
    "this version trains on GPUs only by a strategy that supports them, and on several in a task only by one "
    "that has `replicas` or parameter servers; see GPUs in the user guide";

}  // namespace trainyard::spec
