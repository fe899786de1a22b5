// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/base/error.h"
#include "core/control/preflight.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// Whether the model, the loss and the metrics of a linted spec fit the samples of its training data. What
/// cannot be seen without reading the samples is left to the run. [any]
std::vector<v1::Problem> checkModel(const v1::RunSpec& spec, const data::Inspection& samples);

/// What can be said beforehand of an epoch's steps: that the data ends before them (a warning). [any]
std::vector<v1::Problem> checkEpoch(const v1::RunSpec& spec, const data::Inspection& samples,
                                    const plugin::Manifest& strategy);

/// What a run that passed its preflight is going to need. An error where its model or its data cannot be
/// described beforehand. [any]
base::Result<v1::Estimate> estimateRun(const v1::RunSpec& spec, const Checked& checked);

}  // namespace trainyard::control
