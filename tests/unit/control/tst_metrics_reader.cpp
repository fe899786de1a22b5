// SPDX-License-Identifier: Apache-2.0
// What a metrics pump reads and stores: without a loop, an executor or an agent.
#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/time.h"
#include "core/control/metrics/metrics_reader.h"
#include "core/control/run/run_backlog.h"
#include "core/events/event_file.h"
#include "core/events/spool.h"
#include "tests/support/as_nobody.h"
#include "tests/support/full_disk.h"
#include "tests/support/temp_home.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;
using Read = MetricsNews::Read;

class MetricsReaderTest : public ::testing::Test {
  protected:
    class Watcher final : public RunListener {
        void runChanged(const std::string&) override {}
    };
    void SetUp() override {
        store_ = std::move(*store::RunStore::open(folder_ / "trainyard.db"));
        reserve_ = std::make_unique<node::DiskReserve>(folder_ / "disk-reserve");
        store::RunRow row;
        row.name = "reader";
        row.status = "running";
        row.metricsJson = row.specJson = "{}";
        row = *store_->createRun(row);
        run_ = row.id;
        root_ = row.dir;
        fs::create_directories(root_ / "logs");
        for (const char* split : {"train", "validation"}) fs::create_directories(chiefs() / split);
    }
    void TearDown() override { store_.reset(); }
    fs::path chiefs() const { return root_ / "events/tasks/worker-0"; }
    MetricsReader reader(AttemptPlan plan = {}) {
        spec::TaskPlan chief;
        chief.role = "worker";
        chief.isChief = true;
        return {{*store_, *reserve_, listeners_},
                run_,
                RunFolder{root_},
                plan,
                SpoolReader(root_, run_, plan.number, {chief}),
                nullptr,
                std::nullopt};
    }
    /// The plan of a training and its first steps.
    void train(std::int64_t steps) {
        auto file = events::EventFileWriter::create(chiefs() / "train");
        ASSERT_TRUE(file) << file.error().describe();
        const events::PlanRecord plan{.stepsPerEpoch = 10, .totalSteps = 1'000'000, .epochs = 100'000};
        file->add(events::TextEvent{events::kPlanTag, 0, base::wallNow(), toText(plan)});
        for (std::int64_t step = 1; step <= steps; ++step)
            file->add(events::ScalarEvent{"batch_loss", step, base::wallNow(), 0.5, false});
        ASSERT_TRUE(file->flush());
    }
    std::int64_t storedPoints() {
        const auto series = store_->series(run_);
        return series->empty() ? 0 : series->front().count;
    }
    static std::vector<std::string> kinds(const std::vector<v1::RunEvent>& events) {
        std::vector<std::string> kinds;
        for (const v1::RunEvent& event : events) kinds.push_back(kindOf(event));
        return kinds;
    }

    TempHome tempHome_;
    const fs::path& folder_ = tempHome_.path();
    fs::path root_;
    std::unique_ptr<store::RunStore> store_;
    std::unique_ptr<node::DiskReserve> reserve_;
    RunListeners listeners_;
    std::string run_;
};

TEST_F(MetricsReaderTest, WhatIsReadIsStoredAndSaidOnce) {
    train(25);
    MetricsReader reader = this->reader();
    EXPECT_FALSE(reader.read({}).hasRead) << "where it begins is not known before start()";
    ASSERT_TRUE(reader.start());
    const MetricsNews news = reader.read({});
    // On a busy machine kInPart: storing them took longer than a turn.
    EXPECT_NE(news.read, Read::kNotStored);
    ASSERT_EQ(news.pieces.size(), 1u);
    EXPECT_TRUE(news.pieces.front().hasPlan);
    EXPECT_FALSE(news.pieces.front().points) << "nobody watches";
    EXPECT_THAT(kinds(news.pieces.front().told), ::testing::ElementsAre("step")) << "the first";
    ASSERT_TRUE(news.progress);
    EXPECT_EQ(news.progress->step(), 25);
    EXPECT_EQ(storedPoints(), 25);
    EXPECT_FALSE(reader.read({}).hasRead);
    MetricsReader next = this->reader();
    ASSERT_TRUE(next.start());
    EXPECT_FALSE(next.read({}).hasRead) << "the store knows how far they were read";
}

TEST_F(MetricsReaderTest, ThoseWhoWatchGetThePoints) {
    const auto watcher = std::make_shared<Watcher>();
    listeners_.add(run_, watcher);
    train(3);
    MetricsReader reader = this->reader();
    ASSERT_TRUE(reader.start());
    const MetricsNews news = reader.read({});
    ASSERT_EQ(news.pieces.size(), 1u);
    EXPECT_TRUE(news.pieces.front().points);
}

class ReportedTwice : public MetricsReaderTest {
  protected:
    void SetUp() override {
        MetricsReaderTest::SetUp();
        spec::TaskPlan chief;
        chief.role = "worker";
        chief.isChief = true;
        v1::RunSpec spec;
        spec.add_command("train");
        reader_ = std::make_unique<MetricsReader>(
            MetricsReader::Shared{*store_, *reserve_, listeners_}, run_, RunFolder{root_}, AttemptPlan{},
            SpoolReader(root_, run_, 1, CommandFiles(RunFolder{root_}, spec, {chief}),
                        [](const std::string&, int) { return std::string(); }),
            nullptr, MetricsReader::Machines{{chief.id(), "local"}});
        ASSERT_TRUE(reader_->start());
        auto file = events::EventFileWriter::create(chiefs());
        ASSERT_TRUE(file) << file.error().describe();
        file_.emplace(std::move(*file));
    }
    /// What is said when a program has reported that file.
    std::vector<std::string> report(const std::string& name, std::int64_t step) {
        file_->add(events::TextEvent{
            events::kClientTag, step, base::wallNow(),
            nlohmann::json{{"checkpoint", (folder_ / name).string()}, {"bytes", 1}}.dump()});
        EXPECT_TRUE(file_->flush());
        std::vector<std::string> warned;
        for (const auto& [code, message] : reader_->read({.isAtEnd = true}).warnings)
            warned.push_back(code + ": " + message.text());
        return warned;
    }
    void write(const std::string& name) const {
        ASSERT_TRUE(std::ofstream(folder_ / name, std::ios::trunc) << name);
    }
    std::unique_ptr<MetricsReader> reader_;
    std::optional<events::EventFileWriter> file_;
};

TEST_F(ReportedTwice, WhatIsWrittenOverInPlaceIsWarnedOfOnce) {
    for (int step = 1; step <= 3; ++step) {
        write("model.pt");
        const auto warned = report("model.pt", step);
        ASSERT_EQ(warned.size(), step == 2 ? 1u : 0u) << step;
        for (const std::string& one : warned)
            EXPECT_THAT(one, ::testing::StartsWith("checkpoint.overwritten: "));
    }
}

TEST_F(ReportedTwice, WhatIsReplacedAsAWholeOrHasAnotherIsNot) {
    for (int step = 1; step <= 3; ++step) {
        write("beside");
        fs::rename(folder_ / "beside", folder_ / "model.pt");
        EXPECT_THAT(report("model.pt", step), ::testing::IsEmpty());
    }
    write("other.pt");
    EXPECT_THAT(report("other.pt", 4), ::testing::IsEmpty());
    write("model.pt");
    EXPECT_THAT(report("model.pt", 5), ::testing::IsEmpty());
}

/// The files of another machine arrive one by one.
TEST_F(MetricsReaderTest, APointHasItsEpochWhicheverFileIsReadFirst) {
    spec::TaskPlan chief, other;
    chief.role = other.role = "worker";
    chief.isChief = true;
    other.index = 1;
    fs::create_directories(root_ / "events/tasks/worker-1/train");
    fs::create_directories(root_ / "events/tasks/worker-1/validation");
    MetricsReader reader{{*store_, *reserve_, listeners_},
                         run_,
                         RunFolder{root_},
                         {},
                         SpoolReader(root_, run_, 1, {chief, other}),
                         nullptr,
                         std::nullopt};
    ASSERT_TRUE(reader.start());
    const auto write = [&](const char* task) {
        auto file = events::EventFileWriter::create(root_ / "events/tasks" / task / "train");
        ASSERT_TRUE(file) << file.error().describe();
        file->add(events::TextEvent{events::kPlanTag, 0, base::wallNow(),
                                    toText(events::PlanRecord{.stepsPerEpoch = 10, .epochs = 9})});
        file->add(events::ScalarEvent{"batch_loss", 25, base::wallNow(), 0.5, false});
        ASSERT_TRUE(file->flush());
    };
    for (const char* task : {"worker-1", "worker-0"}) {
        write(task);
        reader.read({});
    }
    for (const char* task : {"worker:1", "worker:0"}) {
        const auto found = store_->query(run_, task, "train", "batch_loss", 0, 100, 10);
        ASSERT_TRUE(found && found->attempts.size() == 1u) << task;
        EXPECT_EQ(found->attempts.front().points.front().epoch, 2) << task;
    }
}

/// Its last step is said with the rest, whether or not it is due.
TEST_F(MetricsReaderTest, TheEndIsReadInPartsAndSaysTheLastStep) {
    constexpr std::int64_t kSteps = 150'000;
    train(kSteps);
    MetricsReader reader = this->reader();
    ASSERT_TRUE(reader.start());
    int turns = 0;
    std::int64_t told = 0;
    MetricsNews news;
    do {
        news = reader.read({.isAtEnd = true});
        ++turns;
        for (const v1::RunEvent& step : news.steps) told = step.step().step();
    } while (news.read == Read::kInPart);
    EXPECT_GT(turns, 1) << "others have their turn";
    EXPECT_EQ(news.read, Read::kAll);
    EXPECT_EQ(told, kSteps);
    EXPECT_EQ(storedPoints(), kSteps);
}

TEST_F(MetricsReaderTest, WhatAFullDiskRefusesIsReadAgain) {
    train(5);
    MetricsReader reader = this->reader();
    ASSERT_TRUE(reader.start());
    {
        const FullDisk full;
        const MetricsNews news = reader.read({});
        EXPECT_EQ(news.read, Read::kNotStored);
        EXPECT_TRUE(news.behind);
        EXPECT_TRUE(news.pieces.empty());
    }
    const MetricsNews news = reader.read({});
    EXPECT_NE(news.read, Read::kNotStored) << "kInPart on a busy machine";
    EXPECT_EQ(news.progress->step(), 5);
    EXPECT_EQ(storedPoints(), 5);
}

TEST_F(MetricsReaderTest, AMissingFolderIsNamed) {
    MetricsReader reader = this->reader();
    ASSERT_TRUE(reader.start());
    EXPECT_FALSE(reader.read({}).missing);
    fs::remove_all(chiefs() / "validation");
    EXPECT_EQ(reader.read({}).missing, chiefs() / "validation");
}

/// Such as lost+found of a disk. As root, who may read everything, looked for as nobody.
TEST_F(MetricsReaderTest, AFolderThatMayNotBeReadIsNotWatched) {
    const fs::path logs = folder_ / "logs";
    fs::create_directories(logs / "lost+found");
    v1::RunSpec spec;
    spec.add_command("x");
    spec.set_logdir(logs);
    spec::TaskPlan task;
    task.role = "worker";
    task.isChief = true;
    const auto start = [&] {
        MetricsReader reader{{*store_, *reserve_, listeners_},
                             run_,
                             RunFolder{root_},
                             {},
                             SpoolReader(root_, run_, 1, CommandFiles({root_}, spec, {task}),
                                         [](const std::string&, int) { return ""; }),
                             nullptr,
                             MetricsReader::Machines{}};
        const AsNobody nobody;
        const auto started = reader.start();
        return started ? std::string() : started.error().message.text();
    };
    for (const fs::path& folder : {folder_, root_.parent_path(), root_, root_ / "logs", logs})
        fs::permissions(folder, fs::perms(0777));
    for (const auto& entry : fs::directory_iterator(folder_))  // the store's
        if (entry.is_regular_file()) fs::permissions(entry.path(), fs::perms(0666));
    fs::permissions(logs / "lost+found", fs::perms(0));
    EXPECT_EQ(start(), "");
    fs::permissions(logs, fs::perms(0));
    EXPECT_THAT(start(), ::testing::HasSubstr("cannot watch " + logs.string()));
    fs::permissions(logs, fs::perms(0700));
}

TEST_F(MetricsReaderTest, TheNotifierSpeaksOfLogsAndMetrics) {
    MetricsReader reader = this->reader();
    const auto opened = reader.start();
    ASSERT_TRUE(opened) << opened.error().describe();
    EXPECT_GE(opened->notifier, 0);
    EXPECT_FALSE(reader.read({.isNotified = true}).hasLogGrown);
    train(1);
    EXPECT_FALSE(reader.read({.isNotified = true, .isHeld = true}).hasRead) << "its start is not published";
    ASSERT_TRUE(events::EventFileWriter::create(root_ / "logs"));
    const MetricsNews news = reader.read({.isNotified = true});
    EXPECT_TRUE(news.hasLogGrown);
    EXPECT_TRUE(news.hasRead);
}

/// As the next agent does.
TEST_F(MetricsReaderTest, AnotherReaderKnowsWhatTheFirstHadRead) {
    train(12);
    MetricsReader first = this->reader();
    ASSERT_TRUE(first.start());
    ASSERT_TRUE(first.read({}).hasRead);
    MetricsReader second = this->reader();
    second.readPast();
    const auto opened = second.resume(0, {});
    ASSERT_TRUE(opened) << opened.error().describe();
    EXPECT_EQ(opened->progress.step(), 12);
    EXPECT_TRUE(opened->progress.plan());
    EXPECT_TRUE(second.read({}).pieces.empty());
}

}  // namespace
}  // namespace trainyard::control
