// SPDX-License-Identifier: Apache-2.0
// Files and checkpoints of a run behind the door, on this machine and through a stream, and which attempt may
// change them.
#include <gmock/gmock.h>

#include <fstream>
#include <functional>
#include <future>
#include <utility>

#include "core/base/file.h"
#include "core/node/fence.h"
#include "core/node/local_node.h"
#include "tests/support/full_disk.h"
#include "tests/support/temp_home.h"
#include "tests/unit/node/far_node.h"

namespace trainyard::node {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace std::chrono_literals;

/// Keeps nothing, and notes what it is asked.
class FakeKeeper final : public Keeper {
  public:
    void keep(const v1::KeepCall& call, KeepDone done) override {
        asked.push_back(call.run() + " " + std::to_string(call.attempt()));
        if (call.has_search()) return done(base::fail(base::Code::kNotFound, "there is none", "keep.none"));
        auto reply = std::make_shared<v1::KeepReply>();
        reply->add_all()->set_step(7);
        done(std::move(reply));
    }
    void onKept(OnKept onKept) override { report = std::move(onKept); }

    std::vector<std::string> asked;
    OnKept report;
};

struct Place {
    NodeFactory make;
    const char* home;  ///< where the files of its tasks are at home, in the test's folder
};

/// The home of a machine that is another one has folders of its own.
std::unique_ptr<Node> makeFarNode(base::EventLoop& loop, NodeSetup setup) {
    const fs::path home = setup.runs.parent_path() / "home";
    return std::make_unique<FarNode>(loop, std::move(setup), RemoteNode::Home{.runs = home, .accept = {}});
}

class NodeFilesTest : public testing::TestWithParam<Place> {
  protected:
    void SetUp() override {
        fs::create_directories(run_ / "tasks");
        fs::create_directories(run_ / "logs");
        fs::create_directories(atHome());
        loop_ = std::move(*base::EventLoop::start());
        begin();
    }
    void TearDown() override {
        end();
        loop_.reset();
        if (HasFailure()) tempHome_.keep();
    }
    void begin(int attempt = 2) {
        fences_.emplace(folder_ / "runs");
        node_ = GetParam().make(*loop_, {.runs = folder_ / "runs",
                                         .worker = folder_ / "worker",
                                         .shim = TRAINYARD_BIN_DIR "/trainyard-shim",
                                         .socket = folder_ / "agent.sock",
                                         .keeper = &keeper_,
                                         .fences = &*fences_});
        open(attempt);
    }
    void open(int attempt) {
        loop_->call([&] {
            tasks_ =
                node_->open({"r-1", attempt}, [this](const TaskEnd& end) { ended_.set_value(end.task); });
        });
    }
    void end() {
        loop_->call([&] { tasks_.reset(); });
        node_.reset();
    }
    template <typename Value, typename Ask>
    base::Result<Value> ask(Ask ask) {
        std::promise<base::Result<Value>> answer;
        loop_->call([&] {
            ask([&](base::Result<Value> value) {
                EXPECT_TRUE(loop_->isInLoop());
                answer.set_value(std::move(value));
            });
        });
        return answer.get_future().get();
    }
    base::Result<TaskRecord> shell(const std::string& task, const std::string& script) {
        TaskLaunch launch;
        launch.task = task;
        launch.command = {"sh", "-c", script};
        launch.log = "logs/" + task;
        launch.logdir = "events/tasks/" + task;
        return ask<TaskRecord>([&](auto done) { tasks_->launch(launch, done); });
    }
    base::Status prepare(const std::string& runFile) {
        AttemptFiles files{.runFile = runFile, .secret = "secret"};
        for (const std::string task : {"worker:0", "worker:1"})
            files.written[task] = {"logs/" + task, "events/tasks/" + task};
        return ask<void>([&](auto done) { tasks_->prepare(files, done); });
    }
    base::Status put(const FilePart& part) {
        return ask<void>([&](auto done) { tasks_->putFile(part, done); });
    }
    std::vector<std::string> read(const std::vector<std::string>& places,
                                  std::map<std::string, std::uint64_t> sizes = {}) {
        const auto parts = ask<std::vector<FilePart>>(
            [&](auto done) { tasks_->readFiles({.places = places, .sizes = std::move(sizes)}, done); });
        EXPECT_TRUE(parts);
        std::vector<std::string> texts;
        for (const FilePart& part : *parts)
            texts.push_back(part.file + " " + std::to_string(part.offset) + " " + part.bytes);
        return texts;
    }
    base::Result<std::shared_ptr<const v1::KeepReply>> keep(const v1::KeepCall& call) {
        return ask<std::shared_ptr<const v1::KeepReply>>([&](auto done) { node_->keep(call, done); });
    }
    static std::string text(const fs::path& file) { return base::readFile(file).value_or("not there"); }
    fs::path atHome() const { return folder_ / GetParam().home / "r-1"; }

    TempHome tempHome_;
    const fs::path& folder_ = tempHome_.path();
    const fs::path run_ = folder_ / "runs" / "r-1";
    std::unique_ptr<base::EventLoop> loop_;
    std::optional<AttemptFences> fences_;
    FakeKeeper keeper_;
    std::unique_ptr<Node> node_;
    std::unique_ptr<AttemptTasks> tasks_;
    std::promise<std::string> ended_;
};

TEST_P(NodeFilesTest, GrowingFilesAreReadFromWhereTheyAreKnown) {
    EXPECT_THAT(read({"logs/a", "events"}), IsEmpty()) << "there are none";
    std::ofstream(run_ / "logs/a") << "one two";
    fs::create_directories(run_ / "events/x");
    std::ofstream(run_ / "events/x/events.out.tfevents.1.h") << "point";
    EXPECT_THAT(read({"logs/a"}), ElementsAre("logs/a 0 one two"));
    EXPECT_THAT(read({"logs/a", "events"}, {{"logs/a", 4}}),
                testing::UnorderedElementsAre("logs/a 4 two", "events/x/events.out.tfevents.1.h 0 point"));
    EXPECT_THAT(read({"logs/a"}, {{"logs/a", 7}}), IsEmpty());
}

/// What a task has written before it said something is here before that is believed.
TEST_P(NodeFilesTest, WhatATaskHasWrittenIsAtHomeOnceItIsAwaited) {
    ASSERT_TRUE(prepare("epochs: 1"));
    ASSERT_TRUE(
        shell("worker:0", "echo written; printf point >\"$TRAINYARD_LOGDIR/events.out.tfevents.1.h\""));
    EXPECT_EQ(ended_.get_future().get(), "worker:0");
    ASSERT_TRUE(shell("worker:1", "echo more; exec tail -f /dev/null"));
    while (text(run_ / "logs/worker:1") != "more\n") std::this_thread::yield();
    EXPECT_TRUE(ask<void>([&](auto done) { tasks_->awaitFiles("worker:1", done); }));
    EXPECT_EQ(text(atHome() / "logs/worker:0"), "written\n");
    EXPECT_EQ(text(atHome() / "events/tasks/worker:0/events.out.tfevents.1.h"), "point");
    EXPECT_EQ(text(atHome() / "logs/worker:1"), "more\n");
    EXPECT_TRUE(ask<void>([&](auto done) { tasks_->awaitFiles("worker:7", done); })) << "nobody writes";
    ended_ = {};
    EXPECT_TRUE(ask<void>([&](auto done) { tasks_->signal("worker:1", SIGKILL, done); }));
    EXPECT_EQ(ended_.get_future().get(), "worker:1");
}

TEST_P(NodeFilesTest, AFileHasItsNameOnceItsLastPartIsPut) {
    const std::string file = "copies/2/ckpt-4/model";
    EXPECT_TRUE(put({.file = file, .offset = 0, .bytes = "one "}));
    EXPECT_EQ(text(run_ / file), "not there");
    EXPECT_TRUE(put({.file = file, .offset = 4, .bytes = "two", .isLast = true}));
    EXPECT_EQ(text(run_ / file), "one two");
    EXPECT_TRUE(put({.file = file, .offset = 0, .bytes = "new", .isLast = true}));
    EXPECT_EQ(text(run_ / file), "new");
    fs::create_directories(folder_ / "elsewhere");
    fs::create_directory_symlink(folder_ / "elsewhere", run_ / "link");
    EXPECT_EQ(put({.file = "link/model", .offset = 0, .bytes = "x", .isLast = true}).error().id, "file.link");
    EXPECT_TRUE(fs::is_empty(folder_ / "elsewhere"));
}

TEST_P(NodeFilesTest, WhatItKeepsIsAskedOfTheMachineAndAnsweredAsItSays) {
    v1::KeepCall call;
    call.set_run("r-1");
    call.set_attempt(2);
    call.mutable_begin();
    const auto reply = keep(call);
    ASSERT_TRUE(reply);
    EXPECT_EQ((*reply)->all(0).step(), 7);
    call.mutable_search();
    EXPECT_EQ(keep(call).error().id, "keep.none");
    EXPECT_THAT(keeper_.asked, ElementsAre("r-1 2", "r-1 2"));
}

TEST_P(NodeFilesTest, WhatChangesOfItIsReported) {
    std::promise<std::string> reported;
    loop_->call([&] {
        node_->onKept("r-1", [&](const v1::KeptNews& news) { reported.set_value(news.removed(0)); });
    });
    v1::KeepCall call;  // answered after the session has begun
    call.mutable_begin();
    ASSERT_TRUE(keep(call));
    v1::KeptNews news;
    news.set_run("r-1");
    news.add_removed("ckpt-3");
    keeper_.report(news);
    EXPECT_EQ(reported.get_future().get(), "ckpt-3");
    loop_->call([&] { node_->onKept("r-1", {}); });
}

/// The machine's agent was restarted since the newer attempt began.
TEST_P(NodeFilesTest, AnOlderAttemptChangesNothingAfterARestart) {
    ASSERT_TRUE(prepare("epochs: 2"));
    end();
    begin(1);
    const auto refused = prepare("epochs: 1");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().id, "node.fenced");
    EXPECT_THAT(refused.error().message,
                HasSubstr("attempt 1 of run r-1 was refused by the node, which has attempt 2 since"));
    EXPECT_EQ(shell("worker:0", "exit 0").error().id, "node.fenced");
    EXPECT_EQ(put({.file = "orders", .offset = 0, .bytes = "stop", .isLast = true}).error().id,
              "node.fenced");
    EXPECT_EQ(ask<void>([&](auto done) { tasks_->signal("worker:0", SIGKILL, done); }).error().id,
              "node.fenced");
    EXPECT_EQ(text(run_ / "run.yaml"), "epochs: 2");
    EXPECT_FALSE(fs::exists(run_ / "orders"));
    EXPECT_FALSE(fs::exists(run_ / "logs/worker:0"));
    EXPECT_THAT(refused.error().message,
                HasSubstr("delete " + (run_ / kFenceFile).string() + " on the node"));
    open(2);
    EXPECT_TRUE(prepare("epochs: 3")) << "the newest continues";
    EXPECT_TRUE(shell("worker:0", "exit 0"));
    EXPECT_EQ(ended_.get_future().get(), "worker:0");
}

/// It must not be taken for one that admits everybody.
TEST_P(NodeFilesTest, WithADamagedFenceNothingIsStarted) {
    for (const char* const damaged : {"", "{", "[2]", "{\"greatest\": \"2\"}", "{\"greatest\": -1}"}) {
        std::ofstream(run_ / kFenceFile) << damaged;
        const auto refused = prepare("epochs: 1");
        ASSERT_FALSE(refused) << damaged;
        EXPECT_EQ(refused.error().id, kFenceDamaged);
        EXPECT_THAT(refused.error().describe(), HasSubstr((run_ / kFenceFile).string() + " is damaged"));
        EXPECT_THAT(refused.error().describe(), HasSubstr("delete it once none of them is running"));
        EXPECT_EQ(ask<void>([&](auto done) { tasks_->signal("worker:0", SIGKILL, done); }).error().id,
                  "task.not_running")
            << "a task that runs could be ended";
    }
    fs::remove(run_ / kFenceFile);  // as it says
    EXPECT_TRUE(prepare("epochs: 1"));
    EXPECT_EQ(raiseFence(run_, 1).value_or(0), 2U);
}

/// Who comes after this agent is not refused by it, which its log says.
TEST(FenceTest, ADiskThatTakesNoMoreKeepsNobodyOut) {
    const TempHome home;
    {
        const FullDisk full;
        EXPECT_EQ(raiseFence(home.path(), 3).value_or(0), 3U);
    }
    EXPECT_FALSE(fs::exists(home.path() / kFenceFile));
    EXPECT_EQ(raiseFence(home.path(), 2).value_or(0), 2U);
}

INSTANTIATE_TEST_SUITE_P(Local, NodeFilesTest, testing::Values(Place{&makeNodeOf<LocalNode>, "runs"}));
INSTANTIATE_TEST_SUITE_P(Remote, NodeFilesTest, testing::Values(Place{&makeFarNode, "home"}));

}  // namespace
}  // namespace trainyard::node
