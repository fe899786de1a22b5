// SPDX-License-Identifier: Apache-2.0
#include "core/export/layouts/layout.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"

namespace trainyard::layouts {
namespace {

std::vector<std::size_t> stridesOf(const spec::Shape& shape) {
    std::vector<std::size_t> strides(shape.size(), 1);
    for (std::size_t axis = shape.size(); axis-- > 1;)
        strides[axis - 1] = strides[axis] * static_cast<std::size_t>(shape[axis]);
    return strides;
}

}  // namespace

TensorsOf layoutNamed(std::string_view name) {
    TY_CHECK(name == "pytorch" || name == "keras", "a layout of another name");
    return name == "keras" ? kerasTensors : pytorchTensors;
}

std::vector<std::size_t> along(std::int64_t count, std::size_t stride) {
    std::vector<std::size_t> places;
    for (std::int64_t i = 0; i < count; ++i) places.push_back(static_cast<std::size_t>(i) * stride);
    return places;
}

std::vector<std::size_t> blocks(const std::vector<std::size_t>& order, std::int64_t size,
                                std::size_t stride) {
    std::vector<std::size_t> places;
    for (const std::size_t block : order)
        for (std::int64_t i = 0; i < size; ++i)
            places.push_back((block * static_cast<std::size_t>(size) + static_cast<std::size_t>(i)) * stride);
    return places;
}

Foreign permuted(const spec::Layer::Variable& variable, std::string name,
                 const std::vector<std::size_t>& order) {
    const std::vector<std::size_t> strides = stridesOf(variable.shape);
    Foreign tensor{.name = std::move(name), .shape = {}, .parts = {{variable.name, {}}}};
    for (const std::size_t axis : order) {
        tensor.shape.push_back(variable.shape[axis]);
        tensor.parts[0].axes.push_back(along(variable.shape[axis], strides[axis]));
    }
    return tensor;
}

Foreign same(const spec::Layer::Variable& variable, std::string name) {
    return permuted(variable, std::move(name), along(static_cast<std::int64_t>(variable.shape.size())));
}

const spec::Layer::Variable* variableOf(const spec::Layer& layer, std::string_view part) {
    const std::string name = layer.name + "." + std::string(part);
    for (const auto* list : {&layer.variables, &layer.buffers})
        if (const auto found = std::ranges::find(*list, name, &spec::Layer::Variable::name);
            found != list->end())
            return &*found;
    return nullptr;
}

}  // namespace trainyard::layouts
