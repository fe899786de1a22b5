// SPDX-License-Identifier: Apache-2.0
#include "core/node/remote/askpass.h"

#include <spdlog/spdlog.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <span>

#include "core/base/file.h"
#include "core/base/random_name.h"
#include "core/base/text.h"

namespace trainyard::node {
namespace {

constexpr std::size_t kTokenSize = 16;
constexpr std::size_t kLongestQuestion = 16 << 10;
constexpr int kWaiting = 8;  ///< questions that wait for the one that is open

/// In the abstract namespace (unix(7)): such a socket is no file, and ends with its last descriptor.
std::optional<sockaddr_un> addressOf(std::string_view name) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (name.size() >= sizeof address.sun_path) return std::nullopt;
    name.copy(address.sun_path + 1, name.size());
    return address;
}

bool isOfThisUser(int socket) {
    ucred peer{};
    socklen_t size = sizeof peer;
    return ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == ::geteuid();
}

/// `hint`: SSH_ASKPASS_PROMPT. ssh sets it for what has no text as its answer (readpass.c).
SshQuestion::Kind kindOf(std::string_view hint, std::string_view prompt) {
    if (hint == "none") return SshQuestion::Kind::kNotice;
    const bool isYesNo = hint == "confirm" || prompt.find("(yes/no") != prompt.npos ||
                         prompt.find("'yes'") != prompt.npos;  // asked again: Please type 'yes', 'no' or …
    return isYesNo ? SshQuestion::Kind::kYesNo : SshQuestion::Kind::kSecret;
}

bool sendAll(int socket, std::string_view text) {
    while (!text.empty()) {
        const ssize_t sent = ::send(socket, text.data(), text.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

}  // namespace

// Sent: the token, a line with the hint, the prompt and a NUL. Received: the answer and a line end, or
// nothing.

base::Result<std::unique_ptr<AskpassSocket>> AskpassSocket::open(base::EventLoop& loop,
                                                                 const std::filesystem::path& program,
                                                                 Calls calls) {
    TY_ASSIGN(const std::string name, base::randomName());
    TY_ASSIGN(std::string token, base::randomName());
    std::unique_ptr<AskpassSocket> made(
        new AskpassSocket(loop, "trainyard-ask-" + name, std::move(token), std::move(calls)));
    made->environment_ = {std::string(kAskpassVariable) + "=" + made->token_ + made->name_,
                          "SSH_ASKPASS=" + program.string(), "SSH_ASKPASS_REQUIRE=force"};
    TY_TRY(made->listen());
    return made;
}

AskpassSocket::AskpassSocket(base::EventLoop& loop, std::string name, std::string token, Calls calls)
    : loop_(loop), name_(std::move(name)), token_(std::move(token)), calls_(std::move(calls)) {
}

AskpassSocket::~AskpassSocket() {
    if (listener_) loop_.unwatch(asking_ ? asking_.get() : listener_.get());
}

base::Status AskpassSocket::listen() {
    const auto address = addressOf(name_);
    base::UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket || !address ||
        ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&*address), sizeof *address) != 0 ||
        ::listen(socket.get(), kWaiting) != 0)
        return base::fail(base::errnoError(errno, "cannot make a socket"));
    TY_TRY(loop_.watch(socket.get(), [this] { accept(); }));
    listener_ = std::move(socket);
    return {};
}

void AskpassSocket::accept() {
    base::UniqueFd asking(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!asking || !isOfThisUser(asking.get()) || !loop_.watch(asking.get(), [this] { read(); })) return;
    loop_.unwatch(listener_.get());
    asking_ = std::move(asking);
}

void AskpassSocket::read() {
    std::array<char, 4096> bytes{};
    const ssize_t got = ::recv(asking_.get(), bytes.data(), bytes.size(), 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got > 0) read_.append(bytes.data(), static_cast<std::size_t>(got));
    if (got <= 0 || read_.size() > kLongestQuestion) {
        const bool wasAsked = isAsked_;
        closeAsking();
        if (wasAsked) calls_.onWithdrawn();
        return;
    }
    if (isAsked_ || read_.back() != '\0') return;
    const std::string_view question(read_.data(), read_.size() - 1);
    const std::size_t hintEnd = question.find('\n');
    if (!question.starts_with(token_) || hintEnd == question.npos) return closeAsking();
    isAsked_ = true;
    // A host may have written it.
    const std::string prompt = base::printableLines(question.substr(hintEnd + 1));
    calls_.onQuestion(
        {.prompt = prompt, .kind = kindOf(question.substr(kTokenSize, hintEnd - kTokenSize), prompt)});
}

void AskpassSocket::answer(std::string_view text) {
    if (!isAsked_) return;
    if (sendAll(asking_.get(), text)) (void)sendAll(asking_.get(), "\n");
    closeAsking();
}

void AskpassSocket::closeAsking() {
    loop_.unwatch(asking_.get());
    asking_.reset();
    read_.clear();
    isAsked_ = false;
    const auto awaited = loop_.watch(listener_.get(), [this] { accept(); });
    if (awaited) return;
    // A question in its backlog would wait for ever: without a listener ssh ends, and says that it was
    // denied.
    spdlog::error("no further question of ssh can be answered: {}", awaited.error().describe());
    listener_.reset();
}

int runAskpass(const char* where, const char* prompt) {
    const std::string_view place(where);
    if (place.size() <= kTokenSize) return EXIT_FAILURE;
    const auto address = addressOf(place.substr(kTokenSize));
    const base::UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!address || !socket ||
        ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&*address), sizeof *address) != 0)
        return EXIT_FAILURE;
    const char* const hint = std::getenv("SSH_ASKPASS_PROMPT");
    const std::string question =
        std::string(place.substr(0, kTokenSize)) + (hint ? hint : "") + "\n" + prompt;
    if (!sendAll(socket.get(), {question.c_str(), question.size() + 1})) return EXIT_FAILURE;
    std::array<char, 4096> answer{};  // ssh takes 1 KiB
    std::size_t size = 0;
    for (ssize_t got = 1; got > 0 && size < answer.size(); size += static_cast<std::size_t>(got)) {
        do {
            got = ::recv(socket.get(), answer.data() + size, answer.size() - size, 0);
        } while (got < 0 && errno == EINTR);
        got = std::max<ssize_t>(0, got);
    }
    const auto bytes = std::as_bytes(std::span(answer)).first(size);
    const bool isAnswered = size > 0 && base::writeAll(STDOUT_FILENO, bytes, "standard output").has_value();
    ::explicit_bzero(answer.data(), answer.size());
    return isAnswered ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace trainyard::node
