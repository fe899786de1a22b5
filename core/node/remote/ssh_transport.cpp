// SPDX-License-Identifier: Apache-2.0
#include "core/node/remote/ssh_transport.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <utility>

#include "core/base/loop/timer.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/node/remote/askpass.h"
#include "core/node/remote/protocol.h"
#include "core/node/remote/remote_shell.h"
#include "core/node/remote/ssh_address.h"

namespace trainyard::node {
namespace {

/// A login shell may print this much before the agent's greeting.
constexpr std::size_t kLongestBanner = 64 << 10;
/// sockaddr_un holds 108 bytes, and ssh adds 17 while it makes the socket.
constexpr std::size_t kLongestControlPath = 90;
constexpr std::size_t kLongestQuestionShown = 400;  ///< of a question, in a message

/// Whether other ssh clients may go through this one's connection, and so end with it.
enum class Sharing { kOffered, kUsedOnly };

using Questions = SshTransport::Settings::Questions;

/// As a value of ssh's configuration, where a blank ends a value and % begins a name; empty: it cannot be
/// one.
std::string quoted(const std::string& path) {
    std::string text = "\"";
    for (const char c : path) {
        if (c == '"' || c == '\\' || c == '$' || static_cast<unsigned char>(c) < ' ') return "";
        text += c;
        if (c == '%') text += c;
    }
    return text + "\"";
}

std::vector<std::string> commandLine(const SshTransport::Settings& settings, Sharing sharing,
                                     Questions questions) {
    std::vector<std::string> command = {"ssh", "-T", "-e", "none"};
    if (!settings.config.empty()) command.insert(command.end(), {"-F", settings.config.string()});
    const auto option = [&command](std::string text) {
        command.push_back("-o");
        command.push_back(std::move(text));
    };
    if (questions == Questions::kRefused) option("BatchMode=yes");
    option("ConnectTimeout=15");
    option("ServerAliveInterval=5");
    option("ServerAliveCountMax=3");
    option("Compression=yes");
    option("RemoteCommand=none");
    option("ClearAllForwardings=yes");
    option("PermitLocalCommand=no");
    const auto control = settings.controlFolder / base::Sha256::hex(settings.target).substr(0, 12);
    const std::string path = settings.controlFolder.empty() ? "" : quoted(control.string());
    if (!path.empty() && control.string().size() <= kLongestControlPath) {
        option(sharing == Sharing::kOffered ? "ControlMaster=auto" : "ControlMaster=no");
        option("ControlPersist=no");
        option("ControlPath=" + path);
    }
    command.insert(command.end(),
                   {"--", settings.target, settings.bundle ? std::string(kShellCommand) : settings.command});
    return command;
}

/// In a message.
std::string onOneLine(const SshQuestion& question) {
    std::string text = question.prompt;
    std::ranges::replace(text, '\n', ' ');
    while (text.ends_with(' ')) text.pop_back();
    return base::shortened(text, kLongestQuestionShown);
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

    base::Status start(const std::vector<std::string>& command, const std::vector<std::string>& environment) {
        TY_TRY(ssh_.start(command, environment));
        ssh_.doNotBlock();
        return watch();
    }
    /// Once the machine has the bundle that it lacked: says the script again, to the shell that waits for it.
    base::Status continueThere() {
        TY_TRY(watch());
        sayScript();
        return {};
    }
    bool lacksAnswer() const { return ssh_.lacksAnswer(); }

  private:
    base::Status watch() {
        TY_TRY(loop_.watch(ssh_.socket(), [this] { read(); }));
        isWatched_ = true;
        return {};
    }
    void sayScript() {
        const std::string line = script_ + "\n";  // a socket takes it at once
        (void)::send(ssh_.socket(), line.data(), line.size(), MSG_NOSIGNAL);
    }
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
                                     base::say("no agent is running on {}", target_), "agent.not_running"));
        }
        sayScript();
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

/// From a call of connect() to its answer: connects, asks what ssh must know, sends the bundle.
class SshTransport::Attempt : public std::enable_shared_from_this<Attempt> {
  public:
    Attempt(SshTransport& transport, OnConnection done)
        : transport_(transport), done_(std::move(done)), answer_(transport.loop_) {}
    ~Attempt() { withdraw(); }

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
    void connect() { start(transport_.command_, {}); }
    void start(const std::vector<std::string>& command, const std::vector<std::string>& environment) {
        client_ = std::make_shared<Client>(
            transport_.loop_, transport_.target_,
            bundle_ ? attachScript(bundle_->name, transport_.settings_.start) : "",
            [this](base::Result<std::optional<Connection>> connection) { connected(std::move(connection)); });
        endLaterUnless(client_->start(command, environment));
    }
    void endLaterUnless(const base::Status& started) {
        if (started) return;
        transport_.loop_.post([weak = weak_from_this(), error = started.error()] {
            if (const auto self = weak.lock()) self->end(base::fail(error));
        });
    }
    void connected(base::Result<std::optional<Connection>> connection) {
        if (!connection) {
            if (!questions_ && client_->lacksAnswer()) return connectAsking(std::move(connection).error());
            if (questions_ && !hasAsked_ && client_->lacksAnswer()) transport_.pointless_ = refusal_;
            return end(base::fail(std::move(connection).error()));
        }
        if (*connection) return end(std::move(**connection));
        if (delivery_ || !bundle_)
            return end(base::fail(base::Code::kUnavailable,
                                  base::say("what was sent to {} is not there", transport_.target_),
                                  "node.unreachable"));
        // The shell there waits meanwhile: where ssh had to ask, it need not ask again.
        delivery_ = transport_.deliver(bundle_, transport_.settings_.onProgress, [this](base::Status sent) {
            if (!sent) return end(base::fail(std::move(sent).error()));
            endLaterUnless(client_->continueThere());
        });
    }
    /// `refusal`: how ssh has failed without an answer.
    void connectAsking(base::Error refusal) {
        if (!transport_.settings_.asker) return end(base::fail(std::move(refusal)));
        asker_ = transport_.settings_.asker();
        if (!asker_) {
            // A server that takes keys alone refuses in the same words as one for which ssh would ask.
            if (refusal.message != transport_.pointless_) refusal.id = kSshAsks;
            return end(base::fail(std::move(refusal)));
        }
        auto questions =
            AskpassSocket::open(transport_.loop_, transport_.settings_.askpass,
                                {.onQuestion = [this](const SshQuestion& question) { ask(question); },
                                 .onWithdrawn = [this] { withdraw(); }});
        if (!questions) return end(base::fail(std::move(questions).error()));
        questions_ = std::move(*questions);
        refusal_ = std::move(refusal.message);
        start(transport_.askingCommand_, questions_->environment());
    }
    void ask(const SshQuestion& question) {
        isAsked_ = hasAsked_ = true;
        transport_.pointless_.clear();
        const std::string text = onOneLine(question);
        answer_.start(transport_.settings_.answerWithin, [this, text] {
            abandon(
                base::Code::kDeadlineExceeded, kSshUnanswered,
                base::say("nobody answered ssh's question within {} s: {}",
                          std::chrono::duration<double>(transport_.settings_.answerWithin).count(), text));
        });
        asker_->ask(question, [weak = weak_from_this(), text](std::optional<std::string_view> answer) {
            const auto self = weak.lock();
            if (!self || !self->isAsked_) return;
            self->isAsked_ = false;
            self->answer_.cancel();
            if (answer) return self->questions_->answer(*answer);
            self->abandon(base::Code::kCancelled, kSshCancelled,
                          base::say("ssh's question was not answered: {}", text));
        });
    }
    void withdraw() {
        answer_.cancel();
        if (std::exchange(isAsked_, false)) asker_->withdraw();
    }
    void abandon(base::Code code, const char* id, const base::Words& why) {
        end(base::fail(code, base::say("cannot reach {} by ssh: {}", transport_.target_, why), id));
    }
    void end(base::Result<Connection> connection) {
        const auto self = shared_from_this();  // whoever is called may drop it
        withdraw();
        if (!connection) client_.reset();
        done_(std::move(connection));
    }

    SshTransport& transport_;
    const OnConnection done_;
    std::shared_ptr<const Parcel> bundle_;
    std::shared_ptr<SshAsker> asker_;
    std::unique_ptr<AskpassSocket> questions_;  ///< null until it asks
    std::string refusal_;                       ///< what ssh has said without questions
    bool isAsked_ = false, hasAsked_ = false;
    base::Timer answer_;
    std::shared_ptr<Client> client_;
    std::unique_ptr<Delivery> delivery_;
};

SshTransport::SshTransport(base::EventLoop& loop, Settings settings)
    : loop_(loop),
      settings_(std::move(settings)),
      command_(commandLine(settings_, Sharing::kOffered, settings_.questions)),
      askingCommand_(commandLine(settings_, Sharing::kOffered, Questions::kAtTerminal)),
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
    // It is ended once its work is done, while a connection that has outlasted it must continue.
    return std::make_unique<Delivery>(loop_, commandLine(settings, Sharing::kUsedOnly, settings.questions),
                                      target_, std::move(parcel), std::move(onProgress), std::move(onEnd));
}

}  // namespace trainyard::node
