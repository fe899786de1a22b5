// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <variant>

#include "core/control/import/log_import.h"
#include "core/control/runs/run_row.h"
#include "core/events/event_file.h"
#include "core/events/spool.h"
#include "tests/support/temp_home.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;

class LogImportTest : public ::testing::Test {
  protected:
    void SetUp() override {
        auto store = store::RunStore::open(folder_ / "trainyard.db");
        ASSERT_TRUE(store) << store.error().describe();
        store_ = std::move(*store);
    }
    void TearDown() override { store_.reset(); }
    /// One file of `tag`: one point per step, one second apart, starting at `begin`.
    fs::path log(const std::string& path, const std::string& tag, std::int64_t first, std::int64_t last,
                 double begin) {
        auto writer = events::EventFileWriter::create(folder_ / "scratch");
        EXPECT_TRUE(writer);
        for (std::int64_t step = first; step <= last; ++step)
            writer->add(events::ScalarEvent{tag, step, begin + double(step - first), double(step), false});
        EXPECT_TRUE(writer->flush());
        const fs::path target = folder_ / "logs" / path;
        fs::create_directories(target.parent_path());
        fs::rename(writer->path(), target);
        return target;
    }
    v1::ImportedRun read(const OnLogBytes& onBytes = [](std::uint64_t, bool) { return true; }) {
        return read("logs", onBytes);
    }
    v1::ImportedRun read(
        const fs::path& log, const OnLogBytes& onBytes = [](std::uint64_t, bool) { return true; }) {
        const auto found = events::findLogs(folder_ / log, [] { return false; });
        EXPECT_TRUE(found) << found.error().describe();
        EXPECT_EQ(found->runs.size(), 1u);
        auto run =
            LogImport(*store_, listeners_, writesAgainWithin_).read(found->runs.front(), "test", onBytes);
        if (!run) {
            failure_ = run.error().code;
            return {};
        }
        return std::move(*run);
    }
    /// "attempt task split tag first-last" of every curve.
    std::vector<std::string> curves(const std::string& run) {
        std::vector<std::string> lines;
        const auto visited =
            store_->forEachChunk(run, "", [&](const store::SeriesPoints& chunk) -> base::Status {
                lines.push_back(std::to_string(chunk.attempt) + " " + chunk.task + " " + chunk.split + " " +
                                chunk.tag + " " + std::to_string(chunk.points.front().step) + "-" +
                                std::to_string(chunk.points.back().step));
                return {};
            });
        EXPECT_TRUE(visited);
        return lines;
    }
    using Lines = std::vector<std::string>;

    TempHome tempHome_;
    const fs::path& folder_ = tempHome_.path();
    std::unique_ptr<store::RunStore> store_;
    RunListeners listeners_;
    std::optional<base::Code> failure_;
    std::chrono::milliseconds writesAgainWithin_ = kWritesAgainWithin;
};

TEST_F(LogImportTest, KeepsImagesHistogramsAndTextsBesidePoints) {
    auto writer = events::EventFileWriter::create(folder_ / "logs/validation");
    ASSERT_TRUE(writer);
    const auto media = [](events::MediaKind kind, std::string data) {
        return std::make_shared<const events::Media>(events::Media{kind, 0, std::move(data), {}});
    };
    const double bucket[] = {-1, 1, 20};
    const std::string png = "\x89PNG\r\n\x1a\n rest";
    for (int step = 1; step <= 3; ++step) {
        writer->add(events::ScalarEvent{"epoch_loss", step, 1000.0 + step, 0.5, false});
        writer->add(events::MediaEvent{"input", step, 1000.0 + step, media(events::MediaKind::kImages, png)});
        writer->add(events::MediaEvent{
            "dense/kernel", step, 1000.0 + step,
            media(events::MediaKind::kHistograms, {reinterpret_cast<const char*>(bucket), sizeof bucket})});
    }
    writer->add(events::TextEvent{"notes", 3, 1003, "hello"});
    writer->add(events::MediaEvent{"vector", 3, 1003, media(events::MediaKind::kImages, "no image")});
    ASSERT_TRUE(writer->flush());
    const v1::ImportedRun run = read();
    EXPECT_EQ(run.points(), 3);
    EXPECT_EQ(run.media(), 7);
    ASSERT_EQ(run.problems_size(), 1);
    EXPECT_EQ(run.problems(0).code(), "media.left_out");
    EXPECT_EQ(run.problems(0).message(),
              "vector at step 3 is left out: an image that is neither PNG, JPEG nor GIF");
    const auto series = store_->mediaSeries(run.run());
    ASSERT_TRUE(series);
    ASSERT_EQ(series->size(), 3u);
    EXPECT_EQ((*series)[0].tag, "dense/kernel");
    EXPECT_EQ((*series)[0].split, "validation");
    EXPECT_EQ((*series)[0].task, "writer:0");
    EXPECT_EQ((*series)[1].kind, "images");
    EXPECT_EQ((*series)[1].kept, 3);
    const auto items = store_->media({.run = run.run(), .hasData = true});
    ASSERT_TRUE(items);
    ASSERT_EQ(items->size(), 7u);
    EXPECT_EQ((*items)[0].data, png);
    EXPECT_EQ(read().media(), 0) << "read once";

    // A store that has lost everything reads it again from the logs.
    const auto row = store_->run(run.run());
    ASSERT_TRUE(row && *row);
    store_.reset();
    for (const char* file : {"trainyard.db", "trainyard.db-wal", "trainyard.db-shm"})
        fs::remove(folder_ / file);
    store_ = std::move(*store::RunStore::open(folder_ / "trainyard.db"));
    ASSERT_TRUE(store_->restoreRun(run.run()));
    ASSERT_TRUE(LogImport(*store_, listeners_).readAgain(**row, {}));
    EXPECT_EQ(store_->media({.run = run.run()})->size(), 7u);
}

TEST_F(LogImportTest, ALogOfImagesAloneIsARun) {
    auto writer = events::EventFileWriter::create(folder_ / "logs");
    ASSERT_TRUE(writer);
    const events::Media image{events::MediaKind::kImages, 0, "\x89PNG\r\n\x1a\n rest", {}};
    writer->add(events::MediaEvent{"input", 1, 1000, std::make_shared<const events::Media>(image)});
    ASSERT_TRUE(writer->flush());
    const v1::ImportedRun run = read();
    EXPECT_EQ(run.run(), "logs-1");
    EXPECT_EQ(run.media(), 1);
    EXPECT_EQ(run.points(), 0);
}

TEST_F(LogImportTest, MakesARunOfAFolderAndReadsOnInIt) {
    log("train/events.out.tfevents.1000.h.1.0", "epoch_loss", 0, 3, 1000);
    log("validation/events.out.tfevents.1001.h.1.1", "epoch_loss", 0, 3, 1000.5);
    const v1::ImportedRun first = read();
    EXPECT_EQ(first.run(), "logs-1");
    EXPECT_TRUE(first.is_new());
    EXPECT_EQ(first.points(), 8);
    EXPECT_EQ(first.series(), 2);
    EXPECT_EQ(curves("logs-1"),
              (Lines{"1 writer:0 train epoch_loss 0-3", "1 writer:0 validation epoch_loss 0-3"}));
    const auto row = store_->run("logs-1");
    ASSERT_TRUE(row && *row);
    EXPECT_EQ((*row)->status, "imported");
    EXPECT_EQ((*row)->dir, (folder_ / "logs").string());
    EXPECT_EQ((*row)->metricsJson, R"({"loss":3.0,"val_loss":3.0})");
    EXPECT_DOUBLE_EQ((*row)->created, 1000);
    EXPECT_DOUBLE_EQ((*row)->ended, 1003.5);
    EXPECT_EQ((*row)->epoch, 3);
    EXPECT_TRUE(fs::is_empty(folder_ / "scratch"));  // the logs are read and nothing else
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "logs"), {}), 2);

    const v1::ImportedRun again = read();
    EXPECT_EQ(again.run(), "logs-1");
    EXPECT_FALSE(again.is_new());
    EXPECT_EQ(again.points(), 0);

    // A log that grows.
    const fs::path more = log("more", "epoch_loss", 4, 5, 1004);
    std::ofstream(folder_ / "logs/train/events.out.tfevents.1000.h.1.0", std::ios::app | std::ios::binary)
        << std::ifstream(more, std::ios::binary).rdbuf();
    fs::remove(more);
    EXPECT_EQ(read().points(), 2);
    EXPECT_EQ(curves("logs-1").front(), "1 writer:0 train epoch_loss 0-5");
}

TEST_F(LogImportTest, AProgramThatWasStartedAgainIsAnAttempt) {
    log("train/events.out.tfevents.1000.h.1.0", "loss", 1, 100, 1000);
    log("train/events.out.tfevents.1200.h.2.0", "loss", 51, 120, 1200);
    log("validation/events.out.tfevents.1210.h.2.1", "loss", 100, 100, 1210);
    const auto run = read();
    EXPECT_EQ(curves(run.run()), (Lines{"1 writer:0 train loss 1-100", "2 writer:0 train loss 51-120",
                                        "2 writer:0 validation loss 100-100"}));
    // It continued where it was, without repeating a step: the same line.
    log("train/events.out.tfevents.1400.h.3.0", "loss", 121, 130, 1400);
    read();
    EXPECT_EQ(curves(run.run())[1], "2 writer:0 train loss 51-130");
    // And a third beginning, seen by a later call.
    log("train/events.out.tfevents.1500.h.4.0", "loss", 91, 95, 1500);
    read();
    const auto row = store_->run(run.run());
    EXPECT_EQ((*row)->attempts, 3);
}

TEST_F(LogImportTest, ProcessesThatWriteSideBySideAreNotAttempts) {
    log("events.out.tfevents.1000.a.1.0", "loss", 1, 50, 1000);
    log("events.out.tfevents.1001.b.2.0", "loss", 1, 50, 1001);
    EXPECT_EQ(curves(read().run()), (Lines{"1 writer:0 train loss 1-50", "1 writer:1 train loss 1-50"}));
}

TEST_F(LogImportTest, ReportsADamagedFileAndReadsTheOthers) {
    const fs::path bad = log("a/events.out.tfevents.1000.h.1.0", "loss", 1, 50, 1000);
    fs::remove_all(folder_ / "logs/a");
    const fs::path file = log("events.out.tfevents.1000.h.1.0", "loss", 1, 50, 1000);
    log("events.out.tfevents.1100.h.1.1", "val_loss", 50, 50, 1100);
    std::fstream(file, std::ios::in | std::ios::out | std::ios::binary).seekp(700).put('\xff').put('\xff');
    const auto run = read();
    ASSERT_EQ(run.problems_size(), 1);
    EXPECT_EQ(run.problems(0).code(), "events.damaged");
    EXPECT_NE(run.problems(0).message().find(file.string()), std::string::npos);
    EXPECT_EQ(curves(run.run()).back(), "1 writer:0 validation loss 50-50");
}

TEST_F(LogImportTest, ALogThatWasWrittenOverIsTheNextAttempt) {
    fs::create_directories(folder_ / "logs");
    const auto writes = [&](std::string_view rows) {
        std::ofstream(folder_ / "logs/metrics.csv") << "step,loss\n" << rows;
        return read();
    };
    writes("1,0.5\n2,0.4\n3,0.3\n");
    // Just written: it may be one that is being written again as a whole.
    writesAgainWithin_ = std::chrono::hours(1);
    const auto torn = writes("1,0.5\n");
    EXPECT_EQ(torn.points(), 0);
    ASSERT_EQ(torn.problems_size(), 1);
    EXPECT_EQ(torn.problems(0).code(), "events.shrunk");
    const auto whole = writes("1,0.5\n2,0.4\n3,0.3\n4,0.2\n");
    EXPECT_EQ(whole.points(), 1);
    EXPECT_EQ(whole.problems_size(), 0);
    writesAgainWithin_ = std::chrono::milliseconds(0);
    const auto fewer = writes("1,0.9\n");
    EXPECT_EQ(fewer.points(), 1);
    EXPECT_EQ(fewer.problems_size(), 0) << fewer.problems(0).message();
    EXPECT_EQ(writes("1,0.9\n2,0.8\n").points(), 1) << "it continues";
    EXPECT_EQ(writes("").points(), 0) << "started, and nothing logged yet";
    EXPECT_EQ(writes("1,0.7\n2,0.6\n3,0.5\n4,0.4\n").points(), 4);
    EXPECT_EQ(curves(fewer.run()),
              (Lines{"1 writer:0 train loss 1-4", "2 writer:0 train loss 1-2", "3 writer:0 train loss 1-4"}));
    EXPECT_EQ((*store_->run(fewer.run()))->attempts, 3);
    // It was resumed, and repeats no step: the same line.
    writes("5,0.3\n6,0.2\n");
    EXPECT_EQ(curves(fewer.run()).back(), "3 writer:0 train loss 1-6");
    // Other rows each time: a table that is no log of what has been.
    v1::ImportedRun last;
    for (int i = 0; i < 40; ++i) last = writes("1," + std::to_string(i) + "\n");
    ASSERT_EQ(last.problems_size(), 1);
    EXPECT_EQ(last.problems(0).code(), "events.rewritten");
    EXPECT_LT((*store_->run(last.run()))->attempts, 40);
}

TEST_F(LogImportTest, TwoTagsThatWouldBeCalledAlikeKeepTheirNames) {
    log("events.out.tfevents.1000.h.1.0", "val/loss", 1, 2, 1000);
    log("events.out.tfevents.1001.h.1.1", "val_loss", 1, 2, 1000);
    EXPECT_EQ(curves(read().run()),
              (Lines{"1 writer:0 train val_loss 1-2", "1 writer:0 validation loss 1-2"}));
}

TEST_F(LogImportTest, AbandonedItKeepsWhatItHasAndResumesThere) {
    log("events.out.tfevents.1000.h.1.0", "loss", 1, 50, 1000);
    log("events.out.tfevents.2000.h.1.0", "other", 1, 50, 2000);
    read([](std::uint64_t, bool isFile) { return !isFile; });
    EXPECT_EQ(failure_, base::Code::kCancelled);
    EXPECT_EQ(read().points(), 50);
    EXPECT_EQ(curves("logs-1").size(), 2u);
}

TEST_F(LogImportTest, TimesAndNamesOfNoSense) {
    const double never = std::numeric_limits<double>::infinity();
    log("\xff\xfe/events.out.tfevents.inf.h.1.0", "\xff\n", -5, 5, never);
    const auto run = read();
    EXPECT_EQ(run.points(), 11);
    EXPECT_EQ(run.series(), 1);
    const auto row = store_->run(run.run());
    EXPECT_TRUE(std::isfinite((*row)->created) && std::isfinite((*row)->ended));
    EXPECT_TRUE(v1::RunSummary().ParseFromString(summaryOf(**row).SerializeAsString())) << "not UTF-8";
}

TEST_F(LogImportTest, WhatWasInTheTrashComesBack) {
    log("events.out.tfevents.1000.h.1.0", "loss", 1, 5, 1000);
    const auto run = read();
    auto row = store_->run(run.run());
    ASSERT_TRUE(store_->annotateRun(run.run(), {.note = "mine", .isTrashed = true}));
    EXPECT_TRUE(read().restored());
    row = store_->run(run.run());
    EXPECT_FALSE((*row)->isTrashed);
    EXPECT_EQ((*row)->note, "mine");
    EXPECT_FALSE(read().restored());
}

TEST_F(LogImportTest, AFileThatIsALogBecauseItIsNamedIsARunByItself) {
    fs::create_directories(folder_ / "logs");
    std::ofstream(folder_ / "logs/a.csv") << "step,loss\n1,0.5\n2,0.4\n";
    std::ofstream(folder_ / "logs/b.csv") << "step,loss\n1,0.9\n";
    std::ofstream(folder_ / "logs/metrics.csv") << "step,loss\n1,0.7\n";
    const auto a = read("logs/a.csv"), b = read("logs/b.csv"), of = read("logs/metrics.csv"), all = read();
    EXPECT_EQ(a.run(), "a-1");
    EXPECT_EQ(a.name(), "a");
    EXPECT_EQ(b.run(), "b-1");
    EXPECT_EQ(of.run(), "logs-1");
    EXPECT_EQ(all.run(), "logs-1") << "a search of the folder finds this one too";
    EXPECT_EQ(all.points(), 0);
    std::ofstream(folder_ / "logs/a.csv", std::ios::app) << "3,0.3\n";
    EXPECT_EQ(read("logs/a.csv").points(), 1);
    EXPECT_EQ(curves("a-1"), Lines{"1 writer:0 train loss 1-3"});
    EXPECT_EQ(curves("b-1"), Lines{"1 writer:0 train loss 1-1"});
}

/// As a worker that was started manually writes it: two attempts, of which the second one resumed.
class WorkersLog : public LogImportTest {
  protected:
    fs::path write(const std::string& name, const std::vector<events::Event>& events) {
        auto writer = events::EventFileWriter::create(folder_ / "scratch");
        EXPECT_TRUE(writer);
        for (const events::Event& event : events)
            std::visit([&](const auto& one) { writer->add(one); }, event);
        EXPECT_TRUE(writer->flush());
        const fs::path target = folder_ / "logs/events/tasks/worker-0" / name;
        fs::create_directories(target.parent_path());
        fs::rename(writer->path(), target);
        return target;
    }
    fs::path train(int attempt, std::int64_t from, std::int64_t stepsPerEpoch) {
        const events::PlanRecord plan{.attempt = attempt,
                                      .fromStep = from,
                                      .fromEpoch = static_cast<int>(from / 10),
                                      .stepsPerEpoch = stepsPerEpoch,
                                      .firstEpochEnd = from + stepsPerEpoch,
                                      .epochs = 9};
        return write("train/events.out.tfevents.100" + std::to_string(attempt) + ".a.host." +
                         std::to_string(70 + attempt) + ".0000",
                     {events::TextEvent{events::kPlanTag, from, 1000.0 + attempt, toText(plan)},
                      events::ScalarEvent{"epoch_loss", from + stepsPerEpoch, 1100.0 * attempt, 0.5, false}});
    }
    fs::path validation(int attempt, std::int64_t step) {
        return write("validation/events.out.tfevents.105" + std::to_string(attempt) + ".a.host." +
                         std::to_string(70 + attempt) + ".0001",
                     {events::ScalarEvent{"epoch_loss", step, 1100.0 * attempt, 0.6, false}});
    }
    /// "attempt split step: epoch" of every point.
    std::vector<std::string> points() {
        std::vector<std::string> lines;
        const auto visited =
            store_->forEachChunk("logs-1", "", [&](const store::SeriesPoints& chunk) -> base::Status {
                for (const store::Point& point : chunk.points)
                    lines.push_back(std::to_string(chunk.attempt) + " " + chunk.split + " " +
                                    std::to_string(point.step) + ": " + std::to_string(point.epoch));
                return {};
            });
        EXPECT_TRUE(visited);
        std::ranges::sort(lines);
        return lines;
    }
    const Lines all_{"1 train 10: 0", "1 validation 10: 0", "2 train 25: 1", "2 validation 25: 1"};
};

TEST_F(WorkersLog, EachFileIsOfTheAttemptThatItsProcessWasAndHasItsEpochs) {
    train(1, 0, 10);
    train(2, 10, 15);
    validation(1, 10);
    validation(2, 25);
    EXPECT_EQ(read().problems_size(), 0);
    EXPECT_EQ(points(), all_);
}

TEST_F(WorkersLog, AValidationWaitsForTheFileThatSaysWhereItsEpochsEnd) {
    train(1, 0, 10);
    validation(1, 10);
    const fs::path early = validation(2, 25);
    const auto first = read();
    ASSERT_EQ(first.problems_size(), 1);
    EXPECT_EQ(first.problems(0).code(), "import.no_plan");
    EXPECT_NE(first.problems(0).message().find(early.filename()), std::string::npos);
    EXPECT_EQ(points(), (Lines{"1 train 10: 0", "1 validation 10: 0"}));
    train(2, 10, 15);
    EXPECT_EQ(read().problems_size(), 0);
    EXPECT_EQ(points(), all_);
}

TEST_F(WorkersLog, WhatIsAddedLaterHasItsEpochsToo) {
    const fs::path trained = train(1, 0, 10);
    validation(1, 10);
    read();
    const fs::path more = write("more", {events::ScalarEvent{"epoch_loss", 30, 1200, 0.4, false}});
    std::ofstream(trained, std::ios::app | std::ios::binary) << std::ifstream(more, std::ios::binary).rdbuf();
    fs::remove(more);
    EXPECT_EQ(read().points(), 1);
    EXPECT_EQ(points(), (Lines{"1 train 10: 0", "1 train 30: 2", "1 validation 10: 0"}));
}

/// As `doctor --rebuild` does, once the rows and positions are restored from the records.
TEST_F(LogImportTest, WhatWasImportedByItsNameIsReadAgain) {
    fs::create_directories(folder_ / "logs");
    std::ofstream(folder_ / "logs/a.csv") << "step,loss\n1,0.5\n2,0.4\n";
    std::ofstream(folder_ / "logs/b.csv") << "step,loss\n1,0.9\n";
    std::ofstream(folder_ / "logs/metrics.csv") << "step,loss\n1,0.7\n";
    for (const char* log : {"logs/a.csv", "logs/b.csv", "logs"}) read(log);
    for (const std::string run : {"a-1", "b-1", "logs-1"}) {
        const Lines before = curves(run);
        ASSERT_EQ(before.size(), 1u);
        const auto row = store_->run(run);
        auto rebuilt = store::RunStore::open(folder_ / "rebuilt.db");
        ASSERT_TRUE(rebuilt);
        const auto made = (*rebuilt)->createRun(**row);
        ASSERT_TRUE(made);
        const auto offsets = store_->spoolOffsets(run);
        ASSERT_TRUE(offsets);
        for (store::SpoolOffset offset : *offsets) {
            offset.run = made->id;
            offset.offset = 0;
            ASSERT_TRUE((*rebuilt)->ingest(made->id, {}, offset));
        }
        ASSERT_TRUE(LogImport(**rebuilt, listeners_).readAgain(*made, {}));
        std::swap(store_, *rebuilt);
        EXPECT_EQ(curves(made->id), before);
        std::swap(store_, *rebuilt);
        rebuilt->reset();
        for (const char* file : {"rebuilt.db", "rebuilt.db-wal", "rebuilt.db-shm"})
            fs::remove(folder_ / file);
    }
}

/// A follower writes points at once, and the row of their run every two seconds.
TEST_F(LogImportTest, TheRowOfAFollowerThatWasKilledIsMadeGood) {
    log("train/events.out.tfevents.1000.h.1.0", "epoch_loss", 0, 3, 1000);
    read();
    const fs::path more = log("more", "epoch_loss", 4, 6, 1004);
    std::ofstream(folder_ / "logs/train/events.out.tfevents.1000.h.1.0", std::ios::app | std::ios::binary)
        << std::ifstream(more, std::ios::binary).rdbuf();
    fs::remove(more);
    const auto found = events::findLogs(folder_ / "logs", [] { return false; });
    {
        LogImport killed(*store_, listeners_);
        auto reading = killed.begin(found->runs.front(), "test");
        ASSERT_TRUE(reading);
        ASSERT_TRUE(killed.readOn(*reading, found->runs.front(), [](std::uint64_t, bool) { return true; }));
    }
    ASSERT_EQ(store_->run("logs-1")->value().step, 3);
    EXPECT_EQ(read().points(), 0);
    const auto row = store_->run("logs-1");
    EXPECT_EQ((*row)->step, 6);
    EXPECT_EQ((*row)->epoch, 6);
    EXPECT_EQ((*row)->metricsJson, R"({"loss":6.0})");
    EXPECT_DOUBLE_EQ((*row)->ended, 1006);
}

TEST_F(LogImportTest, NoRunComesOfAFileWithoutEvents) {
    const fs::path empty = folder_ / "logs/events.out.tfevents.0.h.1.0";
    fs::create_directories(empty.parent_path());
    std::ofstream(empty).flush();
    auto run = read();
    EXPECT_EQ(run.run(), "");
    ASSERT_EQ(run.problems_size(), 1);
    EXPECT_EQ(run.problems(0).code(), "import.no_event");
    EXPECT_EQ(run.problems(0).message(), empty.string() + " has no events: it is empty");

    std::ofstream(empty) << "this is not an event file, whatever its name says";
    run = read();
    EXPECT_EQ(run.run(), "");
    ASSERT_EQ(run.problems_size(), 1);
    EXPECT_EQ(run.problems(0).code(), "events.damaged");

    fs::remove(empty);
    log("events.out.tfevents.1000.h.1.0", "loss", 1, 0, 1000);  // its version, and nothing else
    run = read();
    EXPECT_EQ(run.run(), "");
    ASSERT_EQ(run.problems_size(), 1);
    EXPECT_EQ(run.problems(0).code(), "import.no_event");
    EXPECT_TRUE(store_->runs()->empty());

    // Once it has one.
    log("events.out.tfevents.1001.h.1.0", "loss", 1, 5, 1001);
    run = read();
    EXPECT_EQ(run.run(), "logs-1");
    EXPECT_TRUE(run.is_new());
    EXPECT_EQ(run.points(), 5);
    EXPECT_EQ(run.problems_size(), 0);
}

}  // namespace
}  // namespace trainyard::control
