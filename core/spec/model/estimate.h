// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "core/spec/model/layers.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::spec {

/// What must be free on a disk that a run writes to; with less it does not start.
inline constexpr std::uint64_t kLeastFreeBytes = std::uint64_t{64} << 20;

/// The inputs of an estimate besides the run file.
struct EstimateFacts {
    int replicas = 1;
    int replicasInStep = 1;  ///< that share a step's batch: all in sync mode, or one under parameter servers
    int processes = 1;       ///< processes that have replicas
    std::int64_t trainSamples = -1;  ///< -1: unknown
    std::int64_t validationSamples = -1;
    std::int64_t stepsPerEpoch = 0;  ///< 0: unknown
    /// The strategy manifest's formula, of n (replicas), p (processes) and parameters.
    std::string bytesPerStep;
};

/// What an optimizer stores for a trained variable: a number of values per element, plus a fixed number.
struct OptimizerSlots {
    std::int64_t perNumber = 0;
    std::int64_t perVariable = 0;
};
OptimizerSlots slotsOf(const Named& optimizer);

/// The estimated requirements of a linted run. Memory is that of one replica while it trains, without the
/// process' own needs: variables, gradients, optimizer slots, every layer's output for a batch and its
/// gradient, and the batches read ahead. kInvalidArgument for a formula that cannot be parsed. [any]
base::Result<v1::Estimate> estimate(const v1::RunSpec& spec, const ModelPlan& plan,
                                    const EstimateFacts& facts);

/// Evaluates a formula of numbers, names, + - * / and parentheses. An error names what was not understood and
/// where. [any]
base::Result<double> evaluateFormula(std::string_view formula, const std::map<std::string, double>& values);

}  // namespace trainyard::spec
