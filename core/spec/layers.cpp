// SPDX-License-Identifier: Apache-2.0
#include "core/spec/layers.h"

#include <fmt/format.h>

#include <map>
#include <numeric>

#include "core/base/text.h"

namespace trainyard::spec {
namespace {

using base::Code;

std::int64_t elements(const Shape& shape) {
    return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

std::string text(const Shape& shape) {
    return fmt::format("({})", fmt::join(shape, ", "));
}

/// Adds layers one by one, each with the shape that the one before gives.
class Planner {
  public:
    explicit Planner(const Shape& input) : shape_(input) { plan_.input = input; }

    base::Status conv2d(std::int64_t filters, std::int64_t kernel) {
        Layer layer = next("conv2d");
        TY_TRY(wantImage(layer, kernel));
        layer.activation = "relu";
        layer.units = filters;
        layer.kernel = kernel;
        layer.output = {filters, shape_[1] - kernel + 1, shape_[2] - kernel + 1};  // "valid": no padding
        const std::int64_t channels = shape_[0];
        // Keras' _compute_fans: the receptive field times the channels.
        addVariables(layer, {filters, channels, kernel, kernel}, filters, kernel * kernel * channels,
                     kernel * kernel * filters);
        return push(std::move(layer));
    }
    base::Status maxPooling2d(std::int64_t pool) {
        Layer layer = next("max_pooling2d");
        TY_TRY(wantImage(layer, pool));
        layer.kernel = pool;
        layer.stride = pool;
        layer.output = {shape_[0], (shape_[1] - pool) / pool + 1, (shape_[2] - pool) / pool + 1};
        return push(std::move(layer));
    }
    base::Status flatten() {
        Layer layer = next("flatten");
        layer.output = {elements(shape_)};
        return push(std::move(layer));
    }
    base::Status dense(std::int64_t units, const char* activation) {
        Layer layer = next("dense");
        if (shape_.size() != 1)
            return base::fail(
                Code::kInvalidArgument,
                fmt::format("layer {} needs a flat input and gets {}", layer.name, text(shape_)),
                "model.shape");
        layer.activation = activation;
        layer.units = units;
        layer.output = {units};
        addVariables(layer, {units, shape_[0]}, units, shape_[0], units);
        return push(std::move(layer));
    }
    base::Status dropout(double rate) {
        Layer layer = next("dropout");
        layer.rate = rate;
        layer.output = shape_;
        return push(std::move(layer));
    }
    ModelPlan take() {
        plan_.output = shape_;
        return std::move(plan_);
    }

  private:
    /// Keras names layers by kind; from the second of a kind on with a number.
    Layer next(const std::string& kind) {
        const int earlier = counts_[kind]++;
        Layer layer;
        layer.kind = kind;
        layer.name = earlier == 0 ? kind : fmt::format("{}_{}", kind, earlier);
        layer.input = shape_;
        return layer;
    }
    base::Status wantImage(const Layer& layer, std::int64_t window) const {
        if (shape_.size() == 3 && shape_[1] >= window && shape_[2] >= window) return {};
        return base::fail(
            Code::kInvalidArgument,
            fmt::format(
                "layer {} needs images (channels, height, width) of at least {} × {} pixels and gets {}",
                layer.name, window, window, text(shape_)),
            "model.shape");
    }
    static void addVariables(Layer& layer, Shape weight, std::int64_t outputs, std::int64_t fanIn,
                             std::int64_t fanOut) {
        layer.variables.push_back({layer.name + ".weight", std::move(weight), fanIn, fanOut});
        layer.variables.push_back({layer.name + ".bias", {outputs}, 0, 0});
    }
    base::Status push(Layer layer) {
        shape_ = layer.output;
        plan_.layers.push_back(std::move(layer));
        return {};
    }

    Shape shape_;
    ModelPlan plan_;
    std::map<std::string, int> counts_;
};

/// The networks of the guides; all end in the logits of ten classes.
constexpr std::int64_t kClasses = 10;

base::Status mnistCnn(Planner& model) {
    TY_TRY(model.conv2d(32, 3));
    TY_TRY(model.flatten());
    TY_TRY(model.dense(128, "relu"));
    return model.dense(kClasses, "");
}

base::Status fashionCnn(Planner& model) {
    TY_TRY(model.conv2d(32, 3));
    TY_TRY(model.maxPooling2d(2));
    TY_TRY(model.conv2d(64, 3));
    TY_TRY(model.maxPooling2d(2));
    TY_TRY(model.flatten());
    TY_TRY(model.dense(64, "relu"));
    return model.dense(kClasses, "");
}

base::Status mlp(Planner& model) {
    TY_TRY(model.flatten());
    TY_TRY(model.dense(512, "relu"));
    TY_TRY(model.dropout(0.2));
    return model.dense(kClasses, "");
}

}  // namespace

std::int64_t ModelPlan::parameters() const {
    std::int64_t count = 0;
    for (const Layer& layer : layers)
        for (const Layer::Variable& variable : layer.variables) count += elements(variable.shape);
    return count;
}

base::Result<ModelPlan> planModel(const Choice& model, const Shape& input) {
    static const std::map<std::string, base::Status (*)(Planner&)> kBuiltin{
        {"mnist_cnn", mnistCnn}, {"fashion_cnn", fashionCnn}, {"mlp", mlp}};
    if (model.kind != "builtin" || !model.value.is_string())
        return base::fail(Code::kRefused,
                          fmt::format("this version can't build a model from `{}` yet; use {{builtin: …}}",
                                      base::printable(model.kind)),
                          "not_yet");
    const auto builtin = kBuiltin.find(model.value.get<std::string>());
    if (builtin == kBuiltin.end())
        return base::fail(
            Code::kInvalidArgument,
            fmt::format("there is no built-in model `{}`", base::printable(model.value.get<std::string>())),
            "model.unknown");
    if (input.empty())
        return base::fail(Code::kInvalidArgument, "a model needs the shape of one sample", "model.shape");
    Planner planner(input);
    TY_TRY(builtin->second(planner));
    return planner.take();
}

}  // namespace trainyard::spec
