// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/spec/model/layers.h"

namespace trainyard::spec {

/// The kind of a sample's labels: class indexes (one for shape {}, more for sequences or pixels), or numbers.
struct LabelInfo {
    bool areClasses = true;
    Shape shape;
    std::int64_t classes = 0;  ///< number of classes; 0: unknown
};

/// Whether a model with the output shape `output` can be trained with `loss`, and evaluated with `metrics`,
/// on such labels. An error names both shapes and what is needed (ids "loss.labels", "loss.output",
/// "model.classes"). [any]
base::Status checkLoss(const Named& loss, const std::vector<Named>& metrics, const Shape& output,
                       const LabelInfo& labels);

/// The axis of an output (without the batch) that indexes the classes: the channels of images, else the last.
std::size_t classAxis(const Shape& output);

/// Which of Keras' accuracies `accuracy` means under a loss: "sparse_categorical", "categorical", "binary";
/// empty if the loss has no classes.
std::string accuracyKind(const Named& loss);

/// Probably unintended combinations of the loss and the last layer's activation, or of the loss and the
/// metrics: warnings with the path of the key. `train` is the complete tree of the run file's `train`.
std::vector<v1::Problem> lintLoss(const nlohmann::json& train);

}  // namespace trainyard::spec
