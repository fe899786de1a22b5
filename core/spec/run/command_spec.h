// SPDX-License-Identifier: Apache-2.0
#pragma once

// A command run: any program as every task, instead of `train`.

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/spec/run/run_spec.h"

namespace trainyard::spec {

bool isCommand(const v1::RunSpec& spec);
/// The roles of a run's cluster: its strategy's, or those of any command run. Nothing: the strategy is not
/// installed.
std::optional<StrategyInfo> rolesOf(const v1::RunSpec& spec, const StrategyInfos& strategies);
/// From SIGTERM to SIGKILL, when the run ends.
std::chrono::milliseconds stopGraceOf(const v1::RunSpec& spec);

// ---- For lint

bool isCommandTree(const nlohmann::json& tree);
/// Whether a key of the top level only has a meaning in a command run.
bool isCommandKey(std::string_view key);
/// StrategyInfo of a command run with this `cluster`.
StrategyInfo commandRoles(const nlohmann::json& cluster);
/// The keys that have no effect in this kind of run, before any default is filled in: of a training in a
/// command run, of a command run in a training.
std::vector<v1::Problem> commandProblems(const nlohmann::json& tree);
/// Whether `path` is in a key of a training, which commandProblems() refuses in a command run.
bool isOfTraining(std::string_view path);
/// How to write a `command` that was given as one line; empty: it was not.
base::Words commandAsList(const nlohmann::json& tree);
/// Defaults that differ from a training's, or that only a command run has.
void fillCommandDefaults(nlohmann::json& tree);
/// Removes the defaults that the schema has filled in for a training, and gives folders their usual form.
void completeCommand(nlohmann::json& tree);
/// Removes what protobuf prints for keys of a training that were not given.
void dropUnsetTrainingKeys(nlohmann::json& tree);

}  // namespace trainyard::spec
