// SPDX-License-Identifier: Apache-2.0
// attempt.json: what one agent leaves for the next.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "core/base/file.h"
#include "core/control/run/attempt_file.h"
#include "tests/support/full_disk.h"
#include "tests/support/temp_home.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class AttemptFileTest : public ::testing::Test {
  protected:
    void SetUp() override { fs::create_directories(run()); }

    fs::path run() const { return home_ / "runs" / "r-1"; }
    fs::path file() const { return run() / "attempt.json"; }
    base::Result<AttemptFile> read(const std::string& text) {
        EXPECT_TRUE(base::writeFileAtomically(file(), text));
        return readAttempt(file());
    }
    TempHome tempHome_;
    const fs::path& home_ = tempHome_.path();
};

TEST_F(AttemptFileTest, TheNextAgentKnowsWhatThisOneKnew) {
    AttemptFile written;
    written.plan = {.number = 3,
                    .cause = "worker:1 was killed",
                    .fromStep = 1'234'567'890'123,
                    .fromEpoch = 4,
                    .changed = {base::Words::plain("train.epochs: 3 → 5")},
                    .restartsUsed = 2,
                    .fruitless = 1,
                    .notBefore = 1'700'000'000.25,
                    .isInjectDone = true,
                    .globalBatch = 128};
    written.token = "secret";
    written.gpus = {{"worker:0", {1}}, {"worker:1", {0, 2}}};
    written.stop = StopOrder{v1::StopRunRequest::EPOCH, true, "a \"client\"\n", "request 7"};
    ASSERT_TRUE(writeAttempt(file(), written));
    const auto found = readAttempt(file());
    ASSERT_TRUE(found) << found.error().describe();
    EXPECT_EQ(found->plan.number, 3);
    EXPECT_EQ(found->plan.cause, "worker:1 was killed");
    EXPECT_EQ(found->plan.fromStep, 1'234'567'890'123);
    EXPECT_EQ(found->plan.fromEpoch, 4);
    EXPECT_EQ(found->plan.changed, written.plan.changed);
    EXPECT_EQ(found->plan.restartsUsed, 2);
    EXPECT_EQ(found->plan.fruitless, 1);
    EXPECT_EQ(found->plan.notBefore, 1'700'000'000.25);
    EXPECT_TRUE(found->plan.isInjectDone);
    EXPECT_EQ(found->plan.globalBatch, 128);
    EXPECT_EQ(found->plan.restorePath, "");
    EXPECT_EQ(found->plan.basePath, "");
    EXPECT_EQ(found->token, "secret");
    EXPECT_EQ(found->gpus, written.gpus);
    ASSERT_TRUE(found->stop);
    EXPECT_EQ(found->stop->after, v1::StopRunRequest::EPOCH);
    EXPECT_TRUE(found->stop->preempt);
    EXPECT_EQ(found->stop->client, "a \"client\"\n");
    EXPECT_EQ(found->stop->id, "request 7");
}

TEST_F(AttemptFileTest, NobodyElseReadsTheSecret) {
    ASSERT_TRUE(writeAttempt(file(), {{}, "secret", {}}));
    ASSERT_TRUE(writeAttempt(file(), {{}, "another", {}}));
    struct stat info{};
    ASSERT_EQ(::stat(file().c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0600u);
}

TEST_F(AttemptFileTest, CheckpointsMoveWithTheHome) {
    AttemptFile written;
    written.plan.restorePath = (run() / "checkpoints" / "ckpt-8").string();
    written.plan.basePath = (home_ / "runs" / "r-0" / "checkpoints" / "ckpt-2").string();
    ASSERT_TRUE(writeAttempt(file(), written));
    const fs::path moved = home_ / "elsewhere" / "runs";
    fs::create_directories(moved.parent_path());
    fs::rename(home_ / "runs", moved);
    const auto found = readAttempt(moved / "r-1" / "attempt.json");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->plan.restorePath, moved / "r-1" / "checkpoints" / "ckpt-8");
    EXPECT_EQ(found->plan.basePath, moved / "r-0" / "checkpoints" / "ckpt-2");
}

TEST_F(AttemptFileTest, CheckpointsOutsideOfTheHomeStayWhereTheyAre) {
    AttemptFile written;
    written.plan.restorePath = "/data/ckpt-8";
    written.plan.basePath = "box:/there/ckpt-2";
    ASSERT_TRUE(writeAttempt(file(), written));
    const auto found = readAttempt(file());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->plan.restorePath, "/data/ckpt-8");
    EXPECT_EQ(found->plan.basePath, "box:/there/ckpt-2");
}

TEST_F(AttemptFileTest, OneOfAnEarlierVersionIsRead) {
    const auto found = read(R"({"attempt": 2, "token": "secret"})");
    ASSERT_TRUE(found) << found.error().describe();
    EXPECT_EQ(found->plan.number, 2);
    EXPECT_EQ(found->plan.cause, "start");
    EXPECT_FALSE(found->stop);
}

TEST_F(AttemptFileTest, ADamagedOneIsNamed) {
    for (const char* text : {"", "{", "[]", "7", "{}", R"({"attempt": "2", "token": "s"})",
                             R"({"attempt": 2})", R"({"attempt": 2, "token": "s", "changed": [1]})",
                             R"({"attempt": 2, "token": "s", "stop": {"after": 1}})",
                             R"({"attempt": 2, "token": "s", "stop": [1]})",
                             R"({"attempt": 2, "token": "s",
                                 "stop": {"after": 77, "preempt": false, "client": "c"}})"}) {
        const auto found = read(text);
        ASSERT_FALSE(found) << text;
        EXPECT_EQ(found.error().code, base::Code::kDataLoss) << text;
        EXPECT_THAT(found.error().describe(), HasSubstr(file().string())) << text;
    }
}

TEST_F(AttemptFileTest, WhatIsNoFileIsRefused) {
    EXPECT_EQ(readAttempt(file()).error().code, base::Code::kNotFound);
    ASSERT_EQ(::mkfifo(file().c_str(), 0600), 0);
    EXPECT_EQ(readAttempt(file()).error().id, "file.not_regular");
}

TEST_F(AttemptFileTest, AFullDiskLeavesTheOneBefore) {
    ASSERT_TRUE(writeAttempt(file(), {{.number = 1}, "first", {}}));
    {
        const FullDisk full;
        const auto written = writeAttempt(file(), {{.number = 2}, "second", {}});
        ASSERT_FALSE(written);
        EXPECT_EQ(written.error().code, base::Code::kResourceExhausted) << written.error().describe();
    }
    EXPECT_EQ(readAttempt(file())->token, "first");
    EXPECT_EQ(std::distance(fs::directory_iterator(run()), fs::directory_iterator()), 1) << "nothing is left";
}

TEST(Inject, HappensOnce) {
    v1::RunSpec spec;
    EXPECT_FALSE(injectHasHappened(spec, 100, 10, "task.killed")) << "there is none";
    (*spec.mutable_inject()->mutable_fields())["step"].set_number_value(20);
    EXPECT_FALSE(injectHasHappened(spec, 19, 10, "task.killed"));
    EXPECT_TRUE(injectHasHappened(spec, 20, 10, "task.killed"));
    EXPECT_TRUE(injectHasHappened(spec, 0, 10, "inject.killed")) << "it ended the attempt";
    spec.mutable_inject()->clear_fields();
    (*spec.mutable_inject()->mutable_fields())["epoch"].set_number_value(1);
    EXPECT_FALSE(injectHasHappened(spec, 19, 10, ""));
    EXPECT_TRUE(injectHasHappened(spec, 20, 10, "")) << "the end of the second epoch";
    EXPECT_FALSE(injectHasHappened(spec, 20, 0, "")) << "the length of an epoch is not known";
}

}  // namespace
}  // namespace trainyard::control
