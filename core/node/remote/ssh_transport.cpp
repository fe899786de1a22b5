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
/// A server ends a login sooner (LoginGraceTime), and a question has a limit of its own.
constexpr std::chrono::seconds kAskingLoginWithin{150};

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
    option("ServerAliveInterval=3");  // a silent link is cut off after three of them
    option("ServerAliveCountMax=2");
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

/// The questions of one ssh, on their way to whoever answers. [loop]
class SshTransport::Questioning {
  public:
    /// Called when one is not answered, at most once. ssh is then to be ended.
    using OnAbandoned = std::function<void(base::Error)>;

    static base::Result<std::unique_ptr<Questioning>> open(base::EventLoop& loop, const Settings& settings,
                                                           std::shared_ptr<SshAsker> asker,
                                                           OnAbandoned onAbandoned) {
        std::unique_ptr<Questioning> made(
            new Questioning(loop, settings, std::move(asker), std::move(onAbandoned)));
        TY_ASSIGN(made->socket_,
                  AskpassSocket::open(
                      loop, settings.askpass,
                      {.onQuestion = [raw = made.get()](const SshQuestion& question) { raw->ask(question); },
                       .onWithdrawn = [raw = made.get()] { raw->withdraw(); }}));
        return made;
    }
    ~Questioning() { withdraw(); }
    Questioning(const Questioning&) = delete;
    Questioning& operator=(const Questioning&) = delete;

    /// What ssh has besides ours.
    const std::vector<std::string>& environment() const { return socket_->environment(); }
    bool hasAsked() const { return hasAsked_; }
    void withdraw() {
        limit_.cancel();
        if (std::exchange(isAsked_, false)) asker_->withdraw();
    }

  private:
    Questioning(base::EventLoop& loop, const Settings& settings, std::shared_ptr<SshAsker> asker,
                OnAbandoned onAbandoned)
        : target_(base::printable(settings.target)),
          answerWithin_(settings.answerWithin),
          asker_(std::move(asker)),
          onAbandoned_(std::move(onAbandoned)),
          limit_(loop) {}
    void ask(const SshQuestion& question) {
        isAsked_ = hasAsked_ = true;
        const std::string text = onOneLine(question);
        limit_.start(answerWithin_, [this, text] {
            abandon(base::Code::kDeadlineExceeded, kSshUnanswered,
                    base::say("nobody answered ssh's question within {} s: {}",
                              std::chrono::duration<double>(answerWithin_).count(), text));
        });
        asker_->ask(question,
                    [this, weak = std::weak_ptr(alive_), text](std::optional<std::string_view> answer) {
                        if (weak.expired() || !isAsked_) return;
                        isAsked_ = false;
                        limit_.cancel();
                        if (answer) return socket_->answer(*answer);
                        abandon(base::Code::kCancelled, kSshCancelled,
                                base::say("ssh's question was not answered: {}", text));
                    });
    }
    void abandon(base::Code code, const char* id, const base::Words& why) {
        const OnAbandoned abandoned = onAbandoned_;  // which may drop this one
        abandoned({code, base::say("cannot reach {} by ssh: {}", target_, why), id});
    }

    const std::string target_;  ///< printable
    const std::chrono::milliseconds answerWithin_;
    const std::shared_ptr<SshAsker> asker_;
    const OnAbandoned onAbandoned_;
    std::unique_ptr<AskpassSocket> socket_;
    bool isAsked_ = false, hasAsked_ = false;
    base::Timer limit_;
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

/// From a call of connect() to its answer: connects, asks what ssh must know, sends the bundle.
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
            if (questions_ && !questions_->hasAsked() && client_->lacksAnswer())
                transport_.pointless_ = refusal_;
            return end(base::fail(std::move(connection).error()));
        }
        if (*connection) return end(std::move(**connection));
        if (delivery_ || !bundle_)
            return end(base::fail(base::Code::kUnavailable,
                                  base::say("what was sent to {} is not there", transport_.target_),
                                  "node.unreachable"));
        // The shell there waits meanwhile: where ssh had to ask, it need not ask again, if it can go through
        // that connection.
        delivery_ = transport_.deliver(bundle_, transport_.settings_.onProgress, [this](base::Status sent) {
            if (!sent) return end(base::fail(std::move(sent).error()));
            endLaterUnless(client_->continueThere());
        });
    }
    /// `refusal`: how ssh has failed without an answer.
    void connectAsking(base::Error refusal) {
        if (!transport_.settings_.asker) return end(base::fail(std::move(refusal)));
        auto asker = transport_.settings_.asker();
        if (!asker) {
            // A server that takes keys alone refuses in the same words as one for which ssh would ask.
            if (refusal.message != transport_.pointless_) refusal.id = kSshAsks;
            return end(base::fail(std::move(refusal)));
        }
        auto questions = Questioning::open(transport_.loop_, transport_.settings_, std::move(asker),
                                           [this](base::Error error) { end(base::fail(std::move(error))); });
        if (!questions) return end(base::fail(std::move(questions).error()));
        questions_ = std::move(*questions);
        refusal_ = std::move(refusal.message);
        start(transport_.askingCommand_, questions_->environment());
    }
    void end(base::Result<Connection> connection) {
        const auto self = shared_from_this();  // whoever is called may drop it
        if (questions_) questions_->withdraw();
        if (questions_ && questions_->hasAsked()) transport_.pointless_.clear();
        if (!connection) client_.reset();
        done_(std::move(connection));
    }

    SshTransport& transport_;
    const OnConnection done_;
    std::shared_ptr<const Parcel> bundle_;
    std::unique_ptr<Questioning> questions_;  ///< null until it asks
    std::string refusal_;                     ///< what ssh has said without questions
    std::shared_ptr<Client> client_;
    std::shared_ptr<void> delivery_;
};

/// A delivery; another one, which asks, where ssh was refused for want of an answer.
class SshTransport::Sending {
  public:
    Sending(base::EventLoop& loop, Settings settings, std::shared_ptr<const Parcel> parcel,
            Delivery::OnProgress onProgress, Delivery::OnEnd onEnd)
        : loop_(loop),
          settings_(std::move(settings)),
          parcel_(std::move(parcel)),
          onProgress_(std::move(onProgress)),
          onEnd_(std::move(onEnd)) {
        settings_.command = kShellCommand;
        settings_.bundle = {};
        start({.command = commandOf(settings_.questions)});
    }

  private:
    /// It is ended once its work is done, while a connection that has outlasted it must continue.
    std::vector<std::string> commandOf(Questions questions) const {
        return commandLine(settings_, Sharing::kUsedOnly, questions);
    }
    void start(Delivery::Ssh ssh) {
        delivery_ =
            std::make_unique<Delivery>(loop_, std::move(ssh), base::printable(settings_.target), parcel_,
                                       onProgress_, [this](base::Status sent) { ended(std::move(sent)); });
    }
    void ended(base::Status sent) {
        const bool mayAsk = !sent && !questions_ && settings_.asker && delivery_->lacksAnswer();
        if (auto asker = mayAsk ? settings_.asker() : nullptr) return startAsking(std::move(asker));
        end(std::move(sent));
    }
    void startAsking(std::shared_ptr<SshAsker> asker) {
        auto questions =
            Questioning::open(loop_, settings_, std::move(asker),
                              [this](base::Error unanswered) { end(base::fail(std::move(unanswered))); });
        if (!questions) return end(base::fail(std::move(questions).error()));
        questions_ = std::move(*questions);
        start({.command = commandOf(Questions::kAtTerminal),
               .environment = questions_->environment(),
               .loginWithin = kAskingLoginWithin});
    }
    void end(base::Status sent) {
        if (questions_) questions_->withdraw();
        const Delivery::OnEnd ended = onEnd_;  // which may drop this one
        if (!std::exchange(isOver_, true)) ended(std::move(sent));
    }

    base::EventLoop& loop_;
    Settings settings_;
    const std::shared_ptr<const Parcel> parcel_;
    const Delivery::OnProgress onProgress_;
    const Delivery::OnEnd onEnd_;
    bool isOver_ = false;
    std::unique_ptr<Questioning> questions_;  ///< null until it asks
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

std::shared_ptr<void> SshTransport::deliver(std::shared_ptr<const Parcel> parcel,
                                            Delivery::OnProgress onProgress, Delivery::OnEnd onEnd) const {
    return std::make_shared<Sending>(loop_, settings_, std::move(parcel), std::move(onProgress),
                                     std::move(onEnd));
}

}  // namespace trainyard::node
