// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::spec {

/// `train.evaluation: {sidecar: …}`: a separate task evaluates checkpoints; the training does not.
struct Sidecar {
    bool takesEvery = false;  ///< every checkpoint, which is kept until then; else only the newest
    int patience = 0;         ///< stops the run after this many evaluations without an improvement; 0: never
    std::string monitor = "val_loss";
    std::string mode = "auto";  ///< which way it improves: auto, min, max
    double minDelta = 0;
    bool keepsBest = true;  ///< the best checkpoint is kept in best/
    double graceSeconds = 600;
};
/// In a run's folder: the evaluator's best model.
inline constexpr const char* kBestFolder = "best";
/// Nothing: the workers evaluate after each epoch. If the key is missing, the evaluator does, provided that
/// `cluster` has one.
std::optional<Sidecar> sidecarOf(const v1::RunSpec& spec);

/// `train.early_stopping` where the training measures its metric itself: nothing if the key is missing, or if
/// the metric is one of an evaluator, which then ends the run.
std::optional<nlohmann::json> earlyStoppingOf(const v1::RunSpec& spec);

}  // namespace trainyard::spec
