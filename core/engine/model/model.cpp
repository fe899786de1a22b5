// SPDX-License-Identifier: Apache-2.0
#include "core/engine/model/model.h"

#include <ATen/autocast_mode.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/from_blob.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/engine/model/layers/layers.h"
#include "core/engine/model/layers/plane_conv.h"
#include "core/engine/model/layers/pool_by_two.h"
#include "core/engine/model/layers/relu_dense.h"
#include "core/spec/model/layer_graph.h"
#include "core/spec/model/layer_kinds.h"
#include "core/spec/model/script_plan.h"

namespace trainyard::engine {
namespace {

using base::Code;
using base::fail;

bool isImageKernel(const spec::Layer::Variable& variable) {
    return variable.shape.size() == 4;
}

/// Including those inside others.
bool isAnyPooling(const std::vector<spec::Layer>& layers) {
    return std::ranges::any_of(layers, [](const spec::Layer& layer) {
        return layer.kind.ends_with("_pooling2d") || isAnyPooling(layer.layers);
    });
}

/// Convolutions after the first and pooling are fastest in channels-last order. A lone convolution gains
/// nothing from it and pays for the copies into the plain order that flatten() wants.
/// A TorchScript module may take views of what it is given.
torch::MemoryFormat formatFor(const spec::ModelPlan& plan) {
    if (plan.layers.front().kind == spec::kScriptKind) return torch::MemoryFormat::Contiguous;
    std::ptrdiff_t convolutions = 0;
    for (const spec::Layer& layer : plan.layers)
        convolutions += std::ranges::count_if(layer.variables, isImageKernel);
    return convolutions > 1 || isAnyPooling(plan.layers) ? torch::MemoryFormat::ChannelsLast
                                                         : torch::MemoryFormat::Contiguous;
}

bool isHalf(torch::ScalarType precision) {
    return precision == torch::kBFloat16 || precision == torch::kHalf;
}

/// libtorch's autocast on this thread while it lives: operators that gain from `type` take it. None: it stays
/// off.
class MixedPrecision {
  public:
    MixedPrecision(std::optional<torch::ScalarType> type, torch::DeviceType device)
        : isOn_(type), device_(device), before_(at::autocast::is_autocast_enabled(device)) {
        if (!isOn_) return;
        at::autocast::set_autocast_enabled(device_, true);
        at::autocast::set_autocast_dtype(device_, *type);
        at::autocast::increment_nesting();
    }
    ~MixedPrecision() {
        if (!isOn_) return;
        // The variables' casts are kept while nested, and would be stale after the next step.
        if (at::autocast::decrement_nesting() == 0) at::autocast::clear_cache();
        at::autocast::set_autocast_enabled(device_, before_);
    }
    MixedPrecision(const MixedPrecision&) = delete;
    MixedPrecision& operator=(const MixedPrecision&) = delete;

  private:
    bool isOn_;
    torch::DeviceType device_;
    bool before_;
};

/// max_pool(relu(x)) is relu(max_pool(x)) to the bit, and so are the gradients; pooled first, relu has a
/// quarter of the elements to do, forward and backward.
void poolBeforeRelu(spec::ModelPlan& plan) {
    std::vector<spec::Layer>& layers = plan.layers;
    for (std::size_t i = 0; i + 1 < layers.size(); ++i) {
        const int here = static_cast<int>(i);
        if (layers[i].activation == "relu" && engine::layers::kindOf(layers[i + 1].kind).isMaximum &&
            layers[i + 1].activation.empty() && layers[i + 1].from.front() == here &&
            spec::takersOf(plan, here) == 1)
            std::swap(layers[i].activation, layers[i + 1].activation);
    }
}

}  // namespace

Model::Model(spec::ModelPlan plan, torch::ScalarType precision, torch::Device device)
    : plan_(std::move(plan)),
      device_(device),
      dtype_(isHalf(precision) ? torch::kFloat32 : precision),
      mixed_(isHalf(precision) ? std::optional(precision) : std::nullopt),
      format_(formatFor(plan_)) {
    poolBeforeRelu(plan_);
    for (const spec::Layer& layer : plan_.layers) addStage(layer);
    findLastUses();
}

void Model::addStage(const spec::Layer& plan) {
    LayerParts parts{plan, {}, {}, device_, isChecked(plan)};
    for (const spec::Layer::Variable& variable : plan.variables) {
        const auto format = isImageKernel(variable) ? format_ : torch::MemoryFormat::Contiguous;
        torch::Tensor tensor = torch::empty(variable.shape, torch::dtype(dtype_).device(device_), format);
        variables_.push_back(tensor.set_requires_grad(true));
        names_.push_back(variable.name);
        parts.variables.push_back(tensor);
    }
    for (const spec::Layer::Variable& buffer : plan.buffers) {
        buffers_.push_back(torch::empty(buffer.shape, torch::dtype(dtype_).device(device_)));
        bufferNames_.push_back(buffer.name);
        parts.buffers.push_back(buffers_.back());
    }
    // One stage per layer: this one's.
    const std::size_t place = stages_.size();
    const bool isFloatOnCpu = device_.is_cpu() && dtype_ == torch::kFloat32 && !mixed_;
    const auto pooledAt = [&](std::size_t layer) {
        return isFloatOnCpu && layer < plan_.layers.size() ? layers::pooledByTwo(plan_, layer) : nullptr;
    };
    Stage stage{nullptr, activationOf(plan.activation), {}, {}};
    if (const auto pooled = pooledAt(place)) {
        if (pooled->hasConvolution) parts.variables = {variables_.end() - 2, variables_.end()};
        stage.layer = layers::makePoolByTwo(*pooled, parts.variables);
        if (pooled->hasRelu) stage.activation = nullptr;
    } else if (const auto next = pooledAt(place + 1); next && next->hasConvolution) {
        stage.layer = layers::makePassedOn();
    } else if (isFloatOnCpu && format_ == torch::MemoryFormat::Contiguous &&
               layers::isPlaneConv(plan_, place)) {
        const bool hasRelu = plan.activation == "relu";
        stage.layer = layers::makePlaneConv(hasRelu, parts.variables);
        if (hasRelu) stage.activation = nullptr;
    } else if (isFloatOnCpu && layers::isReluDense(plan)) {
        stage.layer = layers::makeReluDense(parts.variables, layers::dropoutOf(plan_, place));
        stage.activation = nullptr;
    } else if (isFloatOnCpu && place > 0 && layers::dropoutOf(plan_, place - 1)) {
        stage.layer = layers::makePassedOn();
    } else {
        stage.layer = makeLayer(parts);
    }
    for (const int from : plan.from) stage.inputs.push_back(static_cast<std::size_t>(from + 1));
    stages_.push_back(std::move(stage));
}

void Model::findLastUses() {
    std::set<std::size_t> taken;
    for (auto stage = stages_.rbegin(); stage != stages_.rend(); ++stage)
        for (const std::size_t input : stage->inputs)
            if (taken.insert(input).second) stage->last.push_back(input);
}

void Model::drawWeights(std::uint64_t seed) {
    int index = 0, buffer = 0;
    for (const spec::Layer& layer : plan_.layers) {
        if (layer.kind == spec::kScriptKind) continue;  // it came with its values
        for (const spec::Layer::Variable& variable : layer.variables) {
            drawInitialWeights(variables_[static_cast<std::size_t>(index)], variable, seed, index);
            ++index;
        }
        for (const spec::Layer::Variable& state : layer.buffers)
            drawInitialWeights(buffers_[static_cast<std::size_t>(buffer++)], state, seed, /*index=*/0);
    }
}

base::Status Model::loadWeights(const std::string& path) {
    TY_ASSIGN(const checkpoint::SafetensorsFile file, checkpoint::SafetensorsFile::open(path));
    return loadWeights(file, path);
}

base::Status Model::loadWeights(const checkpoint::SafetensorsFile& file, const std::string& path) {
    std::vector<std::string> names = names_;
    names.insert(names.end(), bufferNames_.begin(), bufferNames_.end());
    std::vector<torch::Tensor> tensors = variables_;
    tensors.insert(tensors.end(), buffers_.begin(), buffers_.end());
    std::vector<checkpoint::WantedTensor> wanted;
    for (std::size_t i = 0; i < names.size(); ++i) wanted.push_back({names[i], tensors[i].sizes().vec()});
    TY_TRY(checkpoint::checkWeights(file, wanted, path));
    torch::NoGradGuard noGrad;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const checkpoint::TensorInfo& info = *file.find(names[i]);
        const auto bytes = file.bytes(info);
        // The file is mapped read-only; from_blob takes a mutable pointer, and copy_, which converts, only
        // reads from it.
        tensors[i].copy_(
            torch::from_blob(const_cast<std::byte*>(bytes.data()), info.shape, torchDtype(info.dtype)));
    }
    return {};
}

std::string Model::whyStepsDiffer() const {
    for (const spec::Layer& layer : plan_.layers) {
        const layers::Steps steps = layers::kindOf(layer.kind).steps;
        if (steps == layers::Steps::kSame || isChecked(layer)) continue;
        const char* why = steps == layers::Steps::kDiffer ? "may do other work in each"
                                                          : "checks indexes that are computed in each";
        return fmt::format("the layer {} ({}) {}", layer.name, layer.kind, why);
    }
    return {};
}

/// Whether it is an embedding that checkIndexes() is for.
bool Model::isChecked(const spec::Layer& layer) const {
    return layers::kindOf(layer.kind).steps == layers::Steps::kSameIfChecked &&
           spec::takesSamples(plan_, layer);
}

void Model::checkIndexes(const torch::Tensor& features) const {
    torch::Tensor indexes;
    for (const spec::Layer& layer : plan_.layers) {
        if (!isChecked(layer)) continue;
        if (!indexes.defined()) indexes = asInput(features).to(torch::kInt64);
        layers::checkIndexes(indexes, layer.variables.front().shape.front(), layer.name);
    }
}

torch::Tensor Model::inputTensor(std::int64_t samples) const {
    std::vector<std::int64_t> shape{samples};
    shape.insert(shape.end(), plan_.input.begin(), plan_.input.end());
    return torch::empty(shape, torch::dtype(dtype_).pinned_memory(device_.is_cuda()),
                        plan_.input.size() == 3 ? format_ : torch::MemoryFormat::Contiguous);
}

torch::Tensor Model::forward(const torch::Tensor& features, const DrawPlace* place,
                             sdk::ReplicaContext* synchronized) const {
    return forward(features, {.place = place, .synchronized = synchronized});
}

/// In the type that the layers take them in.
torch::Tensor Model::asInput(const torch::Tensor& features) const {
    return features.is_floating_point() || spec::startsWithTable(plan_) ? features : features.to(dtype_);
}

torch::Tensor Model::forward(const torch::Tensor& features, const Pass& pass) const {
    const MixedPrecision mixed(mixed_, device_.type());
    std::vector<torch::Tensor> values{asInput(features)}, inputs;  // of the stages, each after the input
    for (const Stage& stage : stages_) {
        for (const std::size_t input : stage.inputs) inputs.push_back(values[input]);
        torch::Tensor x = stage.layer->forwardAll(inputs, pass);
        inputs.clear();
        for (const std::size_t input : stage.last) values[input].reset();  // memory, where nothing trains
        values.push_back(stage.activation ? stage.activation(x) : std::move(x));
    }
    return values.back().to(dtype_);
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
            TORCH_CHECK(false, "checkpoints do not support tensors of dtype ", dtype);
    }
}

torch::ScalarType torchDtype(const std::string& name) {
    if (name == "F16") return torch::kFloat16;  // read, never written
    for (const auto dtype : {torch::kFloat32, torch::kFloat64, torch::kInt64, torch::kBFloat16})
        if (safetensorsDtype(dtype) == name) return dtype;
    TORCH_CHECK(false, "tensors of dtype ", name, " are not read");
}

checkpoint::TensorView viewOf(const std::string& name, const torch::Tensor& tensor,
                              std::vector<torch::Tensor>& keepAlive) {
    keepAlive.push_back(tensor.detach().cpu().contiguous());
    const torch::Tensor& plain = keepAlive.back();
    return {name,
            safetensorsDtype(plain.scalar_type()),
            plain.sizes().vec(),
            {static_cast<const std::byte*>(plain.const_data_ptr()), plain.nbytes()}};
}

}  // namespace trainyard::engine
