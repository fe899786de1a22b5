// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/control/metrics/metric_sources.h"
#include "core/control/metrics/spool_reader.h"
#include "tests/support/temp_home.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;

class SpoolReaderTest : public ::testing::Test {
  protected:
    void SetUp() override {
        for (int i = 0; i < 2; ++i) {
            spec::TaskPlan task;
            task.role = "worker";
            task.index = i;
            task.isChief = i == 1;  // not the first, so that the order is seen
            tasks_.push_back(task);
        }
    }
    SpoolReader spool() { return SpoolReader(folder_, "r", 1, tasks_); }
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

    TempHome tempHome_;
    const fs::path& folder_ = tempHome_.path();
    std::vector<spec::TaskPlan> tasks_;
};

TEST_F(SpoolReaderTest, ReadsTheChiefFirstAndEachEventOnce) {
    auto other = writer("worker-0"), chief = writer("worker-1");
    write(other, "batch_loss", 1);
    write(chief, "batch_loss", 1);
    SpoolReader spool = this->spool();
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

TEST_F(SpoolReaderTest, APieceGivenBackComesAgain) {
    auto chief = writer("worker-1");
    write(chief, "batch_loss", 1);
    SpoolReader spool = this->spool();
    const auto piece = spool.next();
    ASSERT_TRUE(piece);
    spool.back(*piece);
    const auto again = spool.next();
    ASSERT_TRUE(again);
    EXPECT_EQ(again->events.size(), piece->events.size());
    EXPECT_EQ(again->to.offset, piece->to.offset);
}

TEST_F(SpoolReaderTest, ResumesFromStoredOffsetsAndKnowsItsPast) {
    auto chief = writer("worker-1");
    write(chief, "batch_loss", 1);
    write(chief, "batch_loss", 2);
    SpoolReader former = spool();
    const auto piece = former.next();
    ASSERT_TRUE(piece);
    write(chief, "batch_loss", 3);
    SpoolReader successor = spool();
    successor.seek({piece->to});
    const auto past = successor.chiefsPast();
    ASSERT_TRUE(past);
    EXPECT_EQ(past->size(), 2u) << "no more than was stored";
    const auto rest = successor.next();
    ASSERT_TRUE(rest);
    ASSERT_EQ(rest->events.size(), 1u);
    EXPECT_EQ(std::get<events::ScalarEvent>(rest->events[0]).step, 3);
}

TEST_F(SpoolReaderTest, ADamagedFileIsAbandonedOnceAndTheOthersContinue) {
    auto chief = writer("worker-1"), other = writer("worker-0");
    write(other, "batch_loss", 1);
    std::ofstream(chief.path(), std::ios::app) << std::string(64, 'x');
    SpoolReader spool = this->spool();
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

TEST_F(SpoolReaderTest, TagsBecomeSafeText) {
    auto chief = writer("worker-1");
    write(chief, "loss\xff\x1b[31m", 1);
    SpoolReader spool = this->spool();
    const auto piece = spool.next();
    ASSERT_TRUE(piece);
    EXPECT_EQ(std::get<events::ScalarEvent>(piece->events[0]).tag, "loss\\xff\\x1b[31m");
}

TEST_F(SpoolReaderTest, PointsAreSortedBySeriesAndPlacedIntoEpochs) {
    auto chief = writer("worker-1");
    for (int step = 1; step <= 4; ++step) write(chief, step % 2 ? "b" : "a", step);
    SpoolReader spool = this->spool();
    const auto piece = spool.next();
    ASSERT_TRUE(piece);
    const auto series = pointsOf(*piece, 1, events::PlanRecord{.stepsPerEpoch = 2});
    ASSERT_EQ(series.size(), 2u);
    EXPECT_EQ(series[0].tag, "a");
    ASSERT_EQ(series[0].points.size(), 2u);
    EXPECT_EQ(series[0].points[0].epoch, 0);
    EXPECT_EQ(series[0].points[1].epoch, 1);
}

TEST_F(SpoolReaderTest, TagsInAnyOrderAreEachTheirOwnSeries) {
    SpoolPiece piece{"worker:0", "train", true, {}, {}, {}};
    // In step 1 all, then some are left out, come twice, or in another order; "a" is in two splits.
    const std::vector<std::pair<std::string, std::string>> logged{
        {"a", "train"}, {"b", "train"}, {"a", "validation"}, {"c", "train"},
        {"b", "train"}, {"c", "train"}, {"c", "train"},      {"a", "validation"},
        {"a", "train"}, {"d", "train"}, {"a", "train"},      {"b", "train"}};
    for (const auto& [tag, split] : logged) {
        piece.events.emplace_back(
            events::ScalarEvent{tag, static_cast<std::int64_t>(piece.events.size()), 0, 0});
        piece.splits.push_back(split);
    }
    std::vector<std::string> found;
    for (const store::SeriesPoints& series : pointsOf(piece, 1, std::nullopt)) {
        std::string steps;
        for (const store::Point& point : series.points) steps += " " + std::to_string(point.step);
        found.push_back(series.tag + " " + series.split + ":" + steps);
    }
    EXPECT_EQ(found, (std::vector<std::string>{"a train: 0 8 10", "a validation: 2 7", "b train: 1 4 11",
                                               "c train: 3 5 6", "d train: 9"}));
}

// ---- A command run: the tasks decide which folders and files there are

class CommandSpoolReaderTest : public SpoolReaderTest {
  protected:
    SpoolReader commandSpool(const std::string& logdir, int attempt = 1) {
        v1::RunSpec spec;
        spec.add_command("x");
        spec.set_logdir(logdir);
        return SpoolReader(folder_, "r", attempt, CommandFiles({folder_}, spec, tasks_),
                           [](const std::string& node, int pid) {
                               return node == "local" && pid == ::getpid() ? "worker:0" : "";
                           });
    }
    /// "task split tag" of everything that is there.
    static std::vector<std::string> readAll(SpoolReader& spool) {
        std::vector<std::string> found;
        spool.scan();
        while (const auto piece = spool.next())
            for (const events::Event& event : piece->events)
                found.push_back(piece->task + " " + piece->split + " " +
                                std::get<events::ScalarEvent>(event).tag);
        std::ranges::sort(found);
        return found;
    }
    static void make(const SpoolReader& spool) {
        for (const fs::path& folder : spool.foldersToMake()) fs::create_directories(folder);
    }
    static void writeIn(const fs::path& folder, const std::string& tag) {
        auto made = events::EventFileWriter::create(folder);
        ASSERT_TRUE(made);
        write(*made, tag, 1);
    }
};

TEST_F(CommandSpoolReaderTest, FoldersBelowATasksOwnNameItsSplitsAndTags) {
    SpoolReader spool = commandSpool("");
    make(spool);
    writeIn(folder_ / "events/tasks/worker-1", "loss");
    writeIn(folder_ / "events/tasks/worker-1/validation", "loss");
    writeIn(folder_ / "events/tasks/worker-0/runs/today/val", "loss");
    EXPECT_EQ(readAll(spool), (std::vector<std::string>{"worker:0 validation runs/today/loss",
                                                        "worker:1 train loss", "worker:1 validation loss"}));
    writeIn(folder_ / "events/tasks/worker-0/new", "x");
    EXPECT_EQ(readAll(spool), std::vector<std::string>{"worker:0 train new/x"});
}

TEST_F(CommandSpoolReaderTest, AFileInAFolderOfAllTasksIsItsWritersOrTheChiefs) {
    SpoolReader spool = commandSpool(folder_ / "logs");
    make(spool);
    writeIn(folder_ / "logs", "mine");
    writeIn(folder_ / "logs/other", "someones");
    const fs::path file = events::eventFilesIn(folder_ / "logs/other").front();
    fs::rename(file, file.parent_path() / "events.out.tfevents.1700000000.a.host.1.0.v2");
    EXPECT_EQ(readAll(spool),
              (std::vector<std::string>{"worker:0 train mine", "worker:1 train other/someones"}));
}

TEST_F(CommandSpoolReaderTest, FilesOfOtherMachinesAreTheirTasks) {
    tasks_[0].node = "far";
    SpoolReader spool = commandSpool(folder_ / "logs");
    make(spool);
    const fs::path theirs = folder_ / "events/nodes/far/a", ours = folder_ / "logs";
    writeIn(theirs, "theirs");
    writeIn(ours, "ours");
    for (const fs::path& folder : {theirs, ours}) {  // by a process that is none of the tasks
        const fs::path file = events::eventFilesIn(folder).front();
        fs::rename(file, file.parent_path() / "events.out.tfevents.1700000000.a.host.1.0");
    }
    EXPECT_EQ(readAll(spool), (std::vector<std::string>{"worker:0 train a/theirs", "worker:1 train ours"}));
}

TEST_F(CommandSpoolReaderTest, AFileThatMachinesShareIsReadOnce) {
    tasks_[0].node = "far";
    const auto copy = [&] {
        fs::copy(folder_ / "logs", folder_ / "events/nodes/far",
                 fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    };
    SpoolReader spool = commandSpool(folder_ / "logs");
    make(spool);
    writeIn(folder_ / "logs/a", "x");
    EXPECT_EQ(readAll(spool), std::vector<std::string>{"worker:0 train a/x"});
    copy();
    EXPECT_TRUE(readAll(spool).empty());
    const std::string name = (folder_ / "logs/a").lexically_relative(folder_) /
                             events::eventFilesIn(folder_ / "logs/a").front().filename();
    SpoolReader successor = commandSpool(folder_ / "logs");
    successor.seek({{"r", name, 1u << 20, 1, "worker:1"}});
    fs::remove_all(folder_ / "logs/a");
    EXPECT_TRUE(readAll(successor).empty()) << "by a later agent";
}

/// A writer that rotates its files: the next one begins, and the one before is removed.
TEST_F(CommandSpoolReaderTest, AFileThatWasRotatedAwayIsReadToItsEnd) {
    const fs::path logs = folder_ / "logs/a";
    SpoolReader spool = commandSpool(folder_ / "logs");
    make(spool);
    auto first = events::EventFileWriter::create(logs);
    ASSERT_TRUE(first);
    write(*first, "early", 1);
    EXPECT_EQ(readAll(spool), std::vector<std::string>{"worker:0 train a/early"});
    write(*first, "late", 2);  // not read yet when the file is removed
    auto second = events::EventFileWriter::create(logs);
    ASSERT_TRUE(second);
    write(*second, "next", 3);
    fs::remove(first->path());
    spool.touch(logs);
    EXPECT_EQ(readAll(spool), (std::vector<std::string>{"worker:0 train a/late", "worker:0 train a/next"}));
    write(*second, "last", 4);
    spool.touch(logs);
    EXPECT_EQ(readAll(spool), std::vector<std::string>{"worker:0 train a/last"});
    int removed = 0;
    for (const auto& fd : fs::directory_iterator("/proc/self/fd")) {
        std::error_code closed;
        const std::string target = fs::read_symlink(fd.path(), closed).string();
        removed += target.starts_with(logs.string()) && target.ends_with(" (deleted)");
    }
    EXPECT_EQ(removed, 1) << "the writer's own: its space is free once it is closed";
}

TEST_F(CommandSpoolReaderTest, WhatWasThereBeforeIsNotTheRuns) {
    writeIn(folder_ / "logs/old", "old");
    SpoolReader spool = commandSpool(folder_ / "logs");
    const auto skipped = spool.skipForeign();
    ASSERT_EQ(skipped.size(), 1u);
    EXPECT_EQ(skipped[0].attempt, 0);
    writeIn(folder_ / "logs/new", "new");
    EXPECT_EQ(readAll(spool), std::vector<std::string>{"worker:0 train new/new"});
    SpoolReader successor = commandSpool(folder_ / "logs");
    successor.seek(skipped);
    EXPECT_EQ(readAll(successor), std::vector<std::string>{"worker:0 train new/new"}) << "by a later agent";
}

TEST_F(CommandSpoolReaderTest, OfFoldersThatAreMadeOnlyTheNewOnesAreLookedInto) {
    SpoolReader spool = commandSpool("");
    make(spool);
    const fs::path top = folder_ / "events/tasks/worker-1";
    EXPECT_TRUE(readAll(spool).empty());
    writeIn(top / "a/b", "x");
    writeIn(top / "other", "y");
    EXPECT_EQ(spool.scanFolder(top / "a"), (std::vector<fs::path>{top / "a", top / "a/b"}));
    EXPECT_TRUE(spool.scanFolder(top / "a").empty()) << "they are known";
    EXPECT_TRUE(spool.scanFolder(folder_ / "events").empty()) << "not a task's";
    EXPECT_TRUE(spool.scanFolder(top / "absent").empty());
    fs::create_directory_symlink(top / "other", top / "link");
    EXPECT_TRUE(spool.scanFolder(top / "link").empty());
    const auto piece = spool.next();
    ASSERT_TRUE(piece);
    EXPECT_EQ(std::get<events::ScalarEvent>(piece->events[0]).tag, "a/b/x");
    EXPECT_FALSE(spool.next());
}

TEST_F(CommandSpoolReaderTest, OutputIsReadBesideTheEventFilesAndFromItsOffset) {
    v1::RunSpec spec;
    spec.add_command("x");
    auto& pattern = *spec.add_metrics()->mutable_fields();
    pattern["regex"].set_string_value(R"((?P<loss>[0-9.]+) (?P<val_loss>[0-9.]+))");
    (*spec.add_metrics()->mutable_fields())["format"].set_string_value("keras");
    const auto open = [&] {
        return SpoolReader(folder_, "r", 2, CommandFiles({folder_}, spec, tasks_),
                           [](const std::string&, int) { return ""; });
    };
    fs::create_directories(folder_ / "logs");
    const auto print = [&](const std::string& text) {
        std::ofstream(folder_ / "logs/worker-1.a2.log", std::ios::app) << text;
    };
    std::ofstream(folder_ / "logs/worker-1.a1.log") << "9 9\n";
    std::ofstream(folder_ / "logs/worker-0.a2.log") << "8 8\n";
    SpoolReader spool = open();
    EXPECT_FALSE(spool.next());
    print("4 5\n2 3\n1 ");
    EXPECT_FALSE(spool.next()) << "nothing was reported";
    spool.touch(folder_ / "logs");
    auto piece = spool.next();
    ASSERT_TRUE(piece);
    EXPECT_EQ(piece->task, "worker:1");
    EXPECT_EQ(piece->from.file, "logs/worker-1.a2.log");
    ASSERT_EQ(piece->patterns.size(), 1u) << "Keras' format has found nothing";
    EXPECT_EQ(piece->patterns[0].regex, pattern["regex"].string_value());
    spool.back(*piece);
    piece = spool.next();
    ASSERT_TRUE(piece) << "it could not be stored";
    const auto series = pointsOf(*piece, 2, {});
    ASSERT_EQ(series.size(), 2u);
    EXPECT_EQ(series[0].split + series[1].split, "trainvalidation");
    EXPECT_EQ(series[1].tag, "loss");
    EXPECT_EQ(series[1].points.size(), 2u);
    EXPECT_FALSE(spool.next());
    SpoolReader successor = open();
    successor.seek({piece->to});
    EXPECT_FALSE(successor.next()) << "half a line";
    print("2\n");
    successor.touch({});
    piece = successor.next();
    ASSERT_TRUE(piece);
    ASSERT_EQ(piece->events.size(), 2u);
    EXPECT_EQ(std::get<events::ScalarEvent>(piece->events[0]).step, 3) << "the third match";
}

TEST_F(CommandSpoolReaderTest, WhereMetricsAreFoundIsNewsOnce) {
    const auto names = [](const std::vector<v1::MetricsFound>& found) {
        std::vector<std::string> names;
        for (const v1::MetricsFound& one : found)
            names.push_back(one.task() + '|' + one.format() + '|' + one.regex());
        return names;
    };
    const auto piece = [](const char* task, std::vector<spec::OutputPattern> patterns) {
        SpoolPiece made{task, "train", false, {}, {}, {events::ScalarEvent{"loss", 1, 0, 0.5}}};
        made.patterns = std::move(patterns);
        return made;
    };
    MetricSources sources;
    v1::MetricsFound before;
    before.set_task("worker:1");
    sources.know(before);
    EXPECT_EQ(names(sources.take(piece("worker:0", {}))), std::vector<std::string>{"worker:0||"});
    EXPECT_EQ(names(sources.take(piece("worker:1", {}))), std::vector<std::string>()) << "known";
    const spec::OutputPattern keras{.format = "keras"}, regex{.regex = "x"};
    EXPECT_EQ(names(sources.take(piece("worker:0", {keras}))), std::vector<std::string>{"worker:0|keras|"});
    EXPECT_EQ(names(sources.take(piece("worker:0", {keras, regex}))),
              std::vector<std::string>{"worker:0||x"});
    SpoolPiece noScalar = piece("ps:0", {});
    noScalar.events = {events::TextEvent{}};
    EXPECT_EQ(names(sources.take(noScalar)), std::vector<std::string>());
}

TEST_F(CommandSpoolReaderTest, OutputInWhichNothingIsFoundIsReportedOnce) {
    v1::RunSpec spec;
    spec.add_command("x");
    (*spec.add_metrics()->mutable_fields())["format"].set_string_value("keras");
    SpoolReader spool(folder_, "r", 1, CommandFiles({folder_}, spec, tasks_),
                      [](const std::string&, int) { return ""; });
    fs::create_directories(folder_ / "logs");
    const auto print = [&](int lines) {
        std::ofstream log(folder_ / "logs/worker-1.a1.log", std::ios::app);
        for (int i = 0; i < lines; ++i) log << "loss " << i << "\n";
    };
    const auto reported = [&] {
        spool.touch({});
        while (spool.next()) {}
        return spool.takeErrors().size();
    };
    print(999);
    EXPECT_EQ(reported(), 0u);
    print(1);
    EXPECT_EQ(reported(), 1u);
    print(1000);
    spool.endOutput();
    EXPECT_EQ(reported(), 0u);
}

TEST_F(CommandSpoolReaderTest, AFolderIsReadAgainOnceItWasTouched) {
    SpoolReader spool = commandSpool("");
    make(spool);
    const fs::path folder = folder_ / "events/tasks/worker-1";
    EXPECT_TRUE(readAll(spool).empty());
    writeIn(folder, "loss");
    EXPECT_TRUE(readAll(spool).empty());
    spool.touch(folder);
    EXPECT_EQ(readAll(spool).size(), 1u);
    fs::remove_all(folder);
    EXPECT_FALSE(spool.missing()) << "a program may do with its logs as it likes";
    fs::remove_all(folder_);
    EXPECT_TRUE(spool.missing());
}

}  // namespace
}  // namespace trainyard::control
