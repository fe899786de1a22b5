// SPDX-License-Identifier: Apache-2.0
// The socket that SSH_ASKPASS brings questions to.
#include <gmock/gmock.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <future>

#include "core/node/remote/askpass.h"

namespace trainyard::node {
namespace {

using ::testing::HasSubstr;

class AskpassTest : public ::testing::Test {
  protected:
    void SetUp() override {
        loop_ = std::move(*base::EventLoop::start());
        loop_->call([&] {
            auto opened = AskpassSocket::open(
                *loop_, "/bin/askpass",
                {.onQuestion = [this](const SshQuestion& question) { asked_.set_value(question); },
                 .onWithdrawn = [this] { withdrawn_.set_value(); }});
            ASSERT_TRUE(opened) << opened.error().describe();
            socket_ = std::move(*opened);
        });
        const std::string& variable = socket_->environment()[0];
        where_ = variable.substr(variable.find('=') + 1);
    }
    void TearDown() override {
        loop_->call([&] { socket_.reset(); });
    }
    static constexpr std::size_t kTokenSize = 16;
    std::string name() const { return where_.substr(kTokenSize); }
    base::UniqueFd connected() const {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        name().copy(address.sun_path + 1, sizeof address.sun_path - 1);
        base::UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        EXPECT_EQ(::connect(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
        return socket;
    }
    /// The descriptor of this process that listens at an abstract socket of that name.
    static int listenerOf(const std::string& name) {
        for (int fd = 0; fd < 1024; ++fd) {
            sockaddr_un address{};  // one NUL more than a name
            socklen_t size = sizeof address - 1;
            int listens = 0;
            socklen_t one = sizeof listens;
            if (::getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &one) == 0 && listens == 1 &&
                ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) == 0 &&
                name == address.sun_path + 1)
                return fd;
        }
        return -1;
    }
    std::string token() const { return where_.substr(0, kTokenSize); }
    static void say(const base::UniqueFd& socket, const std::string& text) {
        EXPECT_EQ(::send(socket.get(), text.c_str(), text.size() + 1, 0),
                  static_cast<ssize_t>(text.size() + 1));
    }
    static std::string answerFrom(const base::UniqueFd& socket) {
        std::string answer(100, '\0');
        answer.resize(static_cast<std::size_t>(
            std::max<ssize_t>(0, ::recv(socket.get(), answer.data(), answer.size(), MSG_WAITALL))));
        return answer;
    }
    SshQuestion nextQuestion() {
        SshQuestion question = asked_.get_future().get();
        asked_ = {};
        return question;
    }

    std::unique_ptr<base::EventLoop> loop_;
    std::unique_ptr<AskpassSocket> socket_;
    std::string where_;
    std::promise<SshQuestion> asked_;
    std::promise<void> withdrawn_;
};

TEST_F(AskpassTest, IsNoFileAndEndsWithItsOwner) {
    EXPECT_TRUE(name().starts_with("trainyard-ask-")) << name();
    EXPECT_GE(connected().get(), 0);
    loop_->call([&] { socket_.reset(); });
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    name().copy(address.sun_path + 1, sizeof address.sun_path - 1);
    const base::UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    EXPECT_NE(::connect(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
}

TEST_F(AskpassTest, WhoDoesNotKnowTheTokenAsksNothing) {
    const auto other = connected();
    say(other, std::string(16, '0') + "\nWhat is your password?");
    EXPECT_EQ(answerFrom(other), "");
    const auto ssh = connected();
    say(ssh, token() + "\nEnter passphrase: ");
    EXPECT_EQ(nextQuestion().prompt, "Enter passphrase: ");
}

TEST_F(AskpassTest, QuestionsAreAnsweredOneAfterAnother) {
    const auto first = connected(), second = connected();
    say(first, token() + "\nfirst");
    say(second, token() + "\nsecond (yes/no)? ");
    const SshQuestion one = nextQuestion();
    EXPECT_EQ(one.prompt, "first");
    EXPECT_EQ(one.kind, SshQuestion::Kind::kSecret);
    loop_->call([&] { socket_->answer("one"); });
    EXPECT_EQ(answerFrom(first), "one\n");
    EXPECT_EQ(nextQuestion().kind, SshQuestion::Kind::kYesNo);
    loop_->call([&] { socket_->answer(""); });
    EXPECT_EQ(answerFrom(second), "\n") << "an empty answer is one";
}

TEST_F(AskpassTest, AQuestionOfAHostIsMadePrintable) {
    const auto ssh = connected();
    say(ssh, token() + "none\nTouch it\n\x1b[2J\xff now");
    const SshQuestion question = nextQuestion();
    EXPECT_EQ(question.kind, SshQuestion::Kind::kNotice);
    EXPECT_THAT(question.prompt, ::testing::StartsWith("Touch it\n\\x1b[2J"));
    EXPECT_THAT(question.prompt, ::testing::Not(HasSubstr("\xff")));
}

TEST_F(AskpassTest, WhereNoFurtherQuestionCanBeAwaitedNobodyWaits) {
    const auto first = connected();
    say(first, token() + "\nfirst");
    nextQuestion();
    const auto second = connected();  // in the backlog
    say(second, token() + "\nsecond");
    const int listener = listenerOf(name());
    ASSERT_GE(listener, 0);
    loop_->call([&] {
        // The kernel refuses to watch it twice.
        ASSERT_TRUE(loop_->watch(listener, [] {}));
        socket_->answer("one");
    });
    EXPECT_EQ(answerFrom(first), "one\n");
    EXPECT_EQ(answerFrom(second), "") << "its connection has ended";
    loop_->call([&] { loop_->unwatch(listener); });
}

TEST_F(AskpassTest, AQuestionIsWithdrawnWithWhoAsked) {
    auto ssh = connected();
    say(ssh, token() + "\nEnter passphrase: ");
    (void)nextQuestion();
    ssh.reset();
    EXPECT_EQ(withdrawn_.get_future().wait_for(std::chrono::minutes(1)), std::future_status::ready);
    loop_->call([&] { socket_->answer("too late"); });
}

}  // namespace
}  // namespace trainyard::node
