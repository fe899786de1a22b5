// SPDX-License-Identifier: Apache-2.0
#include "app/headless/ssh_answers.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string>

#include "core/base/fd.h"

namespace trainyard::headless {
namespace {

/// The agent gives up sooner (node::kAnswerWithin).
constexpr int kPatienceMs = 100'000;
constexpr std::size_t kLongestAnswer = 1024;  ///< of which ssh takes a little less
constexpr char kCtrlC = 3, kCtrlD = 4, kBackspace = 8, kCtrlU = 21, kDelete = 127;

/// A terminal that shows nothing and reports each key; as before once this ends.
class SilentTerminal {
  public:
    explicit SilentTerminal(int fd) : fd_(fd), isSet_(::tcgetattr(fd, &before_) == 0) {
        if (!isSet_) return;
        termios silent = before_;
        silent.c_lflag &= ~static_cast<tcflag_t>(ECHO | ICANON | ISIG);
        ::tcsetattr(fd_, TCSAFLUSH, &silent);
    }
    ~SilentTerminal() {
        if (isSet_) ::tcsetattr(fd_, TCSAFLUSH, &before_);
    }
    SilentTerminal(const SilentTerminal&) = delete;
    SilentTerminal& operator=(const SilentTerminal&) = delete;

  private:
    const int fd_;
    termios before_{};
    const bool isSet_;
};

/// Nothing: cancelled, or too late. `line` has room from the start, so that no part of a password stays in
/// memory that was given back.
std::optional<std::string> readLine(int terminal) {
    std::string line;
    line.reserve(kLongestAnswer);
    for (;;) {
        pollfd ready{terminal, POLLIN, 0};
        char key = 0;
        const bool isRead =
            ::poll(&ready, 1, kPatienceMs) == 1 && ::read(terminal, &key, 1) == 1 && key != kCtrlC;
        if (!isRead || (key == kCtrlD && line.empty())) {
            ::explicit_bzero(line.data(), line.size());
            return std::nullopt;
        }
        if (key == '\n' || key == '\r') return line;
        if (key == kCtrlU)
            line.clear();
        else if ((key == kBackspace || key == kDelete) && !line.empty())
            line.pop_back();
        else if (key != kBackspace && key != kDelete && line.size() < kLongestAnswer)
            line.push_back(key);
    }
}

std::optional<std::string> askAtTerminal(const v1::SshQuestion& question, Console& console) {
    console.printError(printableLines(question.prompt()));
    if (question.kind() == v1::SshQuestion::YES_NO) return readLine(STDIN_FILENO);
    std::optional<std::string> answer;
    {
        const SilentTerminal silent(STDIN_FILENO);
        answer = readLine(STDIN_FILENO);
    }
    console.printError("\n");
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

void SshAnswers::take(const v1::SshQuestion& question) {
    if (question.id().empty()) return;
    if (question.kind() == v1::SshQuestion::NOTICE)
        return console_.printError(printableLines(question.prompt()) + "\n");
    v1::AnswerQuestionRequest request;
    request.set_id(question.id());
    std::optional<std::string> answer;
    if (canAsk())
        answer = askAtTerminal(question, console_);
    else
        unasked_ =
            base::Error{base::Code::kUnavailable,
                        fmt::format("ssh asks, and there is no terminal to answer at; {}. It asks:\n{}",
                                    adviceOn(question), question.prompt()),
                        "ssh.asks"};
    request.set_cancelled(!answer);
    if (answer) request.set_answer(*answer);
    (void)agent_.answerQuestion(request);  // if it comes too late, the call says why it has failed
    ::explicit_bzero(request.mutable_answer()->data(), request.answer().size());
    if (answer) ::explicit_bzero(answer->data(), answer->size());
}

base::Error SshAnswers::reasonFor(const base::Error& error) const {
    return unasked_ ? *unasked_ : error;
}

}  // namespace trainyard::headless
