// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/error.h"
#include "core/control/preflight/preflight.h"
#include "core/data/epoch_plan.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// Whether the model, the loss and the metrics of a linted spec match the samples of its training data, and
/// the libraries of the model's plugins may be opened. A TorchScript module is loaded by `worker`, which
/// takes seconds. What cannot be checked without reading the samples is left to the run. Blocks. [any]
std::vector<v1::Problem> checkModel(const v1::RunSpec& spec, const data::Inspection& samples,
                                    const plugin::Catalog& catalog, const std::filesystem::path& worker);

/// Warns if the data ends before the requested steps of an epoch; not if that takes more than its headers to
/// know. [any]
std::vector<v1::Problem> checkEpoch(const v1::RunSpec& spec, const data::Inspection& samples,
                                    const plugin::Manifest& strategy);
/// The same of an epoch whose steps are known. [any]
std::vector<v1::Problem> checkEpoch(const v1::RunSpec& spec, const data::EpochPlan& plan);

/// Warns if the replicas are estimated to need more memory than their machine has. [any]
std::vector<v1::Problem> checkMemory(const v1::Estimate& estimate, int batchSize, std::uint64_t machineBytes);

/// The estimated requirements of a run that passed its preflight. An error if its model or its data cannot be
/// described in advance. [any]
base::Result<v1::Estimate> estimateRun(const v1::RunSpec& spec, const Checked& checked);

}  // namespace trainyard::control
