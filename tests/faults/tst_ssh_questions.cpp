// SPDX-License-Identifier: Apache-2.0
// Questions of a real ssh reach whoever made the call, and the answers reach ssh.
#include <gmock/gmock.h>

#include <signal.h>

#include <deque>
#include <fstream>
#include <future>
#include <optional>

#include "core/base/file.h"
#include "core/base/loop/timer.h"
#include "core/node/process.h"
#include "core/node/remote/askpass.h"
#include "ssh_fixture.h"

namespace trainyard::faults {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kRight = "a phrase that opens it";
constexpr const char* kWrong = "another phrase";

class SshQuestionTest : public SshFixture {
  protected:
    /// No host key is known, and the user's key has a passphrase.
    void SetUp() override {
        SshFixture::SetUp();
        const std::string key = (ssh_ / "user_key").string();
        ASSERT_EQ(std::system(("ssh-keygen -q -p -P '' -N '" + std::string(kRight) + "' -f " + key).c_str()),
                  0);
    }
    void forgetTheHost() {
        std::ofstream(ssh_ / "known_hosts") << "";
        std::string config = *base::readFile(ssh_ / "config");
        const std::string strict = "StrictHostKeyChecking yes";
        config.replace(config.find(strict), strict.size(), "StrictHostKeyChecking ask");
        std::ofstream(ssh_ / "config") << config;
    }
    struct Call {
        base::Status status;
        v1::NodeInfo node;
        std::vector<v1::SshQuestion> questions;
        bool hasSent = false;
    };
    /// `answers`: one for each question; "" cancels.
    Call setUp(v1::SetUpNodeRequest::Action action, std::deque<std::string> answers) {
        v1::SetUpNodeRequest request;
        request.set_action(action);
        request.set_target(action == v1::SetUpNodeRequest::ADD ? "node" : "");
        request.set_name("node");
        request.set_answers(true);
        Call call;
        call.status = client_->setUpNode(request, {}, [&](const v1::SetUpNodeReply& reply) {
            call.hasSent |= reply.bytes() > 0;
            if (reply.finished()) call.node = reply.node();
            if (reply.question().id().empty()) return true;
            call.questions.push_back(reply.question());
            v1::AnswerQuestionRequest answer;
            answer.set_id(reply.question().id());
            answer.set_cancelled(answers.empty() || answers.front().empty());
            if (!answers.empty()) {
                answer.set_answer(answers.front());
                answers.pop_front();
            }
            EXPECT_TRUE(client_->answerQuestion(answer));
            return true;
        });
        return call;
    }
    Call add(std::deque<std::string> answers) { return setUp(v1::SetUpNodeRequest::ADD, std::move(answers)); }
    v1::NodeInfo node() {
        const auto nodes = client_->listNodes({});
        return nodes && nodes->nodes_size() == 2 ? nodes->nodes(1) : v1::NodeInfo();
    }
    void until(const std::function<bool()>& isSo, const std::string& what) {
        const auto end = std::chrono::steady_clock::now() + 60s;
        while (!isSo()) {
            ASSERT_LT(std::chrono::steady_clock::now(), end) << "not within a minute: " << what;
            std::promise<void> passed;
            std::optional<base::Timer> timer;
            loop_->call([&] {
                timer.emplace(*loop_);
                timer->start(20ms, [&] { passed.set_value(); });
            });
            passed.get_future().wait();
            loop_->call([&] { timer.reset(); });
        }
    }
    /// The files below the agent's home that have this text.
    std::vector<std::string> filesWith(const std::string& text) {
        std::vector<std::string> files;
        for (const auto& entry : fs::recursive_directory_iterator(home_)) {
            if (!entry.is_regular_file()) continue;
            const auto content = base::readFile(entry.path());
            if (content && content->find(text) != std::string::npos) files.push_back(entry.path());
        }
        return files;
    }
};

TEST_F(SshQuestionTest, AnUnknownHostIsAcceptedByWhoAsked) {
    forgetTheHost();
    startAgent(environment());
    const Call call = add({"yes", kRight});
    ASSERT_TRUE(call.status) << call.status.error().describe();
    EXPECT_EQ(call.node.state(), "connected");
    ASSERT_EQ(call.questions.size(), 2u);
    EXPECT_EQ(call.questions[0].kind(), v1::SshQuestion::YES_NO);
    EXPECT_THAT(call.questions[0].prompt(),
                AllOf(HasSubstr("can't be established.\n"), HasSubstr("key fingerprint is SHA256:"),
                      HasSubstr("(yes/no/[fingerprint])?")));
    EXPECT_EQ(call.questions[1].kind(), v1::SshQuestion::SECRET);
    EXPECT_THAT(call.questions[1].prompt(), HasSubstr("Enter passphrase for key"));
    EXPECT_FALSE(base::readFile(ssh_ / "known_hosts")->empty()) << "ssh asks about this host again";
    EXPECT_THAT(filesWith(kRight), testing::IsEmpty()) << "an answer is kept";
}

TEST_F(SshQuestionTest, AHostThatIsNotAcceptedIsNotAdded) {
    forgetTheHost();
    startAgent(environment());
    const Call call = add({"no"});
    ASSERT_FALSE(call.status);
    EXPECT_EQ(call.status.error().id, "node.unreachable");
    EXPECT_THAT(call.status.error().message, HasSubstr("Host key verification failed"));
    EXPECT_TRUE(base::readFile(ssh_ / "known_hosts")->empty());
}

TEST_F(SshQuestionTest, AWrongPassphraseIsAskedForAgain) {
    startAgent(environment());
    const Call call = add({kWrong, kRight});
    ASSERT_TRUE(call.status) << call.status.error().describe();
    EXPECT_EQ(call.questions.size(), 2u);
    EXPECT_EQ(call.node.state(), "connected");
}

TEST_F(SshQuestionTest, AfterThreeWrongOnesTheReasonIsThatOfSsh) {
    startAgent(environment());
    const Call call = add({kWrong, kWrong, kWrong, kRight});
    ASSERT_FALSE(call.status);
    EXPECT_EQ(call.questions.size(), 3u);
    EXPECT_EQ(call.status.error().id, "node.unreachable");
    EXPECT_THAT(call.status.error().message,
                AllOf(HasSubstr("node node was not added"), HasSubstr("Permission denied (publickey)")));
}

TEST_F(SshQuestionTest, CancellingEndsTheCallAndItsSsh) {
    startAgent(environment());
    const Call call = add({""});
    ASSERT_FALSE(call.status);
    EXPECT_EQ(call.status.error().id, "ssh.cancelled");
    EXPECT_EQ(call.status.error().code, base::Code::kCancelled);
    EXPECT_THAT(call.status.error().message, HasSubstr("Enter passphrase for key"));
    EXPECT_EQ(call.questions.size(), 1u);
    until([&] { return node::childrenOf(agent_).empty(); }, "the end of ssh");
    EXPECT_TRUE(add({kRight}).status) << "the name is not free";
}

TEST_F(SshQuestionTest, AMachineWithoutTrainyardIsAskedForOnePassphrase) {
    configureServer("/usr/bin:/bin");
    startAgent(environment());
    const Call call = add({kRight});
    ASSERT_TRUE(call.status) << call.status.error().describe();
    EXPECT_EQ(call.questions.size(), 1u);
    EXPECT_TRUE(call.hasSent);
    EXPECT_EQ(call.node.state(), "connected");
}

/// Its path may be too long for a socket, or have a character that ssh would expand.
TEST_F(SshQuestionTest, WhereNoConnectionIsSharedAMachineWithoutTrainyardIsAskedForTwo) {
    configureServer("/usr/bin:/bin");
    const auto variables = environment();
    std::ofstream(home_ / "bin" / "ssh") << "#!/bin/sh\nexec /usr/bin/ssh -o ControlPath=none -F "
                                         << (ssh_ / "config").string() << " \"$@\"\n";
    startAgent(variables);
    const Call call = add({kRight, kRight});
    ASSERT_TRUE(call.status) << call.status.error().describe();
    EXPECT_EQ(call.questions.size(), 2u);
    EXPECT_TRUE(call.hasSent);
    EXPECT_EQ(call.node.state(), "connected");
}

TEST_F(SshQuestionTest, WhoAnswersNothingIsToldWhatToDo) {
    startAgent(environment());
    v1::SetUpNodeRequest request;
    request.set_action(v1::SetUpNodeRequest::ADD);
    request.set_target("node");
    bool isAsked = false;
    const auto status = client_->setUpNode(request, {}, [&](const v1::SetUpNodeReply& reply) {
        isAsked |= reply.has_question();
        return true;
    });
    ASSERT_FALSE(status);
    EXPECT_FALSE(isAsked);
    EXPECT_EQ(status.error().id, "node.unreachable");
    EXPECT_THAT(status.error().message, HasSubstr("`ssh-copy-id node`"));
}

TEST_F(SshQuestionTest, AReconnectionWaitsForAnAnswer) {
    startAgent(environment());
    ASSERT_TRUE(add({kRight}).status);
    for (const pid_t ssh : node::childrenOf(agent_)) ::kill(ssh, SIGKILL);
    until([&] { return node().asks(); }, "the state");
    EXPECT_EQ(node().state(), "unreachable");
    EXPECT_THAT(node().reason(), HasSubstr("Permission denied"));

    const Call cancelled = setUp(v1::SetUpNodeRequest::CONNECT, {""});
    ASSERT_FALSE(cancelled.status);
    EXPECT_EQ(cancelled.status.error().id, "ssh.cancelled");

    const Call connected = setUp(v1::SetUpNodeRequest::CONNECT, {kRight});
    ASSERT_TRUE(connected.status) << connected.status.error().describe();
    EXPECT_EQ(connected.node.state(), "connected");
    EXPECT_FALSE(connected.node.asks());
    EXPECT_EQ(connected.questions.size(), 1u);
}

TEST_F(SshQuestionTest, OneCallerAnswersForANode) {
    startAgent(environment());
    ASSERT_TRUE(add({kRight}).status);
    for (const pid_t ssh : node::childrenOf(agent_)) ::kill(ssh, SIGKILL);
    until([&] { return node().asks(); }, "the state");
    v1::SetUpNodeRequest request;
    request.set_action(v1::SetUpNodeRequest::CONNECT);
    request.set_name("node");
    request.set_answers(true);
    base::Status second;
    const auto first = client_->setUpNode(request, {}, [&](const v1::SetUpNodeReply& reply) {
        if (reply.question().id().empty()) return true;
        second = client_->setUpNode(request, {}, [](const v1::SetUpNodeReply&) { return true; });
        v1::AnswerQuestionRequest answer;
        answer.set_id(reply.question().id());
        answer.set_answer(kRight);
        EXPECT_TRUE(client_->answerQuestion(answer)) << "the second call has ended the question of the first";
        return true;
    });
    EXPECT_TRUE(first) << first.error().describe();
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().id, "ssh.busy");
    EXPECT_EQ(second.error().code, base::Code::kFailedPrecondition);
}

TEST_F(SshQuestionTest, AnAnswerNeedNotBeUtf8) {
    startAgent(environment());
    const Call call = add({"caf\xe9", kRight});
    ASSERT_TRUE(call.status) << call.status.error().describe();
    EXPECT_EQ(call.questions.size(), 2u);
}

TEST_F(SshQuestionTest, AQuestionEndsWithTheCallThatItWasAskedIn) {
    startAgent(environment());
    std::stop_source stop;
    v1::SetUpNodeRequest request;
    request.set_action(v1::SetUpNodeRequest::ADD);
    request.set_target("node");
    request.set_answers(true);
    std::string id;
    const auto status = client_->setUpNode(request, stop.get_token(), [&](const v1::SetUpNodeReply& reply) {
        id = reply.question().id();
        if (!id.empty()) stop.request_stop();
        return true;
    });
    EXPECT_TRUE(status) << "it is the caller who has ended it: " << status.error().describe();
    ASSERT_FALSE(id.empty());
    until([&] { return node::childrenOf(agent_).empty(); }, "the end of ssh");
    v1::AnswerQuestionRequest answer;
    answer.set_id(id);
    answer.set_answer(kRight);
    const auto late = client_->answerQuestion(answer);
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().id, "question.unknown");
}

/// Nobody answers, or too late.
class SilentAsker final : public node::SshAsker {
  public:
    void ask(const node::SshQuestion& question, OnAnswer) override { prompts.push_back(question.prompt); }
    void withdraw() override { ++withdrawn; }
    std::vector<std::string> prompts;
    int withdrawn = 0;
};

/// Answers as it is asked.
class ReadyAsker final : public node::SshAsker {
  public:
    ReadyAsker(base::EventLoop& loop, std::optional<std::string> text)
        : loop_(loop), text_(std::move(text)) {}
    void ask(const node::SshQuestion& question, OnAnswer onAnswer) override {
        prompts.push_back(question.prompt);
        loop_.post([onAnswer = std::move(onAnswer), text = text_] { onAnswer(text); });
    }
    void withdraw() override {}
    std::vector<std::string> prompts;

  private:
    base::EventLoop& loop_;
    const std::optional<std::string> text_;
};

/// As that of `nodes prepare`, for which no connection is open, or none that it can use.
TEST_F(SshQuestionTest, ADeliveryOfItsOwnAsks) {
    const auto parcel = std::make_shared<node::Parcel>();
    parcel->place = "bundles";
    parcel->name = "abc";
    ASSERT_TRUE(parcel->archive.addText("one", "1", 0755));
    parcel->hash = *parcel->archive.hash();
    parcel->unpackedBytes = 1;
    parcel->check = "test -x \"$n/one\"";
    const auto deliverTo = [&](const std::shared_ptr<node::SshAsker>& asker) {
        return deliver(
                   parcel, [](node::Delivery::Progress) {},
                   {.asker = [asker] { return asker; }, .askpass = TRAINYARD_STAGE "/bin/trainyard-agent"})
            .status;
    };
    const base::Status nobody = deliverTo(nullptr);
    ASSERT_FALSE(nobody);
    EXPECT_EQ(nobody.error().id, "node.unreachable");
    EXPECT_THAT(nobody.error().message, HasSubstr("`ssh-copy-id node`"));
    const base::Status cancelled = deliverTo(std::make_shared<ReadyAsker>(*loop_, std::nullopt));
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().id, "ssh.cancelled");
    EXPECT_EQ(cancelled.error().code, base::Code::kCancelled);
    const auto asker = std::make_shared<ReadyAsker>(*loop_, kRight);
    const base::Status sent = deliverTo(asker);
    ASSERT_TRUE(sent) << sent.error().describe();
    EXPECT_EQ(asker->prompts.size(), 1u);
    EXPECT_TRUE(fs::exists(far_.root() / "bundles/abc/one"));
}

TEST_F(SshQuestionTest, AQuestionHasATimeLimit) {
    const auto asker = std::make_shared<SilentAsker>();
    const auto ssh = transport({.target = {},
                                .controlFolder = {},
                                .config = {},
                                .asker = [asker] { return asker; },
                                .askpass = TRAINYARD_STAGE "/bin/trainyard-agent",
                                .answerWithin = 200ms});
    std::promise<base::Error> failed;
    std::shared_ptr<void> connecting;
    loop_->call([&] {
        connecting = ssh->connect([&](base::Result<node::Connection> connection) {
            failed.set_value(connection ? base::Error() : connection.error());
        });
    });
    const base::Error error = failed.get_future().get();
    loop_->call([&] { connecting.reset(); });
    EXPECT_EQ(error.id, "ssh.unanswered");
    EXPECT_EQ(error.code, base::Code::kDeadlineExceeded);
    EXPECT_THAT(error.message, HasSubstr("nobody answered ssh's question within 0.2 s: Enter passphrase"));
    EXPECT_EQ(asker->prompts.size(), 1u);
    EXPECT_EQ(asker->withdrawn, 1);
}

}  // namespace
}  // namespace trainyard::faults
