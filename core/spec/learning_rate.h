// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "core/spec/run_spec.h"

namespace trainyard::spec {

/// The learning rate of the step after `step` finished ones, for a checked `learning_rate`: a number, or one
/// of Keras' schedules {exponential_decay: …}, {cosine: …} (CosineDecay, with its warm-up), {steps:
/// {boundaries, values}} (PiecewiseConstantDecay). A function of the step alone, so that a resumed run needs
/// no more state. [any]
double learningRateAt(const nlohmann::json& rate, std::int64_t step);

/// `train.optimizer.<name>.learning_rate` where it is given as a number; nothing for a schedule, or a
/// default.
std::optional<double> givenLearningRate(const v1::RunSpec& spec);
/// Puts a number in its place.
void setLearningRate(v1::RunSpec& spec, double rate);

/// The same spec with each rate that the optimizer will use, a schedule's too, multiplied by `factor`.
base::Result<v1::RunSpec> withScaledRate(const v1::RunSpec& spec, double factor);

/// What the schema can't say of a schedule: boundaries that fall, or values that are not one more than they.
/// `optimizer` is `train.optimizer`, complete.
std::vector<v1::Problem> lintLearningRate(const nlohmann::json& optimizer);

}  // namespace trainyard::spec
