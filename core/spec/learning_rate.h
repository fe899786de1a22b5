// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/spec/run_spec.h"

namespace trainyard::spec {

/// The learning rate of the step after `step` finished ones, for a checked `learning_rate`: a number, or one
/// of Keras' schedules {exponential_decay: …}, {cosine: …} (CosineDecay, with its warm-up), {steps:
/// {boundaries, values}} (PiecewiseConstantDecay). A function of the step alone, so that a resumed run needs
/// no more state. [any]
double learningRateAt(const nlohmann::json& rate, std::int64_t step);

/// What the schema can't say of a schedule: boundaries that fall, or values that are not one more than they.
/// `optimizer` is `train.optimizer`, complete.
std::vector<v1::Problem> lintLearningRate(const nlohmann::json& optimizer);

}  // namespace trainyard::spec
