// SPDX-License-Identifier: Apache-2.0
// Weights that are updated while gradients are computed (ADR 161, 166), and gradients that autograd does not
// carry: the same weights as otherwise, and only where nobody else needs the gradients.
#include <gtest/gtest.h>

#include <ATen/ops/arange.h>
#include <ATen/ops/equal.h>

#include <atomic>

#include "core/engine/model/matmul.h"
#include "core/engine/train/replica_step.h"
#include "core/spec/yaml/yaml_tree.h"
#include "tests/engine/ranks.h"
#include "tests/engine/thread_count.h"

namespace trainyard::engine {
namespace {

using torch::Tensor;

Tensor ripple(torch::IntArrayRef shape, double pitch) {
    std::int64_t count = 1;
    for (const std::int64_t size : shape) count *= size;
    return at::sin(at::arange(count, torch::kFloat32) * pitch).reshape(shape);
}

class UpdateOnThreads : public ::testing::TestWithParam<int> {};

TEST_P(UpdateOnThreads, IsTheUpdateAndTheGradientsOfTheRest) {
    const testing::ThreadCount set(GetParam());
    ASSERT_TRUE(isUpdatedInBackward(600 * 2003)) << "no oneDNN";
    Tensor x = ripple({37, 2003}, 1.7), weight = ripple({600, 2003}, 0.9), bias = ripple({600}, 0.3);
    for (Tensor* variable : {&x, &weight, &bias}) variable->set_requires_grad(true);
    const Tensor dOut = ripple({37, 600}, 0.11);
    const std::vector<Tensor> gradients =
        torch::autograd::grad({linear(x, weight, bias)}, {x, weight, bias}, {dOut});
    const Tensor expected = weight.detach() - 0.125 * gradients[1];

    StepInBackward step({.plainRate = 0.125F});
    linear(x, weight, bias, {.step = &step}).backward(dOut);
    EXPECT_TRUE(step.hasUpdated(weight));
    EXPECT_FALSE(step.hasUpdated(bias));
    EXPECT_FALSE(weight.grad().defined());
    // By the processor, sgemm adds the product to the weights before or after it has rounded its last sum.
    constexpr double kLastBit = 4.8e-7;  // of values between 4 and 8, which the greatest of these are
    EXPECT_TRUE(at::allclose(weight.detach(), expected, 0, kLastBit))
        << (weight.detach() - expected).abs().max();
    EXPECT_TRUE(at::equal(x.grad(), gradients[0])) << "computed with the weight of before";
    EXPECT_TRUE(at::equal(bias.grad(), gradients[2]));
}

TEST_P(UpdateOnThreads, InPartsEveryElementIsUpdatedOnceByItsGradient) {
    const testing::ThreadCount set(GetParam());
    Tensor x = ripple({37, 1003}, 1.7), weight = ripple({601, 1003}, 0.9), bias = ripple({601}, 0.3);
    for (Tensor* variable : {&x, &weight, &bias}) variable->set_requires_grad(true);
    const Tensor dOut = ripple({37, 601}, 0.11), sums = at::zeros_like(weight.detach());
    const std::vector<Tensor> gradients =
        torch::autograd::grad({linear(x, weight, bias)}, {x, weight, bias}, {dOut});
    std::atomic<int> parts = 0;
    StepInBackward step({.inParts = [&](const Tensor& variable) {
        EXPECT_TRUE(variable.is_same(weight));
        return [&](std::int64_t first, std::int64_t count, const float* gradient) {
            ++parts;
            float* const to = sums.mutable_data_ptr<float>() + first;
            for (std::int64_t i = 0; i < count; ++i) to[i] += gradient[i];
        };
    }});
    linear(x, weight, bias, {.step = &step}).backward(dOut);
    EXPECT_GE(parts, 8);
    EXPECT_TRUE(step.hasUpdated(weight));
    EXPECT_FALSE(weight.grad().defined());
    EXPECT_TRUE(at::allclose(sums, gradients[1], 1e-6, 1e-6)) << (sums - gradients[1]).abs().max();
    EXPECT_TRUE(at::equal(x.grad(), gradients[0]));
    EXPECT_TRUE(at::equal(bias.grad(), gradients[2]));
}

INSTANTIATE_TEST_SUITE_P(StepInBackward, UpdateOnThreads, ::testing::Values(1, 3));

TEST(StepInBackward, SmallWeightsHaveGradients) {
    const Tensor x = ripple({4, 30}, 1.7), bias = ripple({20}, 0.3).set_requires_grad(true);
    const Tensor weight = ripple({20, 30}, 0.9).set_requires_grad(true), before = weight.detach().clone();
    const std::vector<Tensor> gradients =
        torch::autograd::grad({linear(x, weight, bias).sum()}, {weight, bias});
    const auto noParts = [](const Tensor&) -> StepInBackward::UpdatePart { return {}; };
    for (StepInBackward step :
         {StepInBackward(), StepInBackward({.plainRate = 0.125F}), StepInBackward({.inParts = noParts})}) {
        for (const Tensor& variable : {weight, bias}) variable.mutable_grad().reset();
        linear(x, weight, bias, {.step = &step}).sum().backward();
        EXPECT_TRUE(at::equal(weight.grad(), gradients[0]));
        EXPECT_TRUE(at::equal(bias.grad(), gradients[1]));
        EXPECT_TRUE(at::equal(weight.detach(), before));
    }
}

TEST(StepInBackward, GradientsOfAVariableThatIsUsedTwiceAreAdded) {
    const Tensor x = ripple({4, 20}, 1.7), bias = ripple({20}, 0.3).set_requires_grad(true);
    const Tensor weight = ripple({20, 20}, 0.9).set_requires_grad(true);
    const auto sumOf = [&](const WeightGradient& to) {
        return (linear(linear(x, weight, bias, to), weight, bias, to) * at::square(weight).sum()).sum();
    };
    const std::vector<Tensor> gradients = torch::autograd::grad({sumOf({})}, {weight, bias});
    StepInBackward step;
    sumOf({.step = &step}).backward();
    EXPECT_TRUE(at::allclose(weight.grad(), gradients[0], 1e-5, 1e-4));
    EXPECT_TRUE(at::allclose(bias.grad(), gradients[1], 1e-5, 1e-4));
}

TEST(StepInBackward, WhatIsNotTrainedHasNoGradient) {
    const Tensor x = ripple({4, 700}, 1.7).set_requires_grad(true), bias = ripple({600}, 0.3);
    const Tensor weight = ripple({600, 700}, 0.9), before = weight.clone();
    StepInBackward step({.inParts = [](const Tensor&) -> StepInBackward::UpdatePart {
        ADD_FAILURE() << "a weight that is not trained is asked for";
        return [](std::int64_t, std::int64_t, const float*) {};
    }});
    linear(x, weight, bias, {.step = &step}).sum().backward();
    EXPECT_TRUE(at::allclose(x.grad()[0], weight.sum(0), 1e-4, 1e-4));
    EXPECT_FALSE(weight.grad().defined());
    EXPECT_FALSE(bias.grad().defined());
    EXPECT_TRUE(at::equal(weight, before));
}

struct ThreeSteps {
    std::vector<Tensor> weights;
    std::vector<bool> haveGradients;  ///< after the last step
    std::vector<Tensor> state;        ///< the optimizer's
};

/// Three steps under one_device of a model whose first dense layer has 1.2 million weights.
ThreeSteps takeThree(
    const StepOptions& options, const spec::Named& optimizerSpec = {"sgd", {{"learning_rate", 0.003}}},
    const std::string& layers = "[{dense: {units: 600, activation: relu}}, {dense: {units: 3}}]") {
    ThreeSteps trained;
    testing::runRanks("one_device", 1, {}, [&](sdk::Strategy& strategy, int) {
        const auto plan = spec::planModel({"layers", spec::parseYaml(layers)->value}, {2003});
        ASSERT_TRUE(plan) << plan.error().describe();
        Model model(*plan, torch::kFloat32);
        model.drawWeights(42);
        strategy.adopt({model.variables()});
        const Objective objective({"sparse_categorical_crossentropy"}, {{"accuracy"}}, *plan);
        const auto optimizer = makeOptimizer(optimizerSpec, model.variables());
        Batch batch;
        batch.features = ripple({16, 2003}, 0.37);
        batch.labels = at::arange(16, torch::kInt64).remainder(3);
        for (std::int64_t i = 0; i < 16; ++i) batch.samples.push_back(i);
        batch.globalCount = 16;
        for (int step = 0; step < 3; ++step)
            strategy.run([&](sdk::ReplicaContext& context) {
                takeStep(context, model, objective, *optimizer, batch, step, options);
            });
        for (const Tensor& variable : model.variables()) {
            trained.weights.push_back(variable.detach().clone());
            trained.haveGradients.push_back(variable.grad().defined());
        }
        for (const auto& [name, slot] : optimizer->state(model.names()))
            trained.state.push_back(slot.clone());
    });
    return trained;
}

StepOptions allowed() {
    StepOptions options;
    options.mayStepInBackward = true;
    return options;
}

TEST(StepInBackward, TrainsAsTheOptimizerDoes) {
    for (const spec::Named& by :
         {spec::Named{"sgd", {{"learning_rate", 0.003}}}, spec::Named{"adam", {{"learning_rate", 0.003}}},
          spec::Named{"adam", {{"learning_rate", 0.003}, {"beta_2", 0.9}}}}) {
        const ThreeSteps here = takeThree(allowed(), by), otherwise = takeThree({}, by);
        EXPECT_EQ(here.haveGradients, (std::vector{false, true, true, true})) << by.name;
        EXPECT_EQ(otherwise.haveGradients, (std::vector{true, true, true, true})) << by.name;
        const bool isSgd = by.name == "sgd";
        ASSERT_EQ(here.state.size(), otherwise.state.size());
        for (std::size_t i = 0; i < here.state.size(); ++i)
            EXPECT_TRUE(at::allclose(here.state[i], otherwise.state[i], 1e-4, 1e-8)) << by.name << " " << i;
        for (std::size_t i = 0; i < here.weights.size(); ++i) {
            const Tensor difference = (here.weights[i] - otherwise.weights[i]).abs();
            Tensor isClose = difference <= 1e-7 + 1e-5 * otherwise.weights[i].abs();
            // Of a gradient that nearly cancels, Adam makes a whole step in the direction of its last bits.
            if (!isSgd) isClose |= otherwise.state[here.weights.size() + i] < 1e-11;
            EXPECT_TRUE(isClose.all().item<bool>()) << by.name << " " << i << " " << difference.max();
        }
    }
}

TEST(StepInBackward, AVariableWithoutAGradientIsUpdatedByZeros) {
    for (const spec::Named& by :
         {spec::Named{"sgd", {{"momentum", 0.9}}}, spec::Named{"adam"}, spec::Named{"rmsprop"},
          spec::Named{"adagrad"}, spec::Named{"adam", {{"amsgrad", true}}}}) {
        std::vector<Tensor> unused;
        for (const bool isZero : {false, true}) {
            std::vector<Tensor> variables{at::ones({3}), at::ones({4})};
            for (Tensor& variable : variables) variable.set_requires_grad(true);
            const auto optimizer = makeOptimizer(by, variables);
            for (const Tensor& variable : variables) variable.mutable_grad() = at::ones_like(variable);
            optimizer->step(0.1);
            variables[1].mutable_grad().reset();
            if (isZero) variables[1].mutable_grad() = at::zeros({4});
            optimizer->step(0.1);
            unused.push_back(variables[1].detach());
        }
        EXPECT_TRUE(at::equal(unused[0], unused[1])) << by.name;
    }
}

// The gradient of its second use would be computed with the weight of after.
TEST(StepInBackward, AWeightThatIsUpdatedAndUsedTwiceIsRefused) {
    const Tensor x = ripple({4, 600}, 1.7), bias = ripple({600}, 0.3);
    const Tensor weight = ripple({600, 600}, 0.9).set_requires_grad(true);
    StepInBackward step({.inParts = [](const Tensor&) -> StepInBackward::UpdatePart {
        return [](std::int64_t, std::int64_t, const float*) {};
    }});
    const WeightGradient to{.step = &step};
    EXPECT_THROW(linear(linear(x, weight, bias, to), weight, bias, to).sum().backward(), c10::Error);
}

TEST(StepInBackward, GradientsThatAreNeededAreComputed) {
    const auto isMade = [](const ThreeSteps& trained) { return trained.haveGradients.front(); };
    StepOptions options = allowed();
    options.clipNorm = 1;
    EXPECT_TRUE(isMade(takeThree(options)));
    options = allowed();
    options.clipValue = 1;
    EXPECT_TRUE(isMade(takeThree(options)));
    options = allowed();
    options.accumulate = 2;
    EXPECT_TRUE(isMade(takeThree(options)));
    EXPECT_TRUE(isMade(takeThree(allowed(), {"sgd", {{"momentum", 0.9}}})));
    EXPECT_TRUE(isMade(takeThree(allowed(), {"sgd", {{"weight_decay", 0.1}}})));
    EXPECT_TRUE(isMade(takeThree(allowed(), {"adamw"})));
    EXPECT_TRUE(isMade(takeThree(allowed(), {"adam", {{"amsgrad", true}}})));
    EXPECT_TRUE(isMade(takeThree(allowed(), {"rmsprop"})));
    EXPECT_TRUE(isMade(takeThree(allowed(), {"adagrad"})));
    EXPECT_TRUE(isMade(takeThree(
        allowed(), {"sgd"}, "[{dense: {units: 600, kernel_regularizer: {l2: 0.01}}}, {dense: {units: 3}}]")));
}

}  // namespace
}  // namespace trainyard::engine
