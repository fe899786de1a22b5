// SPDX-License-Identifier: Apache-2.0
#include "core/node/remote/ssh_transport.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <optional>

#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/node/child.h"
#include "core/node/remote/protocol.h"

namespace trainyard::node {
namespace {

/// A login shell may print this much before the agent's greeting.
constexpr std::size_t kLongestBanner = 64 << 10;
constexpr std::size_t kLongestWords = 16 << 10;
/// sockaddr_un holds 108 bytes, and ssh adds 17 while it makes the socket.
constexpr std::size_t kLongestControlPath = 90;

/// The last line that ssh, or the remote shell, has written to its standard error.
std::string lastLineOf(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    return base::printable(text.substr(text.rfind('\n') + 1));
}

std::vector<std::string> commandLine(const SshTransport::Settings& settings) {
    std::vector<std::string> command = {"ssh", "-T", "-e", "none"};
    if (!settings.config.empty()) command.insert(command.end(), {"-F", settings.config.string()});
    const auto option = [&command](std::string text) {
        command.push_back("-o");
        command.push_back(std::move(text));
    };
    option("BatchMode=yes");  // questions are asked when the node is added
    option("ConnectTimeout=15");
    option("ServerAliveInterval=5");
    option("ServerAliveCountMax=3");
    option("RemoteCommand=none");
    option("ClearAllForwardings=yes");
    option("PermitLocalCommand=no");
    const auto control = settings.controlFolder / base::Sha256::hex(settings.target).substr(0, 12);
    if (!settings.controlFolder.empty() && control.string().size() <= kLongestControlPath) {
        option("ControlMaster=auto");
        option("ControlPersist=no");
        option("ControlPath=" + control.string());
    }
    command.insert(command.end(), {"--", settings.target, settings.command});
    return command;
}

}  // namespace

/// One ssh client, until the agent's greeting has arrived.
class SshTransport::Client : public std::enable_shared_from_this<Client> {
  public:
    Client(base::EventLoop& loop, const SshTransport& transport, OnConnection done)
        : loop_(loop), target_(transport.target_), done_(std::move(done)) {}
    ~Client() {
        if (isWatched_) loop_.unwatch(socket_.get());
    }

    base::Status start(const std::vector<std::string>& command) {
        std::array<int, 2> ends{};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
            return base::fail(base::errnoError(errno, "cannot make a socket"));
        socket_.reset(ends[0]);
        const base::UniqueFd its(ends[1]);
        ::fcntl(socket_.get(), F_SETFL, O_NONBLOCK);
        TY_ASSIGN(words_, unnamedFile("ssh", ""));
        TY_TRY(process_.start(
            command, {{its.get(), STDIN_FILENO}, {its.get(), STDOUT_FILENO}, {words_.get(), STDERR_FILENO}}));
        TY_TRY(loop_.watch(socket_.get(), [this] { read(); }));
        isWatched_ = true;
        return {};
    }

  private:
    /// Leaves what follows the greeting to the reader of the socket.
    void read() {
        std::array<char, 4096> bytes{};
        for (;;) {
            const ssize_t seen = ::recv(socket_.get(), bytes.data(), bytes.size(), MSG_PEEK);
            if (seen < 0 && (errno == EAGAIN || errno == EINTR)) return;
            if (seen <= 0) return fail();
            const std::string_view part(bytes.data(), static_cast<std::size_t>(seen));
            const std::size_t before = read_.size();
            read_ += part;
            const auto found = read_.find(kStdioGreeting);
            const std::size_t taken =
                found == std::string::npos ? part.size() : found + kStdioGreeting.size() - before;
            (void)::recv(socket_.get(), bytes.data(), taken, 0);
            if (found != std::string::npos) return succeed();
            if (read_.size() > kLongestBanner) return fail();
        }
    }
    void stopWatching() {
        loop_.unwatch(socket_.get());
        isWatched_ = false;
    }
    void fail() {
        stopWatching();
        std::string words = lastLineOf(contentOf(words_, kLongestWords));
        if (words.empty())
            words = read_.empty() ? "ssh ended without a message"
                                  : fmt::format("it printed \"{}\" in place of the agent's greeting",
                                                lastLineOf(read_));
        const auto self = shared_from_this();
        done_(base::fail(base::Code::kUnavailable, fmt::format("cannot reach {} by ssh: {}", target_, words),
                         "node.unreachable"));
    }
    void succeed() {
        stopWatching();
        const auto self = shared_from_this();
        done_(Connection{.socket = std::move(socket_), .carrier = self, .lastWords = [this] {
                             return lastLineOf(contentOf(words_, kLongestWords));
                         }});
    }

    base::EventLoop& loop_;
    const std::string target_;
    const OnConnection done_;
    base::UniqueFd socket_, words_;
    Child process_;
    bool isWatched_ = false;
    std::string read_;
};

SshTransport::SshTransport(base::EventLoop& loop, std::vector<std::string> command, std::string target)
    : loop_(loop), command_(std::move(command)), target_(std::move(target)) {
}

base::Result<std::unique_ptr<SshTransport>> SshTransport::make(base::EventLoop& loop, Settings settings) {
    constexpr std::string_view kScheme = "ssh://";
    std::string_view host = settings.target;
    if (host.starts_with(kScheme)) host.remove_prefix(kScheme.size());
    host.remove_prefix(host.find('@') == std::string_view::npos ? 0 : host.rfind('@') + 1);
    if (host.empty() || host.starts_with('-') || settings.target.starts_with('-') ||
        base::hiddenCharacter(settings.target))
        return base::fail(base::Code::kInvalidArgument,
                          fmt::format("{} is not the name of a node; expected HOST, USER@HOST or "
                                      "ssh://USER@HOST:PORT",
                                      base::printable(settings.target)),
                          "node.target");
    return std::unique_ptr<SshTransport>(
        new SshTransport(loop, commandLine(settings), base::printable(settings.target)));
}

std::shared_ptr<void> SshTransport::connect(OnConnection done) {
    auto client = std::make_shared<Client>(loop_, *this, done);
    if (const auto started = client->start(command_); !started) {
        auto alive = std::make_shared<int>(0);
        loop_.post([weak = std::weak_ptr(alive), done = std::move(done), error = started.error()] {
            if (!weak.expired()) done(base::fail(error));
        });
        return alive;
    }
    return client;
}

}  // namespace trainyard::node
