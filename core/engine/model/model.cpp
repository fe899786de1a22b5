// SPDX-License-Identifier: Apache-2.0
#include "core/engine/model/model.h"

#include <ATen/ops/conv2d.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/max_pool2d.h>
#include <ATen/ops/relu.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "core/base/check.h"
#include "core/engine/model/matmul.h"

namespace trainyard::engine {
namespace {

using base::Code;
using base::fail;

/// Convolutions after the first and pooling are fastest in channels-last order. A lone convolution gains
/// nothing from it and pays for the copies into the plain order that flatten() wants.
torch::MemoryFormat formatFor(const spec::ModelPlan& plan) {
    const auto gains = [](const spec::Layer& layer) { return layer.kind == "max_pooling2d"; };
    const auto convolutions = std::count_if(plan.layers.begin(), plan.layers.end(),
                                            [](const spec::Layer& layer) { return layer.kind == "conv2d"; });
    return convolutions > 1 || std::any_of(plan.layers.begin(), plan.layers.end(), gains)
               ? torch::MemoryFormat::ChannelsLast
               : torch::MemoryFormat::Contiguous;
}

/// max_pool(relu(x)) is relu(max_pool(x)) to the bit, and so are the gradients; pooled first, relu has a
/// quarter of the elements to do, forward and backward.
void poolBeforeRelu(std::vector<spec::Layer>& layers) {
    for (std::size_t i = 0; i + 1 < layers.size(); ++i)
        if (layers[i].activation == "relu" && layers[i + 1].kind == "max_pooling2d" &&
            layers[i + 1].activation.empty())
            std::swap(layers[i].activation, layers[i + 1].activation);
}

}  // namespace

Model::Model(spec::ModelPlan plan, torch::ScalarType dtype)
    : plan_(std::move(plan)), dtype_(dtype), format_(formatFor(plan_)) {
    poolBeforeRelu(plan_.layers);
    for (const spec::Layer& layer : plan_.layers) {
        for (const spec::Layer::Variable& variable : layer.variables) {
            const auto format = variable.shape.size() == 4 ? format_ : torch::MemoryFormat::Contiguous;
            torch::Tensor tensor = torch::empty(variable.shape, torch::dtype(dtype_), format);
            variables_.push_back(tensor.set_requires_grad(true));
            names_.push_back(variable.name);
        }
    }
}

void Model::drawWeights(std::uint64_t seed) {
    int index = 0;
    for (const spec::Layer& layer : plan_.layers)
        for (const spec::Layer::Variable& variable : layer.variables) {
            drawInitialWeights(variables_[static_cast<std::size_t>(index)], variable, seed, index);
            ++index;
        }
}

base::Status Model::loadWeights(const std::string& path) {
    TY_ASSIGN(const checkpoint::SafetensorsFile file, checkpoint::SafetensorsFile::open(path));
    std::vector<std::string> faults;
    std::set<std::string> known;
    for (std::size_t i = 0; i < names_.size(); ++i) {
        known.insert(names_[i]);
        const checkpoint::TensorInfo* info = file.find(names_[i]);
        if (!info) {
            faults.push_back(fmt::format("{} is missing", names_[i]));
        } else if (!variables_[i].sizes().equals(info->shape)) {
            faults.push_back(fmt::format("{} has shape [{}], the model's is [{}]", names_[i],
                                         fmt::join(info->shape, ","), fmt::join(variables_[i].sizes(), ",")));
        } else if (info->dtype != "F32" && info->dtype != "F64") {
            faults.push_back(fmt::format("{} is {}, expected F32 or F64", names_[i], info->dtype));
        }
    }
    for (const checkpoint::TensorInfo& info : file.tensors())
        if (!known.contains(info.name))
            faults.push_back(fmt::format("{} is no variable of the model", info.name));
    if (!faults.empty())
        return fail(Code::kInvalidArgument,
                    fmt::format("{} does not fit the model: {}", path, fmt::join(faults, "; ")),
                    "weights.mismatch");
    torch::NoGradGuard noGrad;
    for (std::size_t i = 0; i < names_.size(); ++i) {
        const checkpoint::TensorInfo& info = *file.find(names_[i]);
        const auto bytes = file.bytes(info);
        // The file is mapped read-only; from_blob takes a mutable pointer, and copy_ only reads from it.
        variables_[i].copy_(
            torch::from_blob(const_cast<std::byte*>(bytes.data()), info.shape, torchDtype(info.dtype)));
    }
    return {};
}

torch::Tensor Model::inputTensor(std::int64_t samples) const {
    std::vector<std::int64_t> shape{samples};
    shape.insert(shape.end(), plan_.input.begin(), plan_.input.end());
    return torch::empty(shape, torch::dtype(dtype_),
                        plan_.input.size() == 3 ? format_ : torch::MemoryFormat::Contiguous);
}

torch::Tensor Model::forward(const torch::Tensor& features, const DrawPlace* place) const {
    torch::Tensor x = features;
    std::size_t variable = 0;
    int index = 0;
    for (const spec::Layer& layer : plan_.layers) {
        x = apply(layer, index++, variable, std::move(x), place);
        variable += layer.variables.size();
    }
    return x;
}

torch::Tensor Model::apply(const spec::Layer& layer, int index, std::size_t firstVariable, torch::Tensor x,
                           const DrawPlace* place) const {
    if (layer.kind == "conv2d") {
        x = at::conv2d(x, variables_[firstVariable], variables_[firstVariable + 1], layer.stride);
    } else if (layer.kind == "dense") {
        x = linear(x, variables_[firstVariable], variables_[firstVariable + 1]);
    } else if (layer.kind == "max_pooling2d") {
        x = at::max_pool2d(x, layer.kernel, layer.stride);
    } else if (layer.kind == "flatten") {
        x = x.flatten(1);
    } else if (layer.kind == "dropout") {
        if (place) x = x * dropoutMask(*place, index, x.size(1), layer.rate, x.scalar_type());
    } else {
        TY_CHECK(false, "a planned layer is of a kind that the engine does not know: " + layer.kind);
    }
    if (layer.activation == "relu") x = at::relu(x);
    return x;
}

std::string safetensorsDtype(torch::ScalarType dtype) {
    switch (dtype) {
        case torch::kFloat32:
            return "F32";
        case torch::kFloat64:
            return "F64";
        case torch::kInt64:
            return "I64";
        case torch::kBFloat16:
            return "BF16";
        default:
            TORCH_CHECK(false, "no checkpoint holds tensors of dtype ", dtype);
    }
}

torch::ScalarType torchDtype(const std::string& name) {
    for (const auto dtype : {torch::kFloat32, torch::kFloat64, torch::kInt64, torch::kBFloat16})
        if (safetensorsDtype(dtype) == name) return dtype;
    TORCH_CHECK(false, "tensors of dtype ", name, " are not read");
}

checkpoint::TensorView viewOf(const std::string& name, const torch::Tensor& tensor,
                              std::vector<torch::Tensor>& keepAlive) {
    keepAlive.push_back(tensor.detach().contiguous());
    const torch::Tensor& plain = keepAlive.back();
    return {name,
            safetensorsDtype(plain.scalar_type()),
            plain.sizes().vec(),
            {static_cast<const std::byte*>(plain.const_data_ptr()), plain.nbytes()}};
}

}  // namespace trainyard::engine
