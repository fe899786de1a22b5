// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::spec {

/// `train.evaluation: {sidecar: …}`: a task of its own evaluates checkpoints, the training does not.
struct Sidecar {
    bool takesEvery = false;  ///< every checkpoint; else the newest, whatever was passed over
    int patience = 0;         ///< stops the run after so many evaluations without a better one; 0: never
    std::string monitor = "val_loss";
    double minDelta = 0;
    bool keepsBest = true;  ///< the best checkpoint is kept in best/
    double graceSeconds = 600;
};
/// Nothing: the workers evaluate after each epoch. Without the key it is the evaluator's, where `cluster` has
/// one.
std::optional<Sidecar> sidecarOf(const v1::RunSpec& spec);

}  // namespace trainyard::spec
