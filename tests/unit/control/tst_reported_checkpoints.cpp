// SPDX-License-Identifier: Apache-2.0
// Checkpoints that a program has reported: their hashes, and what commands say about them.
#include <filesystem>
#include <fstream>
#include <future>
#include <string>

#include "core/base/sha256.h"
#include "core/control/ask/kept_elsewhere.h"
#include "core/control/run/reported_checkpoints.h"
#include "parts_fixture.h"

namespace trainyard::control {
namespace {

class ReportedCheckpointsTest : public PartsFixture {
  protected:
    void report(const std::string& path) {
        const store::CheckpointRow row{
            .run = run_, .step = 5, .path = path, .time = 8.5, .state = kReportedState};
        ASSERT_TRUE(store_->addCheckpoint(row));
    }
    std::string file() const { return (folder_ / "step-5.pt").string(); }
    void write(const std::string& content) const { std::ofstream(file()) << content; }
    std::string hash() { return store_->checkpointAt(file()).value()->sha256; }
    base::Result<v1::VerifyCheckpointReply> verify(const std::string& path) {
        v1::VerifyCheckpointRequest request;
        request.set_path(path);
        return verifyAnywhere(*environment_, request);
    }
    base::Result<v1::ShowCheckpointReply> show(const std::string& path) {
        v1::ShowCheckpointRequest request;
        request.set_path(path);
        return showAnywhere(*environment_, request);
    }
};

TEST_F(ReportedCheckpointsTest, TheirHashesAreNoted) {
    write("weights");
    report(file());
    std::promise<std::string> noted;
    {
        ReportedHashes hashes(*store_, [&](const std::string& run) { noted.set_value(run); });
        hashes.post(run_);
        EXPECT_EQ(noted.get_future().get(), run_);
    }
    EXPECT_EQ(hash(), base::Sha256::hex("weights"));
}

TEST_F(ReportedCheckpointsTest, OneWithoutAHashIsNotCalledIntact) {
    write("weights");
    report(file());
    EXPECT_EQ(verify(file()).error().id, "checkpoint.unverified");
    EXPECT_EQ(hash(), base::Sha256::hex("weights"));
    EXPECT_EQ(verify(file())->problems_size(), 0);
    write("others");
    ASSERT_EQ(verify(file())->problems_size(), 1);
    EXPECT_EQ(verify(file())->problems(0).code(), "checkpoint.changed");
}

TEST_F(ReportedCheckpointsTest, OneInAnotherFormatIsShownAsItWasReported) {
    write("weights");
    EXPECT_FALSE(show(file())) << "of no run";
    report(file());
    const auto shown = show(file());
    ASSERT_TRUE(shown) << shown.error().describe();
    EXPECT_EQ(shown->checkpoint().step(), 5);
    EXPECT_EQ(shown->checkpoint().state(), kReportedState);
    std::filesystem::remove(file());
    EXPECT_FALSE(show(file()));
}

TEST_F(ReportedCheckpointsTest, WhatOnlyItsProgramReadsIsRefusedAsSuch) {
    write("weights");
    EXPECT_TRUE(refuseReported(*store_, file(), "checkpoint.reported")) << "of no run";
    report(file());
    const base::Status refused = refuseReported(*store_, file(), "checkpoint.reported");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, base::Code::kRefused);
    EXPECT_EQ(refused.error().id, "checkpoint.reported");
    EXPECT_NE(refused.error().describe().find("only the program can read it"), std::string::npos);
}

TEST_F(ReportedCheckpointsTest, OneOnAnotherMachineIsAnsweredAtHome) {
    report("box:/there/step-5.pt");
    const auto shown = show("box:/there/step-5.pt");
    ASSERT_TRUE(shown) << shown.error().describe();
    EXPECT_EQ(shown->checkpoint().step(), 5);
    EXPECT_EQ(verify("box:/there/step-5.pt").error().id, "checkpoint.elsewhere");
}

}  // namespace
}  // namespace trainyard::control
