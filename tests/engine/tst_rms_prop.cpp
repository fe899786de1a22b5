// SPDX-License-Identifier: Apache-2.0
// RMSprop for all variables at once is that of one after another.
#include <gtest/gtest.h>

#include "core/engine/model/rms_prop.h"

namespace trainyard::engine {
namespace {

using Tensors = Optimizer::Tensors;

struct State {
    Tensors variables, squareAvgs, gradAvgs, momentumBuffers;
};

State stateOf(torch::ScalarType type) {
    State state;
    for (const auto& shape : std::vector<std::vector<std::int64_t>>{{7, 5}, {1}, {3, 2, 4}, {33}}) {
        state.variables.push_back(
            at::sin(at::arange(at::prod(at::tensor(shape)).item<std::int64_t>(), type).view(shape)));
        for (Tensors* slot : {&state.squareAvgs, &state.gradAvgs, &state.momentumBuffers})
            slot->push_back(at::zeros(shape, type));
    }
    return state;
}

Tensors gradientsAt(const State& state, int step) {
    Tensors gradients;
    for (const torch::Tensor& variable : state.variables)
        gradients.push_back(
            at::cos(at::arange(variable.numel(), variable.options()) * (step + 0.3)).view(variable.sizes()));
    return gradients;
}

/// As its formula says, one variable after another, with libtorch's operations for one tensor.
void updateOneByOne(State& state, const nlohmann::json& options, const Tensors& gradients, double rate) {
    const double rho = options["rho"], momentum = options["momentum"];
    for (std::size_t i = 0; i < gradients.size(); ++i) {
        state.squareAvgs[i].mul_(rho).addcmul_(gradients[i], gradients[i], 1 - rho);
        torch::Tensor square = state.squareAvgs[i];
        if (options["centered"]) {
            state.gradAvgs[i].lerp_(gradients[i], 1 - rho);
            square = square.addcmul(state.gradAvgs[i], state.gradAvgs[i], -1);
        }
        const torch::Tensor divisor = square.sqrt().add_(options["epsilon"].get<double>());
        if (momentum == 0) {
            state.variables[i].addcdiv_(gradients[i], divisor, -rate);
        } else {
            state.momentumBuffers[i].mul_(momentum).addcdiv_(gradients[i], divisor);
            state.variables[i].add_(state.momentumBuffers[i], -rate);
        }
    }
}

/// The greatest difference after 20 steps, relative to the variables. `isOnDevice`: with the rate as a
/// tensor, as on a GPU, where all variables are updated at once.
double differenceOf(const nlohmann::json& options, torch::ScalarType type, bool isOnDevice) {
    const torch::NoGradGuard noGrad;
    State one = stateOf(type), all = stateOf(type);
    RmsProp optimizer(options, all.variables);
    for (int step = 0; step < 20; ++step) {
        const double rate = 1.0 / (32 << step / 5);  // without an error in float32
        RmsProp::Rate now{.number = rate, .onDevice = {}};
        if (isOnDevice) now.onDevice = at::full({}, rate, torch::kFloat32);
        updateOneByOne(one, options, gradientsAt(one, step), rate);
        optimizer.update(gradientsAt(all, step), now, {});
    }
    double greatest = 0;
    for (std::size_t i = 0; i < one.variables.size(); ++i) {
        EXPECT_FALSE(one.variables[i].equal(stateOf(type).variables[i])) << "nothing was learnt";
        const torch::Tensor difference = (one.variables[i] - all.variables[i]).abs();
        greatest =
            std::max(greatest, (difference / one.variables[i].abs().clamp_min(0.01)).max().item<double>());
    }
    for (const auto& [name, slot] : optimizer.slots()) {
        const Tensors& expected = name == "square_avg" ? one.squareAvgs
                                  : name == "grad_avg" ? one.gradAvgs
                                                       : one.momentumBuffers;
        for (std::size_t i = 0; i < slot.size(); ++i) EXPECT_TRUE(slot[i].equal(expected[i])) << name << i;
    }
    return greatest;
}

TEST(RmsProp, ForAllVariablesAtOnceItIsThatOfOneAfterAnother) {
    for (const bool centered : {false, true})
        for (const double momentum : {0.0, 0.9})
            for (const auto type : {torch::kFloat32, torch::kFloat64}) {
                const nlohmann::json options = {
                    {"learning_rate", 0.001}, {"weight_decay", 0.0}, {"rho", 0.9},
                    {"momentum", momentum},   {"epsilon", 1e-7},     {"centered", centered}};
                SCOPED_TRACE(options.dump());
                EXPECT_EQ(differenceOf(options, type, false), 0);
                // The update is multiplied by the rate after its division, which rounds once more.
                EXPECT_LT(differenceOf(options, type, true), type == torch::kFloat32 ? 1e-5 : 1e-13);
            }
}

/// Each update from the state that 16 bits hold is the one that float32 computes, rounded once.
TEST(RmsProp, On16BitsItComputesInFloat32) {
    const torch::NoGradGuard noGrad;
    for (const bool centered : {false, true})
        for (const double momentum : {0.0, 0.9})
            for (const auto type : {torch::kBFloat16, torch::kFloat16}) {
                const nlohmann::json options = {
                    {"learning_rate", 0.001}, {"weight_decay", 0.0}, {"rho", 0.9},
                    {"momentum", momentum},   {"epsilon", 1e-7},     {"centered", centered}};
                SCOPED_TRACE(options.dump() + c10::toString(type));
                State narrow = stateOf(type), wide = stateOf(torch::kFloat32);
                RmsProp optimizer(options, narrow.variables), exact(options, wide.variables);
                for (int step = 0; step < 5; ++step) {
                    const RmsProp::Rate now{.number = 0.0371, .onDevice = at::full({}, 0.0371)};
                    const Tensors gradients = gradientsAt(narrow, step);
                    Tensors widened;
                    for (const torch::Tensor& gradient : gradients)
                        widened.push_back(gradient.to(torch::kFloat32));
                    for (std::size_t i = 0; i < gradients.size(); ++i)
                        wide.variables[i].copy_(narrow.variables[i]);
                    const auto from = optimizer.slots(), to = exact.slots();
                    for (std::size_t s = 0; s < from.size(); ++s)
                        for (std::size_t i = 0; i < gradients.size(); ++i)
                            to[s].second[i].copy_(from[s].second[i]);
                    optimizer.update(gradients, now, {});
                    exact.update(widened, now, {});
                    for (std::size_t i = 0; i < gradients.size(); ++i) {
                        EXPECT_TRUE(narrow.variables[i].equal(wide.variables[i].to(type))) << step << i;
                        for (std::size_t s = 0; s < from.size(); ++s)
                            EXPECT_TRUE(from[s].second[i].equal(to[s].second[i].to(type))) << step << i;
                    }
                }
            }
}

TEST(RmsProp, OnlyALossThatIsScaledKeepsItFromBeingCaptured) {
    RmsProp optimizer({{"learning_rate", 0.001},
                       {"weight_decay", 0.0},
                       {"rho", 0.9},
                       {"momentum", 0.0},
                       {"epsilon", 1e-7},
                       {"centered", false}},
                      stateOf(torch::kFloat32).variables);
    EXPECT_TRUE(optimizer.isCapturable());
    optimizer.setLossScale(LossScale(torch::kCPU));
    EXPECT_FALSE(optimizer.isCapturable());
}

}  // namespace
}  // namespace trainyard::engine
