// SPDX-License-Identifier: Apache-2.0
// What tasks write on another machine arrives in the run's folder here, and a checkpoint there.
#include "core/node/remote/remote_files.h"

#include <gmock/gmock.h>

#include <fstream>
#include <future>
#include <thread>

#include "core/base/file.h"
#include "core/node/file_parts.h"
#include "core/node/local_node.h"
#include "tests/support/temp_home.h"
#include "tests/unit/node/remote_machine.h"

namespace trainyard::node {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using namespace std::chrono_literals;

class RemoteFilesTest : public ::testing::Test {
  protected:
    void SetUp() override {
        there_ = folder_ / "there";
        here_ = folder_ / "here";
        fs::create_directories(there_);
        fs::create_directories(here_);
        loop_ = std::move(*base::EventLoop::start());
    }
    void TearDown() override { loop_.reset(); }
    static void write(const fs::path& file, const std::string& text) {
        fs::create_directories(file.parent_path());
        std::ofstream(file, std::ios::app) << text;
    }
    static std::string text(const fs::path& file) { return base::readFile(file).value_or("not there"); }
    static void until(const std::function<bool()>& isSo, const char* what) {
        const auto end = std::chrono::steady_clock::now() + 60s;
        while (!isSo()) {
            ASSERT_LT(std::chrono::steady_clock::now(), end) << "not within a minute: " << what;
            std::this_thread::yield();
        }
    }

    TempHome tempHome_;
    const fs::path& folder_ = tempHome_.path();
    fs::path there_, here_;
    std::unique_ptr<base::EventLoop> loop_;
};

/// A machine that answers when the test says so.
class RemoteFilesAskTest : public RemoteFilesTest {
  protected:
    void SetUp() override {
        RemoteFilesTest::SetUp();
        disk_ = std::make_unique<base::Executor>("test-disk");
        loop_->call([&] {
            files_ = std::make_unique<RemoteFiles>(
                *loop_, *disk_, here_,
                RemoteFiles::Machine{
                    .read = [this](GrowingFiles files,
                                   auto done) { asked_.emplace_back(std::move(files), std::move(done)); },
                    .put =
                        [this](FilePart part, auto done) {
                            puts_.push_back(part);
                            loop_->post([this, part, done] {
                                done(refusal_ ? base::Status(base::fail(*refusal_)) : putPart(there_, part));
                            });
                        }});
        });
    }
    void TearDown() override {
        loop_->call([&] { files_.reset(); });
        disk_.reset();
        RemoteFilesTest::TearDown();
    }
    void untilAsked() {
        until([&] { return loop_->call([&] { return !asked_.empty(); }); }, "a round");
    }
    /// Answers the oldest round with what is there now.
    void answer(std::optional<base::Error> error = {}) {
        untilAsked();
        loop_->call([&] {
            auto [files, done] = std::move(asked_.front());
            asked_.erase(asked_.begin());
            if (error)
                done(base::fail(*error));
            else
                done(readParts(there_, files));
        });
    }
    void follow(const std::string& task, std::vector<std::string> places) {
        loop_->call([&] { files_->follow(task, std::move(places)); });
    }
    void whenWhole(const std::string& note) {
        loop_->call([&] { files_->whenWhole([this, note] { whole_.push_back(note); }); });
    }
    std::vector<std::string> whole() {
        return loop_->call([&] { return whole_; });
    }
    base::Status put(const fs::path& folder) {
        std::promise<base::Status> answer;
        loop_->call([&] {
            files_->put(folder, "restored", [&](const base::Status& put) { answer.set_value(put); });
        });
        return answer.get_future().get();
    }

    std::unique_ptr<base::Executor> disk_;
    std::unique_ptr<RemoteFiles> files_;
    std::vector<std::pair<GrowingFiles, Done<std::vector<FilePart>>>> asked_;  ///< [loop]
    std::vector<FilePart> puts_;                                               ///< [loop]
    std::vector<std::string> whole_;                                           ///< [loop]
    std::optional<base::Error> refusal_;
};

TEST_F(RemoteFilesAskTest, AMachineWritesToNoOtherFilesOfTheRun) {
    write(here_ / "run.yaml", "ours\n");
    follow("worker:1", {"logs/worker-1.a1.log", "events"});
    untilAsked();
    loop_->call([&] {
        auto [files, done] = std::move(asked_.front());
        asked_.erase(asked_.begin());
        done(std::vector<FilePart>{{.file = "events/train/a", .bytes = "b"},
                                   {.file = "run.yaml", .offset = 5, .bytes = "theirs"}});
    });
    untilAsked();  // the next round: what was refused is neither here nor waited for
    EXPECT_EQ(text(here_ / "run.yaml"), "ours\n");
    EXPECT_EQ(text(here_ / "events/train/a"), "not there");
    write(there_ / "events/train/a", "b");
    answer();
    untilAsked();
    EXPECT_EQ(text(here_ / "events/train/a"), "b");
}

TEST_F(RemoteFilesAskTest, ARoundNamesWhatIsHere) {
    write(here_ / "log", "first");
    follow("worker:1", {"log", "events"});
    untilAsked();
    loop_->call([&] {
        EXPECT_THAT(asked_.front().first.places, ElementsAre("log", "events"));
        EXPECT_EQ(asked_.front().first.sizes.at("log"), 5u);
    });
    write(there_ / "log", "first second");
    answer();
    untilAsked();  // the next one, with what has arrived
    EXPECT_EQ(text(here_ / "log"), "first second");
    loop_->call([&] { EXPECT_EQ(asked_.front().first.sizes.at("log"), 12u); });
}

TEST_F(RemoteFilesAskTest, AllIsHereAfterARoundThatBeganLaterAndBroughtNothing) {
    write(there_ / "log", "first");
    follow("worker:1", {"log"});
    untilAsked();
    whenWhole("end");  // asked for after the round began: something may have been written between
    answer();
    answer();
    untilAsked();
    EXPECT_THAT(whole(), ElementsAre("end"));
    EXPECT_EQ(text(here_ / "log"), "first");
}

TEST_F(RemoteFilesAskTest, WhatIsWrittenDuringARoundIsWaitedFor) {
    follow("worker:1", {"log"});
    untilAsked();
    whenWhole("end");
    answer();  // of before
    write(there_ / "log", "the last words");
    answer();
    EXPECT_THAT(whole(), IsEmpty());
    answer();
    until([&] { return !whole().empty(); }, "the end");
    EXPECT_EQ(text(here_ / "log"), "the last words");
}

TEST_F(RemoteFilesAskTest, WhatCannotBeReadIsNotWaitedFor) {
    follow("worker:1", {"log"});
    untilAsked();
    whenWhole("end");
    answer();
    answer(base::Error{base::Code::kUnavailable, "the node was removed"});
    until([&] { return !whole().empty(); }, "the end");
}

TEST_F(RemoteFilesAskTest, NobodyIsAskedOnceNothingIsFollowed) {
    follow("worker:1", {"log"});
    untilAsked();
    loop_->call([&] { files_->unfollow("worker:1"); });
    answer();
    whenWhole("end");
    answer();
    until([&] { return !whole().empty(); }, "the end");
    EXPECT_TRUE(loop_->call([&] { return asked_.empty(); }));
}

TEST_F(RemoteFilesAskTest, ACheckpointIsSentWithItsFolders) {
    write(here_ / "ckpt-8/model.safetensors", std::string(2'500'000, 'm'));
    write(here_ / "ckpt-8/shards/0", "zero");
    write(here_ / "ckpt-8/empty", "");
    EXPECT_TRUE(put(here_ / "ckpt-8"));
    EXPECT_EQ(text(there_ / "restored/model.safetensors"), std::string(2'500'000, 'm'));
    EXPECT_EQ(text(there_ / "restored/shards/0"), "zero");
    EXPECT_EQ(text(there_ / "restored/empty"), "");
    EXPECT_EQ(loop_->call([&] { return puts_.size(); }), 5u) << "three parts of the large one";
}

TEST_F(RemoteFilesAskTest, ACheckpointThatCannotBeSentIsAnError) {
    EXPECT_FALSE(put(here_ / "nowhere"));
    write(here_ / "ckpt-8/model", "m");
    refusal_ = {base::Code::kResourceExhausted, "the disk is full", "disk.full"};
    EXPECT_EQ(put(here_ / "ckpt-8").error().id, "disk.full");
}

/// A real machine behind a link that breaks.
class FarFilesTest : public RemoteFilesTest {
  protected:
    void SetUp() override {
        RemoteFilesTest::SetUp();
        far_ = std::move(*base::EventLoop::start());
        local_ = std::make_unique<LocalNode>(*far_, NodeSetup{.runs = there_,
                                                              .worker = folder_ / "worker",
                                                              .shim = TRAINYARD_BIN_DIR "/trainyard-shim",
                                                              .socket = folder_ / "agent.sock"});
        startMachine();
        node_ = std::make_unique<RemoteNode>(*loop_, "far", std::make_unique<WireTransport>(*loop_, wire_),
                                             testSettings(1), RemoteNode::OnState(),
                                             RemoteNode::Home{.runs = here_, .accept = {}});
        fs::create_directories(here_ / "r-1");
        loop_->call([&] {
            tasks_ = node_->open({"r-1", 1}, [this](const TaskEnd& end) {
                ends_.emplace_back(end.task, text(here_ / "r-1/logs/worker-1.log"));
            });
        });
    }
    void TearDown() override {
        loop_->call([&] { tasks_.reset(); });
        node_.reset();
        stopMachine();
        local_.reset();
        far_.reset();
        RemoteFilesTest::TearDown();
    }
    void startMachine() {
        machine_ = std::make_unique<Machine>(*far_, *local_, there_);
        wire_.setMachine(machine_.get());
    }
    void stopMachine() {
        wire_.setMachine(nullptr);
        wire_.cut();
        machine_.reset();
    }
    template <typename Value, typename Ask>
    base::Result<Value> ask(Ask ask) {
        std::promise<base::Result<Value>> answer;
        loop_->call([&] { ask([&](base::Result<Value> value) { answer.set_value(std::move(value)); }); });
        return answer.get_future().get();
    }
    base::Status prepare(const fs::path& restore = {}) {
        AttemptFiles files{.runFile = "run: 1\n", .secret = "secret", .restore = restore};
        files.written["worker:1"] = {"logs/worker-1.log", "events"};
        return ask<void>([&](auto done) { tasks_->prepare(files, done); });
    }
    std::string logHere() { return text(here_ / "r-1/logs/worker-1.log"); }

    std::unique_ptr<base::EventLoop> far_;
    std::unique_ptr<LocalNode> local_;
    std::unique_ptr<Machine> machine_;
    Wire wire_;
    std::unique_ptr<RemoteNode> node_;
    std::unique_ptr<AttemptTasks> tasks_;
    std::vector<std::pair<std::string, std::string>> ends_;  ///< with the log at that time; [loop]
};

TEST_F(FarFilesTest, TheEndOfATaskComesAfterItsLastWords) {
    EXPECT_TRUE(prepare());
    TaskLaunch task{.task = "worker:1"};
    task.command = {"sh", "-c", "mkdir events; echo point > events/a; seq 20000; echo last words"};
    task.log = "logs/worker-1.log";
    EXPECT_TRUE(ask<TaskRecord>([&](auto done) { tasks_->launch(task, done); }));
    until([&] { return loop_->call([&] { return !ends_.empty(); }); }, "the end");
    loop_->call([&] {
        EXPECT_EQ(ends_.front().first, "worker:1");
        EXPECT_THAT(ends_.front().second, ::testing::EndsWith("20000\nlast words\n"));
        EXPECT_EQ(ends_.front().second, text(there_ / "r-1/logs/worker-1.log"));
    });
    EXPECT_EQ(text(here_ / "r-1/events/a"), "point\n");
}

TEST_F(FarFilesTest, WhatIsWrittenWhileTheLinkIsCutArrivesOnce) {
    EXPECT_TRUE(prepare());
    TaskLaunch task{.task = "worker:1"};
    // It prints what is written into its fifo, line by line, and ends with it.
    task.command = {"sh", "-c", "mkfifo input; echo ready; cat input"};
    task.log = "logs/worker-1.log";
    EXPECT_TRUE(ask<TaskRecord>([&](auto done) { tasks_->launch(task, done); }));
    until([&] { return logHere() == "ready\n"; }, "the first line");
    std::ofstream lines(there_ / "r-1/input");
    lines << "one" << std::endl;
    until([&] { return logHere() == "ready\none\n"; }, "the second line");
    wire_.setDown("no route to host");
    wire_.cut();
    lines << "two" << std::endl;
    until([&] { return text(there_ / "r-1/logs/worker-1.log") == "ready\none\ntwo\n"; }, "the third line");
    EXPECT_EQ(logHere(), "ready\none\n");
    wire_.setDown("");
    until([&] { return logHere() == "ready\none\ntwo\n"; }, "the third line here");
    stopMachine();  // another agent: it knows nothing of what the one before it has sent
    lines << "three" << std::endl;
    lines.close();
    startMachine();
    until([&] { return loop_->call([&] { return !ends_.empty(); }); }, "the end");
    EXPECT_EQ(logHere(), "ready\none\ntwo\nthree\n");
}

TEST_F(FarFilesTest, TheCheckpointIsThereBeforeTheLaunch) {
    write(here_ / "r-1/checkpoints/ckpt-8/model", "weights");
    EXPECT_TRUE(prepare(here_ / "r-1/checkpoints/ckpt-8"));
    EXPECT_EQ(text(there_ / "r-1" / kRestoredFolder / "model"), "weights");
    EXPECT_FALSE(prepare(here_ / "r-1/checkpoints/gone"));
}

}  // namespace
}  // namespace trainyard::node
