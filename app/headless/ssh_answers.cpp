// SPDX-License-Identifier: Apache-2.0
#include "app/headless/ssh_answers.h"

#include <fmt/format.h>
#include <poll.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <optional>
#include <string>

#include "core/base/text.h"

namespace trainyard::headless {
namespace {

using Clock = std::chrono::steady_clock;

/// The agent times out sooner (node::kAnswerWithin).
constexpr std::chrono::seconds kPatience{100};
constexpr std::size_t kLongestAnswer = 1024;  ///< of which ssh takes a little less
constexpr char kCtrlC = 3, kCtrlD = 4, kBackspace = 8, kCtrlU = 21, kDelete = 127;
constexpr std::array kEndings = {SIGHUP, SIGINT, SIGTERM};

/// How the terminal was; a signal handler reads it.
termios beforeTyping{};

void endAsBefore(int number) {
    ::tcsetattr(STDIN_FILENO, TCSANOW, &beforeTyping);
    ::signal(number, SIG_DFL);
    ::raise(number);  // arrives when this returns
}

enum class Typing { kShown, kSecret };

/// The terminal while the user answers: Ctrl-C arrives as a key, a secret is not shown and each of its keys
/// is reported. As before once this ends, or the process does by a signal. One at a time.
class AnsweringTerminal {
  public:
    explicit AnsweringTerminal(Typing typing) : isSet_(::tcgetattr(STDIN_FILENO, &beforeTyping) == 0) {
        if (!isSet_) return;
        struct sigaction ending{};
        ending.sa_handler = endAsBefore;
        for (std::size_t i = 0; i < kEndings.size(); ++i) {
            ::sigaction(kEndings[i], nullptr, &actions_[i]);
            if (actions_[i].sa_handler != SIG_IGN) ::sigaction(kEndings[i], &ending, nullptr);
        }
        termios answering = beforeTyping;
        answering.c_lflag &= ~static_cast<tcflag_t>(ISIG);
        if (typing == Typing::kSecret)
            answering.c_lflag &= ~static_cast<tcflag_t>(ECHO | ICANON);
        else
            answering.c_cc[VEOL] = static_cast<cc_t>(kCtrlC);  // ends the line, and so arrives at once
        ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &answering);
    }
    ~AnsweringTerminal() {
        if (!isSet_) return;
        ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &beforeTyping);
        for (std::size_t i = 0; i < kEndings.size(); ++i) ::sigaction(kEndings[i], &actions_[i], nullptr);
    }
    AnsweringTerminal(const AnsweringTerminal&) = delete;
    AnsweringTerminal& operator=(const AnsweringTerminal&) = delete;

  private:
    const bool isSet_;
    std::array<struct sigaction, kEndings.size()> actions_{};
};

/// A whole character of UTF-8.
void removeLast(std::string& line) {
    const auto isContinuation = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; };
    while (line.size() > 1 && isContinuation(line.back())) line.pop_back();
    if (!line.empty()) line.pop_back();
}

/// Nothing: none by `end`, or it is closed.
std::optional<char> readKey(Clock::time_point end) {
    for (;;) {
        const std::int64_t left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
        pollfd ready{STDIN_FILENO, POLLIN, 0};
        const int isReady = ::poll(&ready, 1, static_cast<int>(std::max<std::int64_t>(0, left)));
        if (isReady < 0 && errno == EINTR) continue;
        char key = 0;
        if (isReady == 1 && ::read(STDIN_FILENO, &key, 1) == 1) return key;
        return std::nullopt;
    }
}

/// Nothing: cancelled, or too late. `line` has room from the start, so that no part of a password stays in
/// memory that was given back.
std::optional<std::string> readLine() {
    const Clock::time_point end = Clock::now() + kPatience;
    std::string line;
    line.reserve(kLongestAnswer);
    for (;;) {
        const std::optional<char> typed = readKey(end);
        const char key = typed.value_or(kCtrlC);
        if (key == kCtrlC || (key == kCtrlD && line.empty())) {
            ::explicit_bzero(line.data(), line.size());
            return std::nullopt;
        }
        if (key == '\n' || key == '\r') return line;
        if (key == kCtrlU)
            line.clear();
        else if (key == kBackspace || key == kDelete)
            removeLast(line);
        else if (line.size() < kLongestAnswer)
            line.push_back(key);
    }
}

std::optional<std::string> askAtTerminal(const v1::SshQuestion& question, Console& console) {
    const bool isShown = question.kind() == v1::SshQuestion::YES_NO;
    std::optional<std::string> answer;
    {
        // First: what is typed once the question is there must neither be shown nor be thrown away.
        const AnsweringTerminal terminal(isShown ? Typing::kShown : Typing::kSecret);
        console.printError(base::printableLines(question.prompt()));
        answer = readLine();
    }
    if (!isShown || !answer) console.printError("\n");
    return answer;
}

std::string adviceOn(const v1::SshQuestion& question) {
    if (question.kind() == v1::SshQuestion::YES_NO)
        return "run this command at a terminal, compare the fingerprint, and accept it";
    return "run this command at a terminal, or set up a key that needs no answer (ssh-copy-id, ssh-add)";
}

}  // namespace

bool canAsk() {
    return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
}

bool SshAnswers::take(const v1::SshQuestion& question) {
    if (question.id().empty()) return true;
    if (question.kind() == v1::SshQuestion::NOTICE) {
        console_.printError(base::printableLines(question.prompt()) + "\n");
        return true;
    }
    v1::AnswerQuestionRequest request;
    request.set_id(question.id());
    std::optional<std::string> answer;
    if (canAsk())
        answer = askAtTerminal(question, console_);
    else
        reason_ = base::Error{base::Code::kUnavailable,
                              base::say("ssh asks, and there is no terminal to answer at; {}. It asks:\n{}",
                                        adviceOn(question), question.prompt()),
                              "ssh.asks"};
    request.set_cancelled(!answer);
    if (answer) request.set_answer(*answer);
    const auto taken = agent_.answerQuestion(request);
    ::explicit_bzero(request.mutable_answer()->data(), request.answer().size());
    if (answer) ::explicit_bzero(answer->data(), answer->size());
    // One that comes too late fails the call, which says why.
    if (taken || taken.error().id == "question.unknown") return true;
    reason_ = taken.error();
    return false;
}

}  // namespace trainyard::headless
