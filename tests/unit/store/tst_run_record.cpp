// SPDX-License-Identifier: Apache-2.0
// The record in a run's folder, and the store that is rebuilt from it.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

#include "core/base/file.h"
#include "core/store/run_record.h"
#include "store_fixture.h"
#include "tests/support/as_nobody.h"

namespace trainyard::store {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

/// Bytes of a message: no UTF-8, a zero among them.
const std::string kBody = "\x0a\x03\xff\x00\xc3\x28 loss \xe2\x82\xac"s;

class RecordTest : public StoreTest {
  protected:
    /// A run with some of everything.
    std::string makeRun(RunStore& store, const std::string& name = "mnist") {
        RunRow row;
        row.name = name;
        row.status = "queued";
        row.strategy = "mirrored";
        row.created = 1700000000.125;
        row.specJson = R"({"seed": 42})";
        row.source = "seed: 42 # a € sign\n";
        row.requestId = "request " + std::to_string(++requests_);
        row.parent = "other-1";
        row.sweepJson = R"({"sweep":"rates-sweep-1","number":3})";
        row = must(store.createRun(row));
        row.status = "running";
        row.attempts = 2;
        row.totalSteps = 100;
        must(store.updateRun(row));
        must(store.annotateRun(row.id, {.name = "renamed", .note = "two\nlines", .tagsJson = R"(["a"])"}));
        must(store.setSpec(row.id, R"({"seed": 43})"));
        for (int attempt : {1, 2})
            must(store.putTask({.run = row.id,
                                .attempt = attempt,
                                .task = "worker:0",
                                .isChief = true,
                                .pid = 7,
                                .pidStart = 1234567890123456789,
                                .state = "running",
                                .log = "/logs/\xff.log"}));
        for (int step : {10, 20})
            must(store.addCheckpoint({.run = row.id,
                                      .attempt = 2,
                                      .step = step,
                                      .path = row.dir + "/ckpt-" + std::to_string(step),
                                      .stallMs = 0.1,
                                      .isPinned = step == 20,
                                      .state = "good"}));
        must(store.removeCheckpoint(row.id, row.dir + "/ckpt-10"));
        for (int i = 1; i <= 3; ++i) must(store.appendEvent(row.id, 0.1 * i, "step", kBody));
        must(store.ingest(row.id, {{"worker:0", "train", "loss", false, 2, {{1, 1.5, 0.25, 0}}}},
                          {row.id, "events/tasks/worker-0/train/events.1", 100, 2}));
        row.status = "succeeded";
        row.step = 100;
        row.metricsJson = R"({"loss": 0.25})";
        row.finishedJson = R"({"status":"SUCCEEDED"})";
        must(store.updateRun(row));
        return row.id;
    }
    /// Everything that a store contains about its runs, except points.
    static std::string textOf(RunStore& store) {
        std::string text;
        for (const RunRow& listed : must(store.runs())) {
            text += runLine(must(store.run(listed.id)).value(), 0);
            for (int attempt = 1; attempt <= listed.attempts; ++attempt)
                for (const TaskRow& task : must(store.tasks(listed.id, attempt))) text += taskLine(task);
            for (const CheckpointRow& row : must(store.checkpoints(listed.id))) text += checkpointLine(row);
            for (const auto& event : must(store.events(listed.id, 0, 1000))) text += eventLine(event);
        }
        return text;
    }
    void removeStore() const {
        for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(file.string() + suffix);
    }
    fs::path recordOf(const std::string& run) const { return folder / "runs" / run / kRecordFile; }
    std::string restored() const {
        const auto store = open();
        for (const std::string& run : must(store->compareRecords()).ahead) must(store->restoreRun(run));
        EXPECT_THAT(must(store->compareRecords()).ahead, IsEmpty());
        return textOf(*store);
    }

  private:
    int requests_ = 0;
};

TEST_F(RecordTest, AMissingStoreIsCreatedAgain) {
    std::string before;
    {
        const auto store = open();
        makeRun(*store, "b");
        makeRun(*store, "a");
        makeRun(*store, "b");
        before = textOf(*store);
        EXPECT_THAT(must(store->compareRecords()).ahead, IsEmpty());
    }
    removeStore();
    EXPECT_EQ(restored(), before) << "in the same order, too";
    const auto store = open();
    EXPECT_EQ(addRun(*store, "b"), "b-3");
    EXPECT_EQ(addRun(*store, "c", "request 2"), "a-1") << "a request of then is known";
    const auto offsets = must(store->spoolOffsets("a-1"));
    ASSERT_EQ(offsets.size(), 1u);
    EXPECT_EQ(offsets[0].offset, 0u) << "its points are to be read";
    EXPECT_EQ(offsets[0].attempt, 2);
    EXPECT_THAT(must(store->compareRecords()).unread, ElementsAre("a-1", "b-1", "b-2"));
    must(store->setPointsRead("b-1"));
    EXPECT_THAT(must(store->compareRecords()).unread, ElementsAre("a-1", "b-2"));
}

TEST_F(RecordTest, AStoreThatLostItsLastTransactionsIsBroughtUp) {
    const fs::path old = folder / "old";
    fs::create_directory(old);
    std::string before;
    {
        const auto store = open();
        const std::string run = makeRun(*store);
        for (const char* suffix : {"", "-wal", "-shm"})
            fs::copy_file(file.string() + suffix, old / ("trainyard.db" + std::string(suffix)));
        must(store->appendEvent(run, 9, "finished", kBody));
        must(store->removeCheckpoint(run, must(store->run(run))->dir + "/ckpt-20"));
        must(store->annotateRun(run, {.isTrashed = true}));
        before = textOf(*store);
    }
    removeStore();
    for (const auto& entry : fs::directory_iterator(old)) fs::copy(entry, folder);
    EXPECT_EQ(restored(), before);
    const auto points = must(open()->query("mnist-1", "worker:0", "train", "loss", 0, 0, 0));
    EXPECT_EQ(points.total, 1) << "what points it had are still there, once";
}

TEST_F(RecordTest, ARecordThatLostItsEndOrIsMissingIsMadeAgain) {
    std::string before;
    {
        const auto store = open();
        const std::string run = makeRun(*store), other = makeRun(*store);
        fs::resize_file(recordOf(run), fs::file_size(recordOf(run)) - 300);
        fs::remove(recordOf(other));
        before = textOf(*store);
    }
    {
        const auto store = open();
        const auto differences = must(store->compareRecords());
        EXPECT_THAT(differences.ahead, IsEmpty());
        EXPECT_EQ(differences.behind.size(), 2u);
        for (const std::string& run : differences.behind) must(store->writeRecord(run));
        EXPECT_THAT(must(store->compareRecords()).behind, IsEmpty());
    }
    removeStore();
    EXPECT_EQ(restored(), before);
}

TEST_F(RecordTest, AHomeThatWasCopiedNamesItsOwnFoldersOnly) {
    std::string run, before;
    {
        const auto store = open();
        run = makeRun(*store);
        const std::string log = (folder / "runs" / run / "logs/worker-0.a2.log").string();
        must(store->putTask({.run = run, .attempt = 2, .task = "worker:0", .log = log}));
        must(store->addCheckpoint({.run = run, .step = 5, .path = "/big/ckpt-5"}));
        before = textOf(*store);
    }
    const fs::path original = folder, originalFile = file;
    folder = original / "copy";
    file = folder / "trainyard.db";
    fs::create_directory(folder);
    for (const char* suffix : {"", "-wal"})
        if (const fs::path from = originalFile.string() + suffix; fs::exists(from))
            fs::copy(from, file.string() + suffix);
    fs::copy(original / "runs", folder / "runs", fs::copy_options::recursive);

    const fs::path own = folder / "runs" / run;
    const auto expectOwn = [&] {
        const auto store = open();
        EXPECT_EQ(must(store->run(run))->dir, own);
        EXPECT_EQ(must(store->runOfRequest("request 1"))->dir, own);
        EXPECT_EQ(must(store->runs()).at(0).dir, own);
        EXPECT_EQ(must(store->tasks(run, 0)).at(0).log, own / "logs/worker-0.a2.log");
        const auto checkpoints = must(store->checkpoints(run));
        ASSERT_EQ(checkpoints.size(), 2u);
        EXPECT_EQ(checkpoints[0].path, "/big/ckpt-5");
        EXPECT_EQ(checkpoints[1].path, own / "ckpt-20");
        EXPECT_TRUE(must(store->checkpointAt(own / "ckpt-20")));
        EXPECT_TRUE(must(store->checkpointAt("/big/ckpt-5")));
        EXPECT_FALSE(must(store->checkpointAt(original / "runs" / run / "ckpt-20")));
        const RecordedRun recorded = must(store->recorded(run));
        EXPECT_EQ(recorded.row.dir, own);
        EXPECT_EQ(recorded.tasks.at({2, "worker:0"}).log, own / "logs/worker-0.a2.log");
        EXPECT_TRUE(recorded.checkpoints.contains(own / "ckpt-20"));
    };
    expectOwn();
    removeStore();
    restored();
    expectOwn();
    must(open()->removeCheckpoint(run, own / "ckpt-20"));
    removeStore();
    restored();
    EXPECT_EQ(must(open()->checkpoints(run)).size(), 1u);

    folder = original;
    file = originalFile;
    EXPECT_EQ(textOf(*open()), before);
}

TEST_F(RecordTest, AHashIsNotedOfWhatWasReportedAsItWasRead) {
    std::string before;
    {
        const auto store = open();
        const std::string run = makeRun(*store);
        const CheckpointRow row{.run = run, .path = "/own/step-5.pt", .time = 5.25, .state = "reported"};
        must(store->addCheckpoint(row));
        CheckpointRow earlier = row;
        earlier.time = 4;
        EXPECT_FALSE(must(store->noteHash(earlier, "00"))) << "it was reported again";
        EXPECT_TRUE(must(store->noteHash(row, "ab")));
        EXPECT_EQ(must(store->checkpointAt(row.path))->sha256, "ab");
        before = textOf(*store);
    }
    removeStore();
    EXPECT_EQ(restored(), before);
}

TEST_F(RecordTest, OfCheckpointsInOnePlaceTrainyardsOwnIsMeantThenTheNewest) {
    const auto store = open();
    const std::string first = addRun(*store), second = addRun(*store), third = addRun(*store);
    must(store->addCheckpoint({.run = first, .path = "/own/last", .time = 1, .state = "reported"}));
    must(store->addCheckpoint({.run = second, .path = "/own/last", .time = 2, .state = "reported"}));
    EXPECT_EQ(must(store->checkpointAt("/own/last"))->run, second);
    must(store->addCheckpoint({.run = third, .path = "/own/last", .time = 0.5, .state = "good"}));
    EXPECT_EQ(must(store->checkpointAt("/own/last"))->run, third);
}

TEST_F(RecordTest, WholePathsOfAnEarlierVersionAreOfWhereTheHomeIsNow) {
    const std::string former = "/former/runs/old-1/";
    const auto checkpoint = [](const std::string& path) {
        return checkpointLine({.run = "old-1", .path = path});
    };
    fs::create_directories(folder / "runs/old-1");
    std::ofstream(recordOf("old-1"))
        << runLine({.id = "old-1", .status = "succeeded", .attempts = 1, .dir = "/former/runs/old-1"}, 1)
        << taskLine({.run = "old-1", .task = "worker:0", .log = former + "logs/worker-0.a1.log"})
        << checkpoint(former + "checkpoints/ckpt-1") << checkpoint(former + "checkpoints/ckpt-2")
        << checkpoint(former + "checkpoints/ckpt-3") << checkpoint("/former/runs/old-10/ckpt-4")
        << removedCheckpointLine(former + "checkpoints/ckpt-1")
        << removedCheckpointLine("checkpoints/ckpt-2");
    fs::create_directories(folder / "runs/logs-1");
    std::ofstream(recordOf("logs-1"))
        << runLine({.id = "logs-1", .status = "imported", .dir = "/former/runs/logs-1"}, 2);
    restored();
    const auto store = open();
    const fs::path own = folder / "runs/old-1";
    EXPECT_EQ(must(store->run("old-1"))->dir, own);
    EXPECT_EQ(must(store->tasks("old-1", 0)).at(0).log, own / "logs/worker-0.a1.log");
    std::vector<std::string> paths;
    for (const CheckpointRow& row : must(store->checkpoints("old-1"))) paths.push_back(row.path);
    EXPECT_THAT(paths,
                UnorderedElementsAre((own / "checkpoints/ckpt-3").string(), "/former/runs/old-10/ckpt-4"));
    EXPECT_EQ(must(store->run("logs-1"))->dir, "/former/runs/logs-1") << "another program's folder";
}

TEST_F(RecordTest, ARunOfAnEarlierVersionGetsItsRecordWithItsNextChange) {
    const auto store = open();
    const std::string run = makeRun(*store);
    fs::remove(recordOf(run));
    must(store->appendEvent(run, 5, "warning", kBody));
    const std::string before = textOf(*store);
    removeStore();
    EXPECT_EQ(restored(), before);
}

TEST_F(RecordTest, ADamagedStoreLeavesWhatHappensToTheRecord) {
    std::string run;
    {
        const auto store = open();
        run = makeRun(*store);
        for (int i = 0; i < 200; ++i) must(store->appendEvent(run, i, "step", std::string(2000, 'x')));
    }
    {
        std::fstream bytes(file, std::ios::binary | std::ios::in | std::ios::out);
        bytes.seekp(static_cast<std::streamoff>(fs::file_size(file) / 8192 * 4096));
        bytes << std::string(8 * 4096, '\xA5');
    }
    {
        const auto store = open();
        ASSERT_TRUE(store->damage());
        EXPECT_EQ(must(store->appendEvent(run, 1, "warning", kBody)), 204u);
        EXPECT_EQ(must(store->appendEvent(run, 2, "finished", kBody)), 205u);
        RunRow row{.id = run, .status = "failed", .attempts = 3, .metricsJson = "{}", .failure = "why"};
        must(store->updateRun(row));
        must(store->addCheckpoint({.run = run, .path = "/ckpt-30"}));
        must(store->putTask({.run = run, .attempt = 3, .task = "worker:0", .state = "failed"}));
        EXPECT_FALSE(store->ingest(run, {}, {run, "events/tasks/worker-0/train/events.2", 50, 3}))
            << "points wait in their file";
        EXPECT_EQ(store->annotateRun(run, {.note = "x"}).error().id, "store.damaged") << "people are told";
    }
    removeStore();
    restored();
    const auto store = open();
    EXPECT_EQ(must(store->run(run))->failure, "why");
    EXPECT_EQ(must(store->lastSeq(run)), 205u);
    EXPECT_EQ(must(store->checkpoints(run)).size(), 2u);
    EXPECT_EQ(must(store->tasks(run, 3)).size(), 1u);
    EXPECT_EQ(must(store->spoolOffsets(run)).back().attempt, 3);
}

TEST_F(RecordTest, AFileThatWasWrittenOverIsOfItsLastAttempt) {
    std::string run;
    {
        const auto store = open();
        run = makeRun(*store);
        must(store->ingest(run, {}, {run, "metrics.csv", 3, 1, "writer:0"}));
        must(store->ingest(run, {}, {run, "metrics.csv", 1, 2, "writer:0"}));
        must(store->ingest({{{}, {run, "metrics.csv", 1, 4, "writer:0"}}}));
        const auto bytes = fs::file_size(recordOf(run));
        must(store->ingest(run, {}, {run, "metrics.csv", 2, 4, "writer:0"}));
        EXPECT_EQ(fs::file_size(recordOf(run)), bytes) << "it is said once";
    }
    removeStore();
    restored();
    const auto offsets = must(open()->spoolOffsets(run));
    EXPECT_EQ(std::ranges::find(offsets, "metrics.csv", &SpoolOffset::file)->attempt, 4);
}

TEST_F(RecordTest, HowFarARunIsIsNotWrittenAgainAndAgain) {
    const auto store = open();
    const std::string run = makeRun(*store);
    RunRow row = must(store->run(run)).value();
    must(store->updateRun(row));
    const auto bytes = fs::file_size(recordOf(run));
    for (int step = 0; step < 10; ++step) {
        row.step = step;
        row.metricsJson = "{\"loss\": " + std::to_string(step) + "}";
        must(store->updateRun(row));
    }
    EXPECT_EQ(fs::file_size(recordOf(run)), bytes);
    EXPECT_EQ(fs::status(recordOf(run)).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(RecordTest, DamagedLinesAreCountedAndTheOthersRead) {
    std::string run;
    {
        const auto store = open();
        run = makeRun(*store);
    }
    std::string text = must(base::readFile(recordOf(run)));
    text[text.find(R"({"event")") + 12] = '\x01';
    text.insert(text.find(R"({"task")"), "rubbish\n[1]\n{\"task\":7}\n");
    std::ofstream(recordOf(run)) << text << R"({"run":{"name":"cut off)";
    removeStore();
    const auto store = open();
    const auto restored = must(store->restoreRun(run));
    EXPECT_EQ(restored.damagedLines, 4);
    EXPECT_EQ(restored.events, 2);
    EXPECT_EQ(restored.row.name, "renamed");
    // The truncated line does not swallow the next one.
    must(store->annotateRun(run, {.note = "later"}));
    EXPECT_EQ(must(readRunRecord(recordOf(run))).row.note, "later");
}

TEST_F(RecordTest, AFolderThatWasCopiedOrSaysNothingIsNoRun) {
    {
        const auto store = open();
        makeRun(*store);
    }
    fs::copy(folder / "runs/mnist-1", folder / "runs/copy");
    fs::create_directory(folder / "runs/bare");
    std::ofstream(folder / "runs/bare/run.yaml") << "seed: 1\n";
    fs::create_directory(folder / "runs/empty");
    fs::create_directory(folder / "runs/rubbish");
    std::ofstream(folder / "runs/rubbish" / kRecordFile) << "rubbish\n";
    fs::create_directory(folder / "runs/closed");
    std::ofstream(folder / "runs/closed" / kRecordFile) << "rubbish\n";
    const auto store = open();
    for (const fs::path& passed : {folder, folder / "runs", folder / "runs/mnist-1", folder / "runs/copy"})
        fs::permissions(passed, fs::perms(0777));
    for (const auto& entry : fs::directory_iterator(folder))  // the store's
        if (entry.is_regular_file()) fs::permissions(entry.path(), fs::perms(0666));
    fs::permissions(folder / "runs/closed", fs::perms(0));
    const auto differences = [&] {
        const AsNobody nobody;
        return must(store->compareRecords());
    }();
    fs::permissions(folder / "runs/closed", fs::perms(0700));
    EXPECT_THAT(differences.ahead, ElementsAre("copy", "rubbish"));
    EXPECT_THAT(differences.unknown, ElementsAre("bare"));
    EXPECT_THAT(differences.unreadable, ElementsAre("closed"));
    EXPECT_EQ(store->restoreRun("copy").error().id, "record.of_another");
    EXPECT_EQ(store->restoreRun("rubbish").error().id, "record.damaged");
    EXPECT_EQ(must(store->runs()).size(), 1u);
}

/// An agent that is killed between the folder and the row of a run leaves a folder that the next run takes,
/// or a run that is found: never one without what it is to begin with.
TEST_F(RecordTest, ARunIsThereWithItsPlanOrNotAtAll) {
    const auto plan = [](const RunRow& row) { return fs::path(row.dir) / kPlanFile; };
    fs::create_directories(folder / "runs/mnist-1");
    fs::create_directories(folder / "runs/mnist-2");
    std::ofstream(folder / "runs/mnist-2" / kPlanFile) << "{}";
    fs::create_directories(folder / "runs/mnist-3");
    std::ofstream(folder / "runs/mnist-3/mine.txt") << "mine";
    const auto store = open();
    const auto create = [&](const std::string& text) {
        return store->createRun({.name = "mnist"}, [&](const RunRow& row) -> base::Status {
            EXPECT_FALSE(fs::exists(row.dir + "/" + kRecordFile))
                << "by which it would be found without its plan";
            EXPECT_FALSE(must(store->run(row.id)));
            if (text.empty()) return base::fail(base::Code::kResourceExhausted, "the disk is full");
            return base::writeFileAtomically(plan(row), text);
        });
    };
    EXPECT_EQ(create("").error().message, "the disk is full");
    EXPECT_THAT(must(store->runs()), IsEmpty());
    for (const char* id : {"mnist-1", "mnist-2", "mnist-4"}) {
        const RunRow row = must(create(id));
        EXPECT_EQ(row.id, id);
        EXPECT_EQ(base::readFile(plan(row)).value_or("none"), id);
    }
    EXPECT_EQ(base::readFile(folder / "runs/mnist-3/mine.txt").value_or("none"), "mine");
    EXPECT_THAT(must(store->compareRecords()).ahead, IsEmpty());
}

TEST_F(RecordTest, WithoutTheFolderTheStoreIsAllThereIs) {
    const auto store = open();
    const std::string run = makeRun(*store);
    fs::remove_all(folder / "runs" / run);
    must(store->appendEvent(run, 1, "warning", kBody));
    must(store->annotateRun(run, {.note = "kept"}));
    EXPECT_EQ(must(store->run(run))->note, "kept");
    EXPECT_FALSE(fs::exists(folder / "runs" / run)) << "it is not made again";
    EXPECT_THAT(must(store->compareRecords()).behind, IsEmpty());
}

}  // namespace
}  // namespace trainyard::store
