// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/spec/run_spec.h"

namespace trainyard::spec {

/// A tensor's shape without the batch dimension, channels first: {1, 28, 28}.
using Shape = std::vector<std::int64_t>;

/// One layer with everything resolved: what kind, its numbers, the shapes around it and its variables.
struct Layer {
    std::string kind;         ///< conv2d, max_pooling2d, flatten, reshape, dense, dropout
    std::string name;         ///< as Keras names it: conv2d, conv2d_1, dense …
    std::string activation;   ///< relu or empty (linear)
    std::int64_t units = 0;   ///< dense: outputs; conv2d: filters
    std::int64_t kernel = 0;  ///< conv2d: kernel size; pooling: pool size (both square)
    std::int64_t stride = 1;
    double rate = 0;  ///< dropout
    Shape input;
    Shape output;
    struct Variable {
        std::string name;        ///< "conv2d.weight"
        Shape shape;             ///< PyTorch's layout: [O,I,H,W], [out,in]
        std::int64_t fanIn = 0;  ///< of Glorot's bound; 0 for a bias, which starts at zero
        std::int64_t fanOut = 0;
    };
    std::vector<Variable> variables;
};

struct ModelPlan {
    std::vector<Layer> layers;
    Shape input;
    Shape output;
    std::int64_t parameters() const;
};

/// The layers of `model:` for samples of shape `input`: builtin names now, layer lists later. An error names
/// the layer, the shape it got and what it needs.
base::Result<ModelPlan> planModel(const Choice& model, const Shape& input);

}  // namespace trainyard::spec
