// SPDX-License-Identifier: Apache-2.0
#include "core/node/remote/ssh_client.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <csignal>

#include "core/base/text.h"

namespace trainyard::node {
namespace {

constexpr std::size_t kLongestWords = 16 << 10;
constexpr std::size_t kLongestPrinted = 1000;  ///< of another program, in a message
constexpr std::string_view kOurs = "trainyard-agent: ";

/// Its last line; of what our own program says there all lines, as one.
std::string lastWordsOf(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    const std::size_t ours = ("\n" + text).rfind("\n" + std::string(kOurs));
    text.erase(0, ours == std::string::npos ? text.rfind('\n') + 1 : ours);
    std::string line;
    bool isBegin = false;  // of a line, which is indented
    for (const char c : text) {
        const bool isEnd = c == '\n' || c == '\r';
        if (isEnd && !isBegin) line += ' ';
        isBegin = isEnd || (isBegin && c == ' ');
        if (!isBegin) line += c;
    }
    return base::printable(base::shortened(line, kLongestPrinted));
}

// What ssh says (OpenSSH, sshconnect.c and sshconnect2.c).
constexpr std::string_view kKeyChanged = "REMOTE HOST IDENTIFICATION HAS CHANGED";
constexpr std::string_view kKeyRefused = "Host key verification failed";
constexpr std::string_view kLoginRefused = "Permission denied (";

bool says(const std::string& words, std::string_view part) {
    return words.find(part) != std::string::npos;
}

/// What to do about a failure that ssh explains in `words`.
base::Words adviceOn(const std::string& words, const std::string& target) {
    if (says(words, kKeyChanged))
        return base::say(
            "its key is not the known one: ask whoever runs {} why, before you remove the old key "
            "with ssh-keygen -R",
            target);
    if (says(words, kKeyRefused))
        return base::say("its key is not known: run `ssh {}` once, compare the fingerprint, and accept it",
                         target);
    if (says(words, kLoginRefused))
        return base::say(
            "no key, password or passphrase of yours was accepted: run "
            "`ssh-copy-id {}`, or load the key with ssh-add",
            target);
    return {};
}

}  // namespace

base::Status SshClient::start(const std::vector<std::string>& command,
                              const std::vector<std::string>& environment) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return base::fail(base::errnoError(errno, "cannot make a socket"));
    socket_.reset(ends[0]);
    const base::UniqueFd its(ends[1]);
    TY_ASSIGN(words_, unnamedFile("ssh", ""));
    // Ctrl-C at a terminal is for the program that has started it, which needs the connection to stop a run.
    return process_.start(
        command, {{its.get(), STDIN_FILENO}, {its.get(), STDOUT_FILENO}, {words_.get(), STDERR_FILENO}}, {},
        {SIGINT, SIGQUIT}, environment);
}

void SshClient::endInput() {
    ::shutdown(socket_.get(), SHUT_WR);
}

void SshClient::doNotBlock() {
    ::fcntl(socket_.get(), F_SETFL, O_NONBLOCK);
}

std::string SshClient::lastWords() const {
    return lastWordsOf(contentOf(words_, kLongestWords));
}

bool SshClient::lacksAnswer() const {
    const std::string words = contentOf(words_, kLongestWords);
    return !says(words, kKeyChanged) && (says(words, kKeyRefused) || says(words, kLoginRefused));
}

base::Error SshClient::failure(const std::string& target, const std::string& printed) const {
    std::string words = lastWords();
    if (words.empty())
        words = printed.empty()
                    ? "ssh ended without a message"
                    : base::say("it printed \"{}\" in place of the agent's greeting", lastWordsOf(printed));
    if (words.starts_with(kOurs))  // ssh has reached it
        return {base::Code::kUnavailable,
                base::say("the agent on {} cannot be used: {}", target, words.substr(kOurs.size())),
                "node.unreachable"};
    const std::string advice = adviceOn(contentOf(words_, kLongestWords), target);
    return {base::Code::kUnavailable,
            advice.empty() ? base::say("cannot reach {} by ssh: {}", target, words)
                           : base::say("cannot reach {} by ssh: {} ({})", target, advice, words),
            "node.unreachable"};
}

}  // namespace trainyard::node
