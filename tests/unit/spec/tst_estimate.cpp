// SPDX-License-Identifier: Apache-2.0
#include "core/spec/model/estimate.h"

#include <gtest/gtest.h>

#include "core/spec/model/learning_rate.h"
#include "core/spec/model/loss.h"
#include "tests/unit/spec/spec_testing.h"

namespace trainyard::spec {
namespace {

TEST(Estimate, CountsWhatAGuidesModelNeeds) {
    v1::RunSpec spec;
    spec.mutable_train()->mutable_data()->set_batch_size(64);
    spec.mutable_train()->set_epochs(10);
    (*(*spec.mutable_train()->mutable_optimizer()->mutable_struct_value()->mutable_fields())["adam"]
          .mutable_struct_value()
          ->mutable_fields())["learning_rate"]
        .set_number_value(0.001);
    const auto plan = planModel({"builtin", "fashion_cnn"}, {1, 28, 28});
    EstimateFacts facts{.replicas = 2,
                        .replicasInStep = 2,
                        .processes = 2,
                        .trainSamples = 60'000,
                        .validationSamples = 10'000,
                        .stepsPerEpoch = 469,
                        .bytesPerStep = "2*(n-1)/n*parameters*4"};
    const auto one = estimate(spec, *plan, facts);
    ASSERT_TRUE(one) << one.error().message;
    constexpr std::int64_t kParameters = 320 + 18'496 + 102'464 + 650;
    EXPECT_EQ(one->parameters(), kParameters);
    EXPECT_EQ(one->weight_bytes(), kParameters * 4);
    EXPECT_EQ(one->optimizer_bytes(), kParameters * 8);
    EXPECT_EQ(one->checkpoint_bytes(), kParameters * 12);
    EXPECT_EQ(one->global_batch(), 128);
    EXPECT_EQ(one->total_steps(), 4690);
    EXPECT_EQ(one->bytes_per_step(), kParameters * 4);
    EXPECT_EQ(one->layers_size(), 7);
    EXPECT_EQ(one->layers(2).name(), "conv2d_1");
    EXPECT_EQ(one->layers(2).parameters(), 18'496);
    // Outputs 784 + 21,632 + 5,408 + 7,744 + 1,600 + 64 + 10, and the gradients on both sides of the first
    // pooling.
    EXPECT_EQ(one->activation_bytes(), (37'242 + 21'632 + 5'408) * 64 * 4);
    spec.mutable_train()->set_precision("float64");
    EXPECT_EQ(estimate(spec, *plan, facts)->bytes_per_step(), kParameters * 8);
    facts.bytesPerStep = "2*(n-1";
    EXPECT_EQ(estimate(spec, *plan, facts).error().message,
              "the formula \"2*(n-1\" cannot be read from character 7 on");
}

TEST(Estimate, FormulasAreArithmetic) {
    const std::map<std::string, double> values{{"n", 4}, {"parameters", 10}};
    EXPECT_EQ(evaluateFormula("2*(n-1)/n*parameters*4", values), 60);
    EXPECT_EQ(evaluateFormula(" -n + 2.5 * -(3 - 1) ", values), -9);
    for (const char* wrong : {"", "2*", "m", "2 2", "(n", "n)", "1e", "nan", "inf", "2**3"})
        EXPECT_FALSE(evaluateFormula(wrong, values)) << wrong;
}

TEST(LearningRate, FollowsKerassSchedules) {
    EXPECT_EQ(learningRateAt(0.1, 1000), 0.1);
    const nlohmann::json stairs{
        {"exponential_decay",
         {{"initial_learning_rate", 1}, {"decay_steps", 10}, {"decay_rate", 0.5}, {"staircase", true}}}};
    EXPECT_EQ(learningRateAt(stairs, 9), 1);
    EXPECT_EQ(learningRateAt(stairs, 25), 0.25);
    const nlohmann::json warm{{"cosine",
                               {{"initial_learning_rate", 0.0},
                                {"decay_steps", 10},
                                {"alpha", 0.1},
                                {"warmup_target", 2},
                                {"warmup_steps", 4}}}};
    EXPECT_EQ(learningRateAt(warm, 2), 1);
    EXPECT_EQ(learningRateAt(warm, 4), 2);
    EXPECT_NEAR(learningRateAt(warm, 9), 1.1, 1e-12);
    EXPECT_NEAR(learningRateAt(warm, 100), 0.2, 1e-12);
    const nlohmann::json steps{{"steps", {{"boundaries", {10, 20}}, {"values", {3, 2, 1}}}}};
    EXPECT_EQ(learningRateAt(steps, 10), 3);
    EXPECT_EQ(learningRateAt(steps, 11), 2);
    EXPECT_EQ(learningRateAt(steps, 21), 1);
}

TEST(Loss, LintSaysWhatCannotBeMeant) {
    const auto codes = [](const char* text) {
        std::string all;
        for (const v1::Problem& problem : lintLoss(nlohmann::json::parse(text))) all += problem.code() + " ";
        return all;
    };
    EXPECT_EQ(
        codes(
            R"({"model": {"builtin": "mlp"}, "loss": "sparse_categorical_crossentropy", "metrics": ["accuracy"]})"),
        "");
    EXPECT_EQ(codes(R"({"model": {"layers": [{"dense": {"units": 1, "activation": "softmax"}}]},
                        "loss": "sparse_categorical_crossentropy"})"),
              "loss.from_logits ");
    EXPECT_EQ(codes(R"({"model": {"layers": [{"activation": "sigmoid"}]},
                        "loss": {"binary_crossentropy": {"from_logits": false}}})"),
              "");
    EXPECT_EQ(codes(R"({"model": {"layers": [{"dense": {"units": 1, "activation": "linear"}}]},
                        "loss": {"binary_crossentropy": {"from_logits": false}}})"),
              "loss.from_logits ");
    EXPECT_EQ(codes(R"({"loss": "mean_squared_error", "metrics": ["accuracy"]})"), "metric.no_classes ");
}

}  // namespace
}  // namespace trainyard::spec
