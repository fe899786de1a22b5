// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/spec/model/layers.h"

// The weights of a model under the names and in the shapes of another framework.

namespace trainyard::layouts {

/// A tensor of ours as a part of a foreign one: for each axis of the part, where each of its indexes is in
/// ours. The element at (i, j …) is ours at axes[0][i] + axes[1][j] + ….
struct Part {
    std::string name;
    std::vector<std::vector<std::size_t>> axes;
};

/// What becomes of a tensor that we do not have when foreign weights are read.
enum class Excess {
    kIgnored,   ///< it counts something that only training there needs
    kConstant,  ///< it must have the value that it is written with
};

/// A tensor of the other framework: our tensors behind one another along its first axis; or none of them, and
/// all of its elements are `value`.
struct Foreign {
    std::string name;
    spec::Shape shape;
    std::vector<Part> parts;
    double value = 0;
    Excess excess = Excess::kConstant;
    std::string addedTo = {};  ///< without parts: read values are added to this tensor of ours
    std::string dtype = {};    ///< empty: as all others
};

using ForeignTensors = std::vector<Foreign>;

/// How PyTorch's modules have them: `weight` [out,in], gates i, f, g, o and r, z, n, attention as
/// torch.nn.MultiheadAttention ("layout.attention" where that cannot be). [any]
base::Result<ForeignTensors> pytorchTensors(const spec::ModelPlan& plan);
/// How Keras 3 has them, by the paths of its variables: `dense/kernel` [in,out], images with their channels
/// last, gates i, f, c, o and z, r, h. Rows behind a `flatten` are where its images have those features.
/// "layout.order" for a model that computes something else on images with their channels last, "layout.layer"
/// for layers of plugins. [any]
base::Result<ForeignTensors> kerasTensors(const spec::ModelPlan& plan);

/// By its name on the command line: "pytorch", "keras".
using TensorsOf = base::Result<ForeignTensors> (*)(const spec::ModelPlan& plan);
TensorsOf layoutNamed(std::string_view name);

// ---- building blocks

/// `count` multiples of `stride`.
std::vector<std::size_t> along(std::int64_t count, std::size_t stride = 1);
/// Ours as it is.
Foreign same(const spec::Layer::Variable& variable, std::string name);
/// Ours with its axes in another order: axis k is our axis `order[k]`.
Foreign permuted(const spec::Layer::Variable& variable, std::string name,
                 const std::vector<std::size_t>& order);
/// Blocks of `size` along an axis in another order: block k is our block `order[k]`.
std::vector<std::size_t> blocks(const std::vector<std::size_t>& order, std::int64_t size, std::size_t stride);
/// The layer's variable or buffer `part` ("weight"); null if it has none.
const spec::Layer::Variable* variableOf(const spec::Layer& layer, std::string_view part);

}  // namespace trainyard::layouts
