// SPDX-License-Identifier: Apache-2.0
// Worker processes against the test's own task host.
#include <algorithm>
#include <set>

#include "core/base/file.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/manifest.h"
#include "core/checkpoint/safetensors.h"
#include "tests/engine/worker_fixture.h"

namespace trainyard::engine {
namespace {

using testing::TaskHostServer;
using testing::WorkerProcess;

using Worker = testing::WorkerFixture;

TEST_F(Worker, TwoTrainToTheEndAndLeaveMetricsAndACheckpoint) {
    TaskHostServer host(folder_, 2);
    const std::string file = runFile("  epochs: 2\n");
    WorkerProcess chief(host, file, "worker:0"), other(host, file, "worker:1");
    ASSERT_EQ(chief.wait(), 0) << chief.log();
    ASSERT_EQ(other.wait(), 0) << other.log();

    std::set<std::int64_t> steps;
    std::vector<std::string> texts;
    for (const events::Event& event : eventsOf("train")) {
        if (const auto* scalar = std::get_if<events::ScalarEvent>(&event);
            scalar && scalar->tag == "batch_loss")
            steps.insert(scalar->step);
        if (const auto* text = std::get_if<events::TextEvent>(&event)) texts.push_back(text->tag);
    }
    EXPECT_EQ(steps.size(), 14u);  // 200 samples in batches of 32: 7 steps per epoch
    EXPECT_EQ(texts, (std::vector<std::string>{events::kPlanTag, events::kEpochTag, events::kEpochTag,
                                               events::kResultTag}));
    EXPECT_EQ(eventsOf("validation").size(), 4u);  // loss and accuracy for two epochs
    ASSERT_EQ(host.published().size(), 2u);
    EXPECT_TRUE(checkpoint::verify(host.published().back()));
    EXPECT_EQ(checkpoint::readState(host.published().back())->step, 14);
    EXPECT_EQ(checkpoint::readState(host.published().back())->position, 400);
}

// An update that is smaller than the least normal float changes no weight.
TEST_F(Worker, DenormalsAreFlushed) {
    TaskHostServer host(folder_, 1);
    WorkerProcess chief(host, runFile("  epochs: 1\n", 1, "", "{sgd: {learning_rate: 1.0e-39}}"), "worker:0");
    ASSERT_EQ(chief.wait(), 0) << chief.log();
    ASSERT_FALSE(host.published().empty());
    const auto file = checkpoint::SafetensorsFile::open(std::filesystem::path(host.published().back()) /
                                                        checkpoint::kModelFile);
    ASSERT_TRUE(file) << file.error().describe();
    int biases = 0;
    for (const checkpoint::TensorInfo& tensor : file->tensors()) {
        if (tensor.shape.size() != 1) continue;
        ++biases;
        const std::span<const std::byte> bytes = file->bytes(tensor);
        EXPECT_TRUE(std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte{}; }))
            << tensor.name;
    }
    EXPECT_EQ(biases, 2);
}

TEST_F(Worker, AllStopAtTheSameStepWithACheckpoint) {
    TaskHostServer host(folder_, 2);
    const std::string file = runFile("  epochs: 10000\ncheckpoint: {every: never}\n");
    WorkerProcess chief(host, file, "worker:0"), other(host, file, "worker:1");
    host.waitForStep(20);
    host.requestStop(3);
    ASSERT_EQ(chief.wait(), 0) << chief.log();
    ASSERT_EQ(other.wait(), 0) << other.log();
    ASSERT_EQ(host.published().size(), 1u);
    const std::int64_t step = checkpoint::readState(host.published().front())->step;
    EXPECT_GE(step, 20);
    const auto last = std::get<events::TextEvent>(eventsOf("train").back());
    ASSERT_EQ(last.tag, events::kResultTag);
    EXPECT_EQ(events::resultFromText(last.text)->step, step);
    EXPECT_EQ(events::resultFromText(last.text)->outcome, "saved");
}

TEST_F(Worker, StopAfterTheEpochEndsOnItsBorder) {
    TaskHostServer host(folder_, 1);
    WorkerProcess chief(host, runFile("  epochs: 100000\ncheckpoint: {every: never}\n", 1), "worker:0");
    host.waitForStep(5);
    host.requestStop(2);
    ASSERT_EQ(chief.wait(), 0) << chief.log();
    const auto last = std::get<events::TextEvent>(eventsOf("train").back());
    const std::int64_t step = events::resultFromText(last.text)->step;
    EXPECT_EQ(step % 13, 0);  // 200 samples in batches of 16
    ASSERT_EQ(host.published().size(), 1u);
    EXPECT_EQ(checkpoint::readState(host.published().front())->step, step);
}

TEST_F(Worker, APeersDeathIsReportedAsSuch) {
    TaskHostServer host(folder_, 2);
    const std::string file = runFile("  epochs: 100000\n");
    WorkerProcess chief(host, file, "worker:0"), other(host, file, "worker:1");
    host.waitForStep(20);
    other.kill(SIGKILL);
    EXPECT_NE(chief.wait(), 0);
    ASSERT_EQ(host.errors().size(), 1u) << chief.log();
    EXPECT_TRUE(host.errors()[0].starts_with("worker:0: comm.peer_lost: ")) << host.errors()[0];
}

TEST_F(Worker, BadDataIsNamed) {
    writeIdx("labels", 1, 150, 1);
    TaskHostServer host(folder_, 1);
    WorkerProcess chief(host, runFile("", 1), "worker:0");
    EXPECT_NE(chief.wait(), 0);
    ASSERT_EQ(host.errors().size(), 1u) << chief.log();
    EXPECT_NE(host.errors()[0].find("labels"), std::string::npos) << host.errors()[0];
}

TEST_F(Worker, AnAgentWithoutARunIsRefused) {
    const std::string command = "env -i TRAINYARD_AGENT=unix:/x " TRAINYARD_BIN_DIR "/trainyard-worker " +
                                runFile("", 1) + " 2>" + (folder_ / "err").string();
    EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 3);
    EXPECT_NE(base::readFile(folder_ / "err")->find("TRAINYARD_RUN is not set"), std::string::npos);
}

}  // namespace
}  // namespace trainyard::engine
