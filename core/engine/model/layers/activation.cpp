// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "core/base/check.h"
#include "core/engine/model/layer.h"

namespace trainyard::engine {
namespace {

/// The axis that Keras calls the last: of images, {samples, channels, height, width}, their channels.
std::int64_t channelAxis(const torch::Tensor& x) {
    return x.dim() == 4 ? 1 : -1;
}

}  // namespace

Activation activationOf(const std::string& word) {
    using T = const torch::Tensor&;
    // Keras' definitions: gelu is exact, leaky_relu's slope is 0.2.
    static const std::map<std::string, Activation> kFunctions{
        {"", nullptr},
        {"relu", [](T x) { return at::relu(x); }},
        {"relu6", [](T x) { return at::clamp(x, 0, 6); }},
        {"leaky_relu", [](T x) { return at::leaky_relu(x, 0.2); }},
        {"elu", [](T x) { return at::elu(x); }},
        {"selu", [](T x) { return at::selu(x); }},
        {"gelu", [](T x) { return at::gelu(x); }},
        {"silu", [](T x) { return at::silu(x); }},
        {"sigmoid", [](T x) { return at::sigmoid(x); }},
        {"hard_sigmoid", [](T x) { return at::hardsigmoid(x); }},
        {"tanh", [](T x) { return at::tanh(x); }},
        {"softplus", [](T x) { return at::softplus(x); }},
        {"softsign", [](T x) { return x / (1 + at::abs(x)); }},
        {"exponential", [](T x) { return at::exp(x); }},
        {"softmax", [](T x) { return at::softmax(x, channelAxis(x)); }},
        {"log_softmax", [](T x) { return at::log_softmax(x, channelAxis(x)); }},
    };
    const auto function = kFunctions.find(word);
    TY_CHECK(function != kFunctions.end(),
             "a planned layer has an activation that the engine does not know: " + word);
    return function->second;
}

}  // namespace trainyard::engine
