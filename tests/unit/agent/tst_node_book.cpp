// SPDX-License-Identifier: Apache-2.0
// The other machines of a home. What is behind a node's agent here is a FakeNode.
#include "core/agent/node_book.h"

#include <gmock/gmock.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>

#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

#include "core/agent/node_file.h"
#include "core/base/time.h"
#include "tests/support/fake_node.h"
#include "tests/support/temp_home.h"
#include "tests/unit/node/remote_machine.h"

namespace trainyard::agent {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using namespace std::chrono_literals;

constexpr auto kAtMost = 60s;

/// A home whose agent has just started, with one node, whose agent describes it once the test lets it.
class NodeBookTest : public ::testing::Test {
  protected:
    void SetUp() override {
        far_ = std::move(*base::EventLoop::start());
        fake_ = std::make_unique<node::FakeNode>(*far_);
        machine_ = std::make_unique<node::Machine>(
            *far_, *fake_, folder_.path() / "there", [this]() -> base::Result<v1::NodeDescription> {
                if (isAsked_.exchange(true)) return v1::NodeDescription();  // only the first one is awaited
                asked_.set_value();
                return description_.get_future().get();
            });
        wire_.setMachine(machine_.get());
        ASSERT_TRUE(writeNodeFile(home_.root() / "nodes.json",
                                  {.home = "home-1", .generation = 1, .nodes = {{"box", "user@box"}}}));
        loop_ = std::move(*base::EventLoop::start());
        book_ = std::move(*NodeBook::open(*loop_, home_, folder_.path(), {},
                                          [this](const std::string&) -> std::unique_ptr<node::Transport> {
                                              return std::make_unique<node::WireTransport>(*loop_, wire_);
                                          }));
    }
    void TearDown() override {
        book_.reset();
        wire_.setMachine(nullptr);
        wire_.cut();
        machine_.reset();
        far_->call([&] { fake_.reset(); });
    }
    /// The home is connected from here on, and waits for the description.
    void awaitQuestion() { ASSERT_EQ(asked_.get_future().wait_for(kAtMost), std::future_status::ready); }
    static v1::NodeDescription ofBox() {
        v1::NodeDescription description;
        description.mutable_info()->set_host("box.lab");
        return description;
    }
    /// What whenConnected() calls, as a future.
    std::future<void> connected(const std::string& name) {
        const auto called = std::make_shared<std::promise<void>>();
        book_->whenConnected(name, {"r-1", 2}, [called] { called->set_value(); });
        return called->get_future();
    }
    static bool isReady(const std::future<void>& future, std::chrono::seconds patience = 0s) {
        return future.wait_for(patience) == std::future_status::ready;
    }

    TempHome folder_;
    const base::Home home_{folder_.path()};
    std::atomic<bool> isAsked_ = false;
    std::promise<void> asked_;
    std::promise<base::Result<v1::NodeDescription>> description_;
    std::unique_ptr<base::EventLoop> far_, loop_;
    std::unique_ptr<node::FakeNode> fake_;
    std::unique_ptr<node::Machine> machine_;
    node::Wire wire_;
    std::unique_ptr<NodeBook> book_;
};

/// A run that is taken up then may have to begin an attempt at once, in the subnet of its run file.
TEST_F(NodeBookTest, ANodeIsUsedOnceItsAddressesAreKnown) {
    const std::future<void> usable = connected("box");
    awaitQuestion();
    const std::future<void> later = connected("box");
    EXPECT_TRUE(loop_->call([&] { return book_->silenceOf("box"); }).empty()) << "it is connected";
    EXPECT_THAT(book_->addressesOf("box"), IsEmpty());
    EXPECT_FALSE(isReady(usable));
    EXPECT_FALSE(isReady(later));
    v1::NodeDescription description = ofBox();
    description.add_addresses()->set_address("10.78.0.2");
    description_.set_value(std::move(description));
    EXPECT_TRUE(isReady(usable, kAtMost));
    EXPECT_TRUE(isReady(later, kAtMost));
    EXPECT_THAT(book_->addressesOf("box"), ElementsAre("10.78.0.2"));
    EXPECT_TRUE(isReady(connected("box"), kAtMost)) << "what is known stays known";
}

/// Its runs are better off without its addresses than never taken up.
TEST_F(NodeBookTest, ANodeThatCannotBeDescribedIsUsedAllTheSame) {
    const std::future<void> usable = connected("box");
    awaitQuestion();
    loop_->call([] {});  // what was posted there before
    EXPECT_FALSE(isReady(usable));
    description_.set_value(base::fail(base::Code::kInternal, "its disk is damaged"));
    EXPECT_TRUE(isReady(usable, kAtMost));
}

TEST_F(NodeBookTest, ANodeConnectsSinceTheAgentBegan) {
    const std::vector<v1::NodeInfo> nodes = book_->list();
    ASSERT_EQ(nodes.size(), 1u);
    EXPECT_NEAR(nodes[0].since(), base::wallNow(), 60);
    awaitQuestion();
    description_.set_value(v1::NodeDescription());
}

/// A run can be placed there only then, and figures are those of that moment.
TEST_F(NodeBookTest, ANodeSaysSinceWhenItIsKnownAndWhetherItIsPrepared) {
    const std::future<void> usable = connected("box");
    awaitQuestion();
    EXPECT_EQ(book_->list()[0].described(), 0);
    EXPECT_FALSE(book_->list()[0].has_is_prepared()) << "not known yet";
    v1::NodeDescription description;
    description.mutable_info()->set_host("box.lab");
    description.set_libtorch("2.11.0");
    description_.set_value(std::move(description));
    ASSERT_TRUE(isReady(usable, kAtMost));
    const v1::NodeInfo box = book_->list()[0];
    EXPECT_NEAR(box.described(), base::wallNow(), 60);
    EXPECT_TRUE(box.has_is_prepared() && box.is_prepared());
    wire_.setDown("no route to host");
    wire_.cut();
    while (book_->list()[0].state() == "connected") std::this_thread::yield();
    EXPECT_EQ(book_->list()[0].described(), box.described()) << "as it was known last";
    EXPECT_TRUE(book_->list()[0].is_prepared());
}

/// What the agent's log has.
class Logged {
  public:
    Logged() {
        spdlog::set_default_logger(std::make_shared<spdlog::logger>("test", std::make_shared<Sink>(*this)));
    }
    ~Logged() { spdlog::set_default_logger(before_); }
    /// The first `count` lines about nodes, once they are there.
    std::vector<std::string> lines(std::size_t count) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, kAtMost, [&] { return lines_.size() >= count; });
        return lines_;
    }

  private:
    struct Sink final : spdlog::sinks::base_sink<std::mutex> {
        explicit Sink(Logged& log) : log_(log) {}
        void sink_it_(const spdlog::details::log_msg& message) override {
            std::string text(message.payload.begin(), message.payload.end());
            if (!text.starts_with("node ")) return;
            const std::lock_guard lock(log_.mutex_);
            log_.lines_.push_back(std::move(text));
            log_.changed_.notify_all();
        }
        void flush_() override {}
        Logged& log_;
    };
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::string> lines_;
    std::shared_ptr<spdlog::logger> before_ = spdlog::default_logger();
};

TEST_F(NodeBookTest, TheLogHasALineForEachChangeOfANode) {
    awaitQuestion();
    description_.set_value(v1::NodeDescription());
    Logged log;
    wire_.setDown("no route to host");
    wire_.cut();
    ASSERT_THAT(log.lines(1), ElementsAre(StartsWith("node box (user@box) was lost: ")));
    (void)book_->check({"box"});  // tried again, and again without success
    (void)book_->check({"box"});
    wire_.setDown("");
    (void)book_->check({"box"});
    ASSERT_TRUE(book_->remove("box"));
    EXPECT_THAT(log.lines(3),
                ElementsAre(StartsWith("node box (user@box) was lost: "),
                            "node box (user@box) is connected again", "node box (user@box) was removed"));
}

TEST_F(NodeBookTest, NobodyWaitsForANodeThatThereIsNot) {
    EXPECT_TRUE(isReady(connected("nobody"), kAtMost));
    const std::future<void> usable = connected("box");
    awaitQuestion();
    description_.set_value(ofBox());
    ASSERT_TRUE(isReady(usable, kAtMost));
    ASSERT_TRUE(book_->remove("box"));
    EXPECT_TRUE(isReady(connected("box"), kAtMost));
}

/// A home with a node that has a task of a run.
class AbandonedNodeTest : public NodeBookTest {
  protected:
    void SetUp() override {
        NodeBookTest::SetUp();
        const std::future<void> usable = connected("box");
        description_.set_value(ofBox());
        ASSERT_TRUE(isReady(usable, kAtMost));
        std::promise<bool> launched;
        loop_->call([&] {
            tasks_ = book_->find("box")->open({"r-1", 2}, [this](const node::TaskEnd& end) {
                EXPECT_TRUE(isAnnounced_) << "before anything of it is noticed";
                ends_.push_back(end);
            });
            node::TaskLaunch task;
            task.task = "worker:0";
            tasks_->launch(task, [&](const auto& record) { launched.set_value(record.has_value()); });
        });
        ASSERT_TRUE(launched.get_future().get());
    }
    void TearDown() override {
        loop_->call([&] { tasks_.reset(); });
        NodeBookTest::TearDown();
    }
    void lose() {
        wire_.setDown("no route to host");
        wire_.cut();
        while (book_->list().at(0).state() == "connected") std::this_thread::yield();
    }
    base::Result<std::vector<std::string>> abandon(const std::string& name) {
        return book_->abandon(name, [this] { isAnnounced_ = true; });
    }
    std::size_t ends() {
        return loop_->call([&] { return ends_.size(); });
    }
    NodeFile file() { return *readNodeFile(home_.root() / "nodes.json"); }

    std::unique_ptr<node::AttemptTasks> tasks_;  ///< [loop], as what follows
    std::vector<node::TaskEnd> ends_;
    bool isAnnounced_ = false;
};

TEST_F(AbandonedNodeTest, OneThatIsConnectedIsNotAbandoned) {
    const auto refused = abandon("box");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().id, "node.reachable");
    EXPECT_THAT(refused.error().message.text(), HasSubstr("(r-1)"));
    EXPECT_FALSE(isAnnounced_);
    EXPECT_EQ(ends(), 0u);
    EXPECT_EQ(book_->list().size(), 1u);
    EXPECT_EQ(file().nodes.size(), 1u);
    EXPECT_TRUE(file().abandoned.empty());
    EXPECT_EQ(abandon("nobody").error().id, "node.unknown");
}

TEST_F(AbandonedNodeTest, TheTasksOfOneThatIsLostEndAndItsRunsAreNamed) {
    lose();
    const auto refused = book_->remove("box");
    EXPECT_EQ(refused.error().id, "node.in_use");
    EXPECT_THAT(refused.error().message.text(), HasSubstr("`trainyard --headless nodes remove box --force`"));
    const auto abandoned = abandon("box");
    ASSERT_TRUE(abandoned) << abandoned.error().describe();
    EXPECT_THAT(*abandoned, ElementsAre("r-1"));
    EXPECT_EQ(ends(), 1u);
    EXPECT_TRUE(book_->list().empty());
    EXPECT_EQ(loop_->call([&] { return book_->find("box"); }), nullptr);
    EXPECT_TRUE(file().nodes.empty());
    EXPECT_THAT(file().abandoned["box"], ElementsAre(node::AttemptId{"r-1", 2}));
    EXPECT_THAT(abandon("box").value(), ElementsAre("r-1")) << "again";
    EXPECT_EQ(ends(), 1u);
}

/// After a restart of the agent, whatever is awaited of the machine is that of such a run.
TEST_F(AbandonedNodeTest, ARunThatIsToBeTakenUpHasTasksThere) {
    loop_->call([&] { tasks_.reset(); });
    lose();
    const std::future<void> awaited = connected("box");
    loop_->call([] {});
    EXPECT_EQ(book_->remove("box").error().id, "node.in_use");
    EXPECT_FALSE(isReady(awaited));
    EXPECT_THAT(abandon("box").value(), ElementsAre("r-1"));
    EXPECT_TRUE(isReady(awaited, kAtMost)) << "it is taken up without the machine";
    EXPECT_THAT(file().abandoned["box"], ElementsAre(node::AttemptId{"r-1", 2}));
}

/// Under whatever name.
TEST_F(AbandonedNodeTest, WhatIsLeftThereEndsWhenTheMachineIsAddedAgain) {
    lose();
    ASSERT_TRUE(abandon("box"));
    wire_.setDown("");
    const auto added = book_->add("user@crate", "crate");
    ASSERT_TRUE(added) << added.error().describe();
    EXPECT_THAT(file().abandoned["box"], ElementsAre(node::AttemptId{"r-1", 2})) << "it did not know the run";
    ASSERT_TRUE(book_->remove("crate"));
    std::filesystem::create_directories(folder_.path() / "there" / "r-1" / "tasks");
    ASSERT_TRUE(book_->add("user@crate", "crate"));
    EXPECT_TRUE(file().abandoned.empty()) << "what was alive of it has been killed";
}

}  // namespace
}  // namespace trainyard::agent
