// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "core/spec/layers.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::spec {

/// What an estimate needs besides the run file.
struct EstimateFacts {
    int replicas = 1;
    int replicasInStep = 1;  ///< that share a step's batch: all in sync, or one under parameter servers
    int processes = 1;       ///< that hold them
    std::int64_t trainSamples = -1;  ///< -1: not known
    std::int64_t validationSamples = -1;
    std::int64_t stepsPerEpoch = 0;  ///< 0: not known
    /// The strategy manifest's formula, of n (replicas), p (processes) and parameters.
    std::string bytesPerStep;
};

/// What an optimizer keeps for a trained variable: so many numbers for each of its own, and so many besides.
struct OptimizerSlots {
    std::int64_t perNumber = 0;
    std::int64_t perVariable = 0;
};
OptimizerSlots slotsOf(const Named& optimizer);

/// What a linted run is going to need. Memory is that of one replica while it trains, without what a process
/// needs by itself: variables, gradients, optimizer slots, every layer's output of a batch and its gradient,
/// and the batches that are read ahead. kInvalidArgument for a formula that cannot be read. [any]
base::Result<v1::Estimate> estimate(const v1::RunSpec& spec, const ModelPlan& plan,
                                    const EstimateFacts& facts);

/// The value of a formula of numbers, names, + - * / and parentheses. An error names what was not understood
/// and where. [any]
base::Result<double> evaluateFormula(std::string_view formula, const std::map<std::string, double>& values);

}  // namespace trainyard::spec
