// SPDX-License-Identifier: Apache-2.0
// Checkpoints that a machine keeps for a run of another home, and how they get there.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <optional>
#include <span>

#include "core/base/file.h"
#include "core/checkpoint/checkpoint.h"
#include "core/control/run/attempt_file.h"
#include "core/control/run/checkpoint_fetch.h"
#include "core/control/run/hosted_checkpoints.h"
#include "core/control/run/kept_messages.h"
#include "core/control/run/remote_checkpoints.h"
#include "core/node/fence.h"
#include "core/store/run_store.h"
#include "keeping_node.h"
#include "tests/support/temp_home.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class HostedCheckpointsTest : public ::testing::Test {
  protected:
    void SetUp() override {
        loop_ = std::move(*base::EventLoop::start());
        executors_.emplace();
        open();
    }
    void TearDown() override {
        close();
        executors_.reset();
        loop_->call([] {});
        loop_.reset();
    }
    /// The agent of the machine begins, and ends.
    void open() {
        fences_.emplace(folder_ / "hosted");
        hosted_ = std::make_unique<HostedCheckpoints>(
            HostedCheckpoints::Machine{*loop_, executors_->disk, executors_->deletions, executors_->reading},
            folder_ / "hosted", *fences_);
        node_.emplace(*hosted_);
        loop_->call([&] { hosted_->onKept([this](const v1::KeptNews& news) { note(news); }); });
    }
    void close() {
        loop_->call([&] { hosted_->close(); });
        settle();
        hosted_.reset();
    }
    void settle() {
        executors_->disk.call([] {});
        loop_->call([] {});
    }
    void note(const v1::KeptNews& news) {
        for (const auto& info : news.saved()) news_.push_back("saved " + std::to_string(info.step()));
        for (const auto& path : news.removed())
            news_.push_back("removed " + fs::path(path).filename().string());
    }
    base::Result<v1::KeepReply> keep(v1::KeepCall call, int attempt = 1) {
        call.set_run("r-1");
        call.set_attempt(attempt);
        std::promise<base::Result<v1::KeepReply>> answer;
        loop_->call([&] {
            hosted_->keep(call, [&](const auto& reply) {
                if (reply)
                    answer.set_value(**reply);
                else
                    answer.set_value(base::fail(reply.error()));
            });
        });
        return answer.get_future().get();
    }
    base::Result<v1::KeepReply> begin(int attempt = 1, bool isRunning = false) {
        v1::KeepCall call;
        call.mutable_begin()->mutable_spec()->mutable_checkpoint()->set_keep(2);
        call.mutable_begin()->set_token("secret of " + std::to_string(attempt));
        call.mutable_begin()->set_is_running(isRunning);
        return keep(call, attempt);
    }
    fs::path kept() const { return folder_ / "hosted" / "r-1" / "checkpoints"; }
    void stage(std::int64_t step, int attempt = 1) {
        const std::vector<float> weights(1000, static_cast<float>(step));
        checkpoint::Contents contents;
        contents.model.push_back({"w", "F32", {1000}, std::as_bytes(std::span(weights))});
        contents.state.step = step;
        ASSERT_TRUE(checkpoint::writeStaged(kept(), contents, {"r-1", attempt}));
    }
    /// Nothing: it was of none of the runs.
    std::optional<base::Result<v1::PublishCheckpointReply>> publish(std::int64_t step, int attempt = 1,
                                                                    std::string token = {}) {
        if (token.empty()) token = "secret of " + std::to_string(attempt);
        v1::PublishCheckpointRequest request;
        request.set_staged(checkpoint::stagedName(step, attempt));
        request.set_step(step);
        std::promise<base::Result<v1::PublishCheckpointReply>> answer;
        const bool isKnown = loop_->call([&] {
            return hosted_->publish({"r-1", attempt, "worker:0", token}, request,
                                    [&](auto reply) { answer.set_value(std::move(reply)); });
        });
        if (!isKnown) return std::nullopt;
        auto reply = answer.get_future().get();
        settle();
        return reply;
    }
    std::vector<std::string> takeNews() {
        return loop_->call([&] { return std::exchange(news_, {}); });
    }
    static std::vector<std::int64_t> steps(const base::Result<v1::KeepReply>& reply) {
        std::vector<std::int64_t> steps;
        for (const auto& info : reply->all()) steps.push_back(info.step());
        return steps;
    }

    struct Executors {
        base::Executor deletions{"test-delete"}, disk{"test-disk"}, reading{"test-read"};
    };
    TempHome tempHome_;
    const fs::path& folder_ = tempHome_.path();
    std::unique_ptr<base::EventLoop> loop_;
    std::optional<Executors> executors_;
    std::optional<node::AttemptFences> fences_;
    std::unique_ptr<HostedCheckpoints> hosted_;
    std::optional<KeepingNode> node_;
    std::vector<std::string> news_;  ///< [loop]
};

TEST_F(HostedCheckpointsTest, WhatATaskSavesIsPublishedThinnedOutAndReported) {
    ASSERT_TRUE(begin());
    for (const std::int64_t step : {1, 2, 3}) {
        stage(step);
        const auto published = publish(step);
        ASSERT_TRUE(published && *published);
        EXPECT_EQ((*published)->path(), (kept() / checkpoint::finalName(step)).string());
    }
    EXPECT_THAT(takeNews(), ElementsAre("saved 1", "saved 2", "saved 3", "removed ckpt-1"));
    EXPECT_FALSE(fs::exists(kept() / "ckpt-1"));
    EXPECT_THAT(steps(begin()), ElementsAre(2, 3)) << "to begin again tells what is there";
}

TEST_F(HostedCheckpointsTest, AnOlderAttemptIsFenced) {
    ASSERT_TRUE(begin(1));
    stage(1, 1);
    ASSERT_TRUE(begin(2));
    EXPECT_FALSE(fs::exists(kept() / checkpoint::stagedName(1, 1))) << "nobody can complete it";
    const auto late = publish(1, 1);
    ASSERT_TRUE(late);
    EXPECT_EQ(late->error().id, "attempt.ended");
    EXPECT_EQ(begin(1).error().id, "node.fenced");
    v1::KeepCall close;
    close.mutable_close();
    EXPECT_EQ(keep(close, 1).error().id, "node.fenced");
    EXPECT_TRUE(keep(close, 2));
}

TEST_F(HostedCheckpointsTest, AnOlderAttemptIsFencedAfterARestart) {
    ASSERT_TRUE(begin(2));
    stage(6, 2);
    ASSERT_TRUE(publish(6, 2));
    close();
    open();
    const auto refused = begin(1);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().id, "node.fenced");
    EXPECT_THAT(refused.error().message,
                HasSubstr("attempt 1 of run r-1 was refused by the node, which has attempt 2 since"));
    v1::KeepCall edit;
    edit.mutable_edit()->set_path((kept() / "ckpt-6").string());
    edit.mutable_edit()->set_action(v1::EditCheckpointRequest::DELETE);
    EXPECT_EQ(keep(edit, 1).error().id, "node.fenced");
    EXPECT_FALSE(publish(1, 1)) << "it keeps nothing";
    EXPECT_THAT(steps(begin(2, true)), ElementsAre(6));
    EXPECT_TRUE(keep(edit, 2));
    close();
    open();
    fs::remove(folder_ / "hosted" / "r-1" / node::kFenceFile);
    EXPECT_TRUE(begin(1)) << "of a home that was restored, as the refusal says";
}

/// It must not be taken for one that names nobody.
TEST_F(HostedCheckpointsTest, ADamagedFenceIsAnErrorThatSaysWhatToDo) {
    ASSERT_TRUE(begin(2));
    close();
    const fs::path fence = folder_ / "hosted" / "r-1" / node::kFenceFile;
    std::ofstream(fence) << "{";
    open();
    for (const int attempt : {1, 2, 3}) {
        const auto refused = begin(attempt);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().id, node::kFenceDamaged);
        EXPECT_THAT(refused.error().describe(), HasSubstr(fence.string() + " is damaged"));
        EXPECT_THAT(refused.error().describe(), HasSubstr("delete it once none of them is running"));
    }
    fs::remove(fence);
    EXPECT_TRUE(begin(3));
}

TEST_F(HostedCheckpointsTest, OnlyTheAttemptsOwnTasksPublish) {
    EXPECT_FALSE(publish(1)) << "nothing is known of it";
    ASSERT_TRUE(begin());
    stage(1);
    EXPECT_FALSE(publish(1, 1, "another")) << "perhaps of a run of another home with that name";
    EXPECT_FALSE(publish(1, 2)) << "it has not begun";
    EXPECT_TRUE(publish(1));
}

TEST_F(HostedCheckpointsTest, ARestartedAgentFindsWhatIsThere) {
    ASSERT_TRUE(begin());
    stage(4);
    ASSERT_TRUE(publish(4));
    stage(5);
    close();
    open();
    EXPECT_FALSE(publish(5)) << "to be asked again";
    EXPECT_THAT(steps(begin(1, true)), ElementsAre(4));
    const auto published = publish(5);
    EXPECT_TRUE(published && *published) << "what was being written is still there";
}

TEST_F(HostedCheckpointsTest, WhatWasStagedAtTheEndIsPublishedBeforeTheAnswer) {
    ASSERT_TRUE(begin());
    stage(7);
    v1::KeepCall close;
    close.mutable_close();
    ASSERT_TRUE(keep(close));
    EXPECT_THAT(takeNews(), ElementsAre("saved 7"));
}

/// What the home enters in its store.
class MirrorTest : public HostedCheckpointsTest {
  protected:
    void SetUp() override {
        HostedCheckpointsTest::SetUp();
        store_ = std::move(*store::RunStore::open(folder_ / "store.sqlite"));
        run_ = *store_->createRun({.name = "r"});
    }
    void TearDown() override {
        store_.reset();
        HostedCheckpointsTest::TearDown();
    }
    v1::CheckpointInfo info(std::int64_t step, int attempt) const {
        v1::CheckpointInfo info;
        info.set_run(run_.id);
        info.set_step(step);
        info.set_attempt(attempt);
        info.set_path("/there/ckpt-" + std::to_string(step));
        info.set_write_ms(5);
        return info;
    }
    std::vector<std::string> paths() {
        std::vector<std::string> paths;
        const auto rows = store_->checkpoints(run_.id);
        for (const auto& row : *rows) paths.push_back(row.path);
        return paths;
    }
    std::unique_ptr<store::RunStore> store_;
    store::RunRow run_;
};

TEST_F(MirrorTest, EachCheckpointIsAnnouncedOnce) {
    v1::KeptNews news;
    news.set_run(run_.id);
    *news.add_saved() = info(8, 2);
    EXPECT_EQ(mirrorKept(*store_, "box", 2, news)->size(), 1U);
    EXPECT_THAT(paths(), ElementsAre("box:/there/ckpt-8"));
    EXPECT_THAT(*mirrorKept(*store_, "box", 2, news), IsEmpty()) << "its marks have changed";
    // After a cut in which an agent was restarted: all that is there, without the times.
    v1::KeepReply all;
    for (const int step : {8, 16}) {
        *all.add_all() = info(step, 2);
        all.mutable_all()->rbegin()->set_write_ms(0);
    }
    *all.add_all() = info(4, 1);
    const auto events = mirrorAll(*store_, "box", run_.id, 2, all);
    ASSERT_EQ(events->size(), 1U) << "of this attempt, and new";
    EXPECT_EQ(events->front().checkpoint().step(), 16);
    EXPECT_EQ(store_->checkpointAt("box:/there/ckpt-8").value()->writeMs, 5);
    all.mutable_all()->DeleteSubrange(0, 1);
    ASSERT_TRUE(mirrorAll(*store_, "box", run_.id, 2, all));
    EXPECT_THAT(paths(), ElementsAre("box:/there/ckpt-4", "box:/there/ckpt-16"));
}

class FetchTest : public HostedCheckpointsTest {
  protected:
    void SetUp() override {
        HostedCheckpointsTest::SetUp();
        ASSERT_TRUE(begin());
        stage(6);
        ASSERT_TRUE(publish(6));
        there_.path = (kept() / "ckpt-6").string();
        fetches_.emplace(*loop_, executors_->disk);
    }
    void TearDown() override {
        if (fetches_) loop_->call([&] { fetches_->close(); });
        HostedCheckpointsTest::TearDown();
    }
    /// [loop]
    void ask(CheckpointFetches::Done done) {
        nodes_.box = &*node_;
        fetches_->fetch(&nodes_, "r-1", folder_ / "runs" / "r-1", there_, std::move(done));
    }
    base::Result<FetchedCheckpoint> fetch() {
        node_->read.clear();
        std::promise<base::Result<FetchedCheckpoint>> fetched;
        loop_->call([&] { ask([&](auto result) { fetched.set_value(std::move(result)); }); });
        return fetched.get_future().get();
    }
    fs::path target() const { return fetchedPath(folder_ / "runs" / "r-1", there_); }

    base::RemotePath there_{"box", ""};
    OnlyBox nodes_;
    std::optional<CheckpointFetches> fetches_;  ///< [loop]
};

TEST_F(FetchTest, ACopyIsFetchedOnce) {
    const auto fetched = fetch();
    ASSERT_TRUE(fetched) << fetched.error().describe();
    EXPECT_EQ(fetched->path, target());
    EXPECT_GT(fetched->bytes, 4000U);
    EXPECT_TRUE(checkpoint::verify(target()));
    EXPECT_EQ(fetch()->bytes, 0U);
    EXPECT_THAT(node_->read, ElementsAre("manifest.json"));
}

/// A user exports it, gives up and asks again, while a run begins with it.
TEST_F(FetchTest, ItIsFetchedOnceForAllWhoAsk) {
    std::promise<base::Result<FetchedCheckpoint>> one, other;
    loop_->call([&] {
        ask([&](auto result) { one.set_value(std::move(result)); });
        ask([](const auto&) {});
        node_->onRead = [&](const std::string& file) {
            if (file != "model.safetensors") return false;
            node_->onRead = {};
            ask([&](auto result) { other.set_value(std::move(result)); });
            return false;
        };
    });
    for (auto* const promised : {&one, &other}) {
        const auto fetched = promised->get_future().get();
        ASSERT_TRUE(fetched) << fetched.error().describe();
        EXPECT_EQ(fetched->path, target());
        EXPECT_TRUE(checkpoint::verify(target()));
    }
    loop_->call([&] { std::ranges::sort(node_->read); });
    EXPECT_EQ(std::ranges::adjacent_find(node_->read), node_->read.end()) << "a file was read twice";
    EXPECT_EQ(fetch()->bytes, 0U) << "the next one begins";
}

TEST_F(FetchTest, WhoIsRefusedMayAskAgain) {
    std::promise<base::Result<FetchedCheckpoint>> again;
    const fs::path weights = kept() / "ckpt-6" / "model.safetensors", aside = folder_ / "weights";
    fs::copy(weights, aside);
    fs::resize_file(weights, 100);
    loop_->call([&] {
        ask([&](const base::Result<FetchedCheckpoint>& damaged) {
            EXPECT_FALSE(damaged);
            fs::copy(aside, weights, fs::copy_options::overwrite_existing);
            ask([&](auto result) { again.set_value(std::move(result)); });
        });
    });
    const auto fetched = again.get_future().get();
    EXPECT_TRUE(fetched) << fetched.error().describe();
}

TEST_F(FetchTest, ItEndsWithTheAgent) {
    std::string id;
    loop_->call([&] {
        node_->onRead = [](const std::string&) { return true; };
        ask([&](const auto& result) { id = result.error().id; });
        fetches_->close();
        EXPECT_EQ(id, "call.cancelled");
        node_->onRead = {};
        node_->answerHeld();  // too late
    });
    settle();
    settle();
    EXPECT_FALSE(fs::exists(target().parent_path()));
    EXPECT_TRUE(fetch());
}

TEST_F(FetchTest, OneThatWasCutOffContinues) {
    const auto whole = fetch();
    ASSERT_TRUE(whole);
    const fs::path part = target().string() + ".part";
    fs::rename(target(), part);
    fs::resize_file(part / "model.safetensors", 1000);
    const auto rest = fetch();
    ASSERT_TRUE(rest) << rest.error().describe();
    EXPECT_EQ(rest->bytes, fs::file_size(target() / "model.safetensors") - 1000);
    EXPECT_TRUE(checkpoint::verify(target()));
    EXPECT_FALSE(fs::exists(part));
}

TEST_F(FetchTest, ADamagedOneIsNotTaken) {
    fs::resize_file(kept() / "ckpt-6" / "model.safetensors", 100);
    EXPECT_THAT(fetch().error().describe(), HasSubstr("box:/"));
    EXPECT_FALSE(fs::exists(target()));
    there_.path = (kept() / "ckpt-9").string();
    EXPECT_THAT(fetch().error().describe(), HasSubstr("cannot fetch box:/"));
}

/// Of the name that a fetch uses until it is complete.
TEST_F(FetchTest, AForeignFolderStays) {
    const fs::path part = target().string() + ".part";
    fs::create_directories(part);
    std::ofstream(part / "notes.txt") << "of a person";
    const auto refused = fetch();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().id, "folder.not_ours") << refused.error().describe();
    EXPECT_EQ(base::readFile(part / "notes.txt").value_or(""), "of a person");
    fs::rename(part, folder_ / "elsewhere");
    EXPECT_TRUE(fetch());
}

TEST_F(FetchTest, AForeignFileInAPartStays) {
    const fs::path part = target().string() + ".part";
    for (const bool isOfThisCheckpoint : {true, false}) {
        ASSERT_TRUE(fetch());
        fs::rename(target(), part);
        fs::remove(part / "owner.json");
        std::ofstream(part / ".trainyard-part") << "r-1";
        std::ofstream(part / "notes.txt") << "of a person";
        if (!isOfThisCheckpoint) std::ofstream(part / "manifest.json") << "of another one";
        // A file that no manifest names is damage; then all of it is sent again.
        const bool isFetched = fetch().has_value();
        EXPECT_EQ(isFetched, !isOfThisCheckpoint);
        const fs::path kept = part.string() + ".before";
        EXPECT_EQ(base::readFile(kept / "notes.txt").value_or(""), "of a person");
        EXPECT_FALSE(fs::exists(part));
        fs::remove_all(kept);
        if (!isFetched) {
            EXPECT_TRUE(fetch());
        }
        fs::remove_all(target());
    }
}

}  // namespace
}  // namespace trainyard::control
