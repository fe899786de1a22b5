// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/spec/layers.h"

namespace trainyard::spec {

/// What a sample's labels are: class indexes (one for shape {}, more for sequences or pixels), or numbers.
struct LabelInfo {
    bool areClasses = true;
    Shape shape;
    std::int64_t classes = 0;  ///< how many there are; 0: not known
};

/// Whether a model that ends in `output` can be trained by `loss`, and judged by `metrics`, on such labels.
/// An error names both shapes and what is needed (ids "loss.labels", "loss.output", "model.classes"). [any]
base::Status checkLoss(const Named& loss, const std::vector<Named>& metrics, const Shape& output,
                       const LabelInfo& labels);

/// The axis of an output (without the batch) that holds the classes: the channels of images, else the last.
std::size_t classAxis(const Shape& output);

/// Which of Keras' accuracies `accuracy` stands for under a loss: "sparse_categorical", "categorical",
/// "binary"; empty where the loss knows no classes.
std::string accuracyKind(const Named& loss);

/// What the loss and the last layer's activation, or the loss and the metrics, say of each other that can't
/// be meant: warnings with the path of the key. `train` is the complete tree of the run file's `train`.
std::vector<v1::Problem> lintLoss(const nlohmann::json& train);

}  // namespace trainyard::spec
