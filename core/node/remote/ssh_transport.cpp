// SPDX-License-Identifier: Apache-2.0
#include "core/node/remote/ssh_transport.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <array>
#include <optional>
#include <sstream>
#include <utility>

#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/node/remote/protocol.h"
#include "core/node/remote/remote_shell.h"
#include "core/node/remote/ssh_address.h"

namespace trainyard::node {
namespace {

/// A login shell may print this much before the agent's greeting.
constexpr std::size_t kLongestBanner = 64 << 10;
/// sockaddr_un holds 108 bytes, and ssh adds 17 while it makes the socket.
constexpr std::size_t kLongestControlPath = 90;

/// Whether other ssh clients may go through this one's connection, and so end with it.
enum class Sharing { kOffered, kUsedOnly };

std::vector<std::string> commandLine(const SshTransport::Settings& settings, Sharing sharing) {
    std::vector<std::string> command = {"ssh", "-T", "-e", "none"};
    if (!settings.config.empty()) command.insert(command.end(), {"-F", settings.config.string()});
    const auto option = [&command](std::string text) {
        command.push_back("-o");
        command.push_back(std::move(text));
    };
    if (settings.questions == SshTransport::Settings::Questions::kRefused) option("BatchMode=yes");
    option("ConnectTimeout=15");
    option("ServerAliveInterval=5");
    option("ServerAliveCountMax=3");
    option("Compression=yes");
    option("RemoteCommand=none");
    option("ClearAllForwardings=yes");
    option("PermitLocalCommand=no");
    const auto control = settings.controlFolder / base::Sha256::hex(settings.target).substr(0, 12);
    if (!settings.controlFolder.empty() && control.string().size() <= kLongestControlPath) {
        option(sharing == Sharing::kOffered ? "ControlMaster=auto" : "ControlMaster=no");
        option("ControlPersist=no");
        option("ControlPath=" + control.string());
    }
    command.insert(command.end(),
                   {"--", settings.target, settings.bundle ? std::string(kShellCommand) : settings.command});
    return command;
}

/// Of what precedes the greeting. sshd says "UNKNOWN" where it has no socket.
Addresses addressesIn(const std::string& printed) {
    const std::size_t at = printed.rfind(kStdioFrom);
    if (at == std::string::npos) return {};
    std::istringstream words(printed.substr(at + kStdioFrom.size()));
    Addresses addresses;
    std::string port;
    words >> addresses.home >> port >> addresses.node;
    const auto isNumeric = [](const std::string& text) {
        return !text.empty() && text.find_first_not_of("0123456789abcdef.:") == std::string::npos;
    };
    return isNumeric(addresses.home) && isNumeric(addresses.node) ? addresses : Addresses();
}

}  // namespace

/// One ssh client, until the agent's greeting has arrived.
class SshTransport::Client : public std::enable_shared_from_this<Client> {
  public:
    /// A connection, or nothing: the node lacks the bundle.
    using OnEnd = std::function<void(base::Result<std::optional<Connection>>)>;

    /// `script`: what to say to a shell that asks (kShellGreeting).
    Client(base::EventLoop& loop, std::string target, std::string script, OnEnd onEnd)
        : loop_(loop), target_(std::move(target)), script_(std::move(script)), onEnd_(std::move(onEnd)) {}
    ~Client() {
        if (isWatched_) loop_.unwatch(ssh_.socket());
    }

    base::Status start(const std::vector<std::string>& command) {
        TY_TRY(ssh_.start(command));
        ssh_.doNotBlock();
        TY_TRY(loop_.watch(ssh_.socket(), [this] { read(); }));
        isWatched_ = true;
        return {};
    }

  private:
    /// Leaves what follows the greeting to the reader of the socket.
    void read() {
        const auto self = shared_from_this();  // whoever is called may drop it
        std::array<char, 4096> bytes{};
        while (isWatched_) {
            const ssize_t seen = ::recv(ssh_.socket(), bytes.data(), bytes.size(), MSG_PEEK);
            if (seen < 0 && (errno == EAGAIN || errno == EINTR)) return;
            if (seen <= 0) return fail();
            const std::size_t before = read_.size();
            read_.append(bytes.data(), static_cast<std::size_t>(seen));
            const auto [end, marker] = firstMarker();
            (void)::recv(ssh_.socket(), bytes.data(), end - before, 0);
            if (marker.empty() && read_.size() > kLongestBanner) return fail();
            if (!marker.empty()) handle(marker);
        }
    }
    /// Where the first of what is awaited ends, and which one it is.
    std::pair<std::size_t, std::string_view> firstMarker() const {
        std::pair<std::size_t, std::string_view> first = {read_.size(), ""};
        std::size_t firstAt = std::string::npos;
        for (const std::string_view marker : {kShellGreeting, kStdioGreeting, kStdioNone, kLacks}) {
            const std::size_t at = read_.find(marker);
            if (at >= firstAt) continue;
            firstAt = at;
            first = {at + marker.size(), marker};
        }
        return first;
    }
    void handle(std::string_view marker) {
        addresses_ = addressesIn(read_);
        read_.clear();
        if (marker == kStdioGreeting) return succeed();
        if (marker == kLacks) {
            stopWatching();
            return onEnd_(std::optional<Connection>());
        }
        if (marker == kStdioNone) {
            stopWatching();
            return onEnd_(base::fail(base::Code::kUnavailable,
                                     fmt::format("no agent is running on {}", target_), "agent.not_running"));
        }
        const std::string line = script_ + "\n";  // a socket takes it at once
        (void)::send(ssh_.socket(), line.data(), line.size(), MSG_NOSIGNAL);
    }
    void stopWatching() {
        loop_.unwatch(ssh_.socket());
        isWatched_ = false;
    }
    void fail() {
        stopWatching();
        onEnd_(base::fail(ssh_.failure(target_, read_)));
    }
    void succeed() {
        stopWatching();
        onEnd_(Connection{.socket = ssh_.takeSocket(),
                          .carrier = shared_from_this(),
                          .lastWords = [this] { return ssh_.lastWords(); },
                          .addresses = addresses_});
    }

    base::EventLoop& loop_;
    const std::string target_, script_;
    const OnEnd onEnd_;
    SshClient ssh_;
    bool isWatched_ = false;
    std::string read_;
    Addresses addresses_;
};

/// From a call of connect() to its answer: connects, and once more after the bundle was sent.
class SshTransport::Attempt : public std::enable_shared_from_this<Attempt> {
  public:
    Attempt(SshTransport& transport, OnConnection done) : transport_(transport), done_(std::move(done)) {}

    void begin() {
        if (!transport_.settings_.bundle) return connect();
        transport_.settings_.bundle(
            [weak = weak_from_this()](base::Result<std::shared_ptr<const Parcel>> bundle) {
                const auto self = weak.lock();
                if (!self) return;
                if (!bundle) return self->end(base::fail(std::move(bundle).error()));
                self->bundle_ = std::move(*bundle);
                self->connect();
            });
    }

  private:
    void connect() {
        client_ = std::make_shared<Client>(
            transport_.loop_, transport_.target_,
            bundle_ ? attachScript(bundle_->name, transport_.settings_.start) : "",
            [this](base::Result<std::optional<Connection>> connection) { connected(std::move(connection)); });
        const auto started = client_->start(transport_.command_);
        if (started) return;
        transport_.loop_.post([weak = weak_from_this(), error = started.error()] {
            if (const auto self = weak.lock()) self->end(base::fail(error));
        });
    }
    void connected(base::Result<std::optional<Connection>> connection) {
        if (!connection) return end(base::fail(std::move(connection).error()));
        if (*connection) return end(std::move(**connection));
        client_.reset();
        if (delivery_ || !bundle_)
            return end(base::fail(base::Code::kUnavailable,
                                  fmt::format("what was sent to {} is not there", transport_.target_),
                                  "node.unreachable"));
        delivery_ = transport_.deliver(bundle_, transport_.settings_.onProgress, [this](base::Status sent) {
            if (!sent) return end(base::fail(std::move(sent).error()));
            connect();
        });
    }
    void end(base::Result<Connection> connection) {
        const auto self = shared_from_this();  // whoever is called may drop it
        done_(std::move(connection));
    }

    SshTransport& transport_;
    const OnConnection done_;
    std::shared_ptr<const Parcel> bundle_;
    std::shared_ptr<Client> client_;
    std::unique_ptr<Delivery> delivery_;
};

SshTransport::SshTransport(base::EventLoop& loop, Settings settings)
    : loop_(loop),
      settings_(std::move(settings)),
      command_(commandLine(settings_, Sharing::kOffered)),
      target_(base::printable(settings_.target)) {
}

base::Result<std::unique_ptr<SshTransport>> SshTransport::make(base::EventLoop& loop, Settings settings) {
    TY_TRY(parseSshAddress(settings.target));
    return std::unique_ptr<SshTransport>(new SshTransport(loop, std::move(settings)));
}

std::shared_ptr<void> SshTransport::connect(OnConnection done) {
    auto attempt = std::make_shared<Attempt>(*this, std::move(done));
    attempt->begin();
    return attempt;
}

std::unique_ptr<Delivery> SshTransport::deliver(std::shared_ptr<const Parcel> parcel,
                                                Delivery::OnProgress onProgress,
                                                Delivery::OnEnd onEnd) const {
    Settings settings = settings_;
    settings.command = kShellCommand;
    settings.bundle = {};
    // It is ended once its work is done, while a connection that has outlasted it must go on.
    return std::make_unique<Delivery>(loop_, commandLine(settings, Sharing::kUsedOnly), target_,
                                      std::move(parcel), std::move(onProgress), std::move(onEnd));
}

}  // namespace trainyard::node
