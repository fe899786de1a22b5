// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/control/metrics/spool.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;

class SpoolTest : public testing::Test {
  protected:
    void SetUp() override {
        std::string name = testing::TempDir() + "spool-XXXXXX";
        folder_ = ::mkdtemp(name.data());
        for (int i = 0; i < 2; ++i) {
            spec::TaskPlan task;
            task.role = "worker";
            task.index = i;
            task.isChief = i == 1;  // not the first, so that the order is seen
            tasks_.push_back(task);
        }
    }
    void TearDown() override { fs::remove_all(folder_); }
    Spool spool() { return Spool(folder_, "r", 1, tasks_); }
    fs::path folderOf(const std::string& task, const std::string& split) {
        return folder_ / "events/tasks" / task / split;
    }
    events::EventFileWriter writer(const std::string& task, const std::string& split = "train") {
        auto made = events::EventFileWriter::create(folderOf(task, split));
        EXPECT_TRUE(made);
        return std::move(*made);
    }
    static void write(events::EventFileWriter& file, const std::string& tag, std::int64_t step) {
        file.add(events::ScalarEvent{tag, step, 1.0, 0.5, false});
        EXPECT_TRUE(file.flush());
    }

    fs::path folder_;
    std::vector<spec::TaskPlan> tasks_;
};

TEST_F(SpoolTest, ReadsTheChiefFirstAndEachEventOnce) {
    auto other = writer("worker-0"), chief = writer("worker-1");
    write(other, "batch_loss", 1);
    write(chief, "batch_loss", 1);
    Spool spool = this->spool();
    auto first = spool.next(), second = spool.next();
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->task, "worker:1");
    EXPECT_TRUE(first->isChiefs);
    EXPECT_EQ(second->task, "worker:0");
    EXPECT_FALSE(spool.next());
    write(chief, "batch_loss", 2);
    const auto third = spool.next();
    ASSERT_TRUE(third);
    EXPECT_EQ(third->events.size(), 1u);
    EXPECT_EQ(third->from.offset, first->to.offset);
}

TEST_F(SpoolTest, APieceGivenBackComesAgain) {
    auto chief = writer("worker-1");
    write(chief, "batch_loss", 1);
    Spool spool = this->spool();
    const auto piece = spool.next();
    ASSERT_TRUE(piece);
    spool.back(*piece);
    const auto again = spool.next();
    ASSERT_TRUE(again);
    EXPECT_EQ(again->events.size(), piece->events.size());
    EXPECT_EQ(again->to.offset, piece->to.offset);
}

TEST_F(SpoolTest, GoesOnFromStoredOffsetsAndKnowsItsPast) {
    auto chief = writer("worker-1");
    write(chief, "batch_loss", 1);
    write(chief, "batch_loss", 2);
    Spool former = spool();
    const auto piece = former.next();
    ASSERT_TRUE(piece);
    write(chief, "batch_loss", 3);
    Spool successor = spool();
    successor.seek({piece->to});
    const auto past = successor.chiefsPast();
    ASSERT_TRUE(past);
    EXPECT_EQ(past->size(), 2u) << "no more than was stored";
    const auto rest = successor.next();
    ASSERT_TRUE(rest);
    ASSERT_EQ(rest->events.size(), 1u);
    EXPECT_EQ(std::get<events::ScalarEvent>(rest->events[0]).step, 3);
}

TEST_F(SpoolTest, ADamagedFileIsGivenUpOnceAndTheOthersGoOn) {
    auto chief = writer("worker-1"), other = writer("worker-0");
    write(other, "batch_loss", 1);
    std::ofstream(chief.path(), std::ios::app) << std::string(64, 'x');
    Spool spool = this->spool();
    const auto piece = spool.next();
    ASSERT_TRUE(piece);
    EXPECT_EQ(piece->task, "worker:0");
    EXPECT_FALSE(spool.next());
    const auto errors = spool.takeErrors();
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_NE(errors[0].describe().find("worker:1"), std::string::npos);
    EXPECT_FALSE(spool.next());
    EXPECT_TRUE(spool.takeErrors().empty());
}

TEST_F(SpoolTest, TagsBecomeSafeText) {
    auto chief = writer("worker-1");
    write(chief, "loss\xff\x1b[31m", 1);
    Spool spool = this->spool();
    const auto piece = spool.next();
    ASSERT_TRUE(piece);
    EXPECT_EQ(std::get<events::ScalarEvent>(piece->events[0]).tag, "loss\\xff\\x1b[31m");
}

TEST_F(SpoolTest, PointsAreSortedBySeriesAndPlacedIntoEpochs) {
    auto chief = writer("worker-1");
    for (int step = 1; step <= 4; ++step) write(chief, step % 2 ? "b" : "a", step);
    Spool spool = this->spool();
    const auto piece = spool.next();
    ASSERT_TRUE(piece);
    const auto series = pointsOf(*piece, 1, events::PlanRecord{.stepsPerEpoch = 2});
    ASSERT_EQ(series.size(), 2u);
    EXPECT_EQ(series[0].tag, "a");
    ASSERT_EQ(series[0].points.size(), 2u);
    EXPECT_EQ(series[0].points[0].epoch, 0);
    EXPECT_EQ(series[0].points[1].epoch, 1);
}

}  // namespace
}  // namespace trainyard::control
