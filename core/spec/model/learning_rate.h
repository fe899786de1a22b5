// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "core/spec/run/run_spec.h"

namespace trainyard::spec {

/// The learning rate of the step after `step` completed ones, for a checked `learning_rate`: a number, or one
/// of Keras' schedules {exponential_decay: …}, {cosine: …} (CosineDecay, with its warm-up), {steps:
/// {boundaries, values}} (PiecewiseConstantDecay). Depends only on the step, so that a resumed run needs no
/// more state. [any]
double learningRateAt(const nlohmann::json& rate, std::int64_t step);

/// `train.optimizer.<name>.learning_rate` if it is given as a number; nothing for a schedule or a default.
std::optional<double> givenLearningRate(const v1::RunSpec& spec);
/// Replaces it with a number.
void setLearningRate(v1::RunSpec& spec, double rate);

/// The same spec with each learning rate of the optimizer, including those of a schedule, multiplied by
/// `factor`.
base::Result<v1::RunSpec> withScaledRate(const v1::RunSpec& spec, double factor);

/// Errors in a schedule that the schema cannot detect: boundaries that do not increase, or a number of values
/// other than one more than boundaries. `optimizer` is `train.optimizer`, complete.
std::vector<v1::Problem> lintLearningRate(const nlohmann::json& optimizer);

}  // namespace trainyard::spec
