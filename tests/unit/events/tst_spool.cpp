// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/events/spool.h"

namespace trainyard::events {
namespace {

TEST(Spool, RecordsComeBackAsTheyWere) {
    const PlanRecord plan{2, 120, 1, 20, 469, 400, 4690, 10, 2, 128, std::int64_t{1} << 40};
    const auto planBack = planFromText(toText(plan));
    ASSERT_TRUE(planBack) << planBack.error().describe();
    EXPECT_EQ(planBack->attempt, 2);
    EXPECT_EQ(planBack->fromStep, 120);
    EXPECT_EQ(planBack->fromEpoch, 1);
    EXPECT_EQ(planBack->fromStepInEpoch, 20);
    EXPECT_EQ(planBack->stepsPerEpoch, 469);
    EXPECT_EQ(planBack->firstEpochEnd, 400);
    EXPECT_EQ(planBack->totalSteps, 4690);
    EXPECT_EQ(planBack->epochs, 10);
    EXPECT_EQ(planBack->replicas, 2);
    EXPECT_EQ(planBack->globalBatch, 128);
    EXPECT_EQ(planBack->parameters, std::int64_t{1} << 40);

    EXPECT_EQ(plan.epochOf(121), 1) << "the first epoch is a part of one";
    EXPECT_EQ(plan.stepInEpoch(121), 21);
    EXPECT_EQ(plan.stepsInEpoch(121), 300);
    EXPECT_EQ(plan.epochOf(400), 1);
    EXPECT_EQ(plan.epochOf(401), 2);
    EXPECT_EQ(plan.stepInEpoch(401), 1);
    EXPECT_EQ(plan.stepsInEpoch(401), 469);
    EXPECT_EQ(plan.epochOf(400 + 469), 2);
    EXPECT_EQ(plan.epochOf(400 + 470), 3);

    const EpochRecord epoch{3, 1876, 4.25, {{"loss", 0.1}, {"val_accuracy", 1.0 / 3}}};
    const auto epochBack = epochFromText(toText(epoch));
    ASSERT_TRUE(epochBack) << epochBack.error().describe();
    EXPECT_EQ(epochBack->epoch, 3);
    EXPECT_EQ(epochBack->step, 1876);
    EXPECT_EQ(epochBack->seconds, 4.25);
    EXPECT_EQ(epochBack->metrics, epoch.metrics);

    const ResultRecord result{4690, 10, 6.5, 19692.25, {{"accuracy", 0.9}}, "completed"};
    const auto resultBack = resultFromText(toText(result));
    ASSERT_TRUE(resultBack) << resultBack.error().describe();
    EXPECT_EQ(resultBack->msPerStep, 6.5);
    EXPECT_EQ(resultBack->samplesPerSecond, 19692.25);
    EXPECT_EQ(resultBack->metrics, result.metrics);
    EXPECT_EQ(resultBack->outcome, "completed");
}

TEST(Spool, WhatTheClientOfAScriptReportsIsRead) {
    using Kind = ClientRecord::Kind;
    const auto read = [](const char* text) { return clientFromText(text).value(); };
    EXPECT_EQ(read(R"({"uses":"pause"})").name, "pause");
    const ClientRecord saved = read(R"({"checkpoint":"/a \"b\".pt","bytes":7})");
    EXPECT_EQ(saved.kind, Kind::kCheckpoint);
    EXPECT_EQ(saved.path, "/a \"b\".pt");
    EXPECT_EQ(saved.bytes, 7);
    const ClientRecord rate = read(R"({"learning_rate":0.25,"before":0.5,"order":3})");
    EXPECT_EQ(rate.kind, Kind::kLearningRate);
    EXPECT_EQ(rate.value, 0.25);
    EXPECT_EQ(rate.before, 0.5);
    EXPECT_EQ(rate.order, 3);
    EXPECT_EQ(read(R"({"paused":4})").order, 4);
    EXPECT_EQ(read(R"({"continued":5,"seconds":1.5})").seconds, 1.5);
    EXPECT_EQ(read(R"({"save":6})").kind, Kind::kSave);
    for (const char* wrong : {"", "[]", "{}", R"({"checkpoint":7,"bytes":7})", R"({"checkpoint":"/a"})",
                              R"({"checkpoint":"/a","bytes":-1})", R"({"paused":"1"})"})
        EXPECT_FALSE(clientFromText(wrong)) << wrong;
}

TEST(Spool, NumbersThatJsonLacksTravelAsStrings) {
    const double infinity = std::numeric_limits<double>::infinity();
    const EpochRecord epoch{0, 1, 0, {{"nan", std::nan("")}, {"up", infinity}, {"down", -infinity}}};
    const auto back = epochFromText(toText(epoch));
    ASSERT_TRUE(back) << back.error().describe();
    EXPECT_TRUE(std::isnan(back->metrics.at("nan")));
    EXPECT_EQ(back->metrics.at("up"), infinity);
    EXPECT_EQ(back->metrics.at("down"), -infinity);
}

TEST(Spool, RefusesWhatIsNoRecordAndSaysWhy) {
    const auto expectError = [](const std::string& text, const std::string& part) {
        const auto record = epochFromText(text);
        ASSERT_FALSE(record) << text;
        EXPECT_EQ(record.error().code, base::Code::kDataLoss);
        EXPECT_NE(record.error().message.text().find(part), std::string::npos) << record.error().message;
    };
    expectError("", "not JSON");
    expectError("[]", "expected an object, got a array");
    expectError("{}", "lacks the key \"epoch\"");
    expectError(R"({"epoch":1,"step":-1,"seconds":0,"metrics":{}})", "\"step\": expected a count");
    expectError(R"({"epoch":4294967296,"step":1,"seconds":0,"metrics":{}})", "\"epoch\": expected a count");
    expectError(R"({"epoch":1,"step":18446744073709551615,"seconds":0,"metrics":{}})",
                "\"step\": expected a count");
    expectError(R"({"epoch":1.5,"step":1,"seconds":0,"metrics":{}})", "\"epoch\": expected an integer");
    expectError(R"({"epoch":1,"step":1,"seconds":"x","metrics":{}})", "\"seconds\": expected a number");
    expectError(R"({"epoch":1,"step":1,"seconds":0,"metrics":{"loss":[]}})", "\"loss\": expected a number");
    expectError(R"({"epoch":1,"epoch":2,"step":1,"seconds":0,"metrics":{}})", "\"epoch\" occurs twice");
    expectError(std::string(100000, '['), "deeper than 64");
}

}  // namespace
}  // namespace trainyard::events
