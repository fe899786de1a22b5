// SPDX-License-Identifier: Apache-2.0
#include "core/node/remote/node_link.h"

#include <fmt/format.h>
#include <grpcpp/create_channel_posix.h>

#include <algorithm>
#include <future>
#include <optional>

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/node/remote/messages.h"
#include "core/node/remote/protocol.h"
#include "core/node/remote/ssh_question.h"

namespace trainyard::node {
namespace {

/// Stacks of many threads are the largest answers.
constexpr int kLargestAnswer = 64 << 20;

std::optional<base::Error> failureOf(const grpc::Status& status) {
    v1::Failure failure;
    if (status.error_details().empty() || !failure.ParseFromString(status.error_details()))
        return std::nullopt;
    return fromMessage(failure);
}

/// Messages between the two are missing: tried again, and another session ends it for sure.
base::Words outOfStep() {
    return "its agent and this machine's are out of step, and connect again; if it stays so, remove the node "
           "and "
           "add it again";
}

}  // namespace

std::string_view stateName(LinkState::Kind kind) {
    switch (kind) {
        case LinkState::Kind::kConnecting:
            return "connecting";
        case LinkState::Kind::kConnected:
            return "connected";
        case LinkState::Kind::kUnreachable:
            return "unreachable";
        case LinkState::Kind::kIncompatible:
            return "incompatible";
    }
    return "";
}

class NodeLink::ClientStream final
    : public LoopStream<grpc::ClientBidiReactor<v1::ToNode, v1::FromNode>, v1::ToNode, v1::FromNode> {
  public:
    ClientStream(base::EventLoop& loop, Owner* owner, int socket) : LoopStream(loop, owner) {
        grpc::ChannelArguments arguments;
        arguments.SetMaxReceiveMessageSize(kLargestAnswer);
        channel_ = grpc::CreateCustomInsecureChannelFromFd("node", socket, arguments);
        stub_ = v1::NodeService::NewStub(channel_);
    }
    void start() {
        stub_->async()->Door(&context_, this);
        AddHold();  // reads and writes are started from the loop
        begin();
        StartCall();
        wake();
    }
    void cancel() { context_.TryCancel(); }
    void OnDone(const grpc::Status& status) override {
        loop_.post([self = std::move(self_), this, status] {
            reportEnd(status);
            over_.set_value();
        });
    }
    std::future<void> ended() { return over_.get_future(); }

  private:
    void close() override { RemoveHold(); }

    std::shared_ptr<grpc::Channel> channel_;
    std::unique_ptr<v1::NodeService::Stub> stub_;
    grpc::ClientContext context_;
    std::promise<void> over_;
};

NodeLink::NodeLink(base::EventLoop& loop, std::unique_ptr<Transport> transport, Settings settings,
                   Calls calls)
    : loop_(loop),
      transport_(std::move(transport)),
      settings_(std::move(settings)),
      calls_(std::move(calls)),
      timer_(loop),
      delay_(settings_.firstDelay) {
    state_.since = base::wallNow();
    connect();
}

NodeLink::~NodeLink() {
    TY_CHECK(phase_ == Phase::kEnded, "a link is closed before it is destroyed");
}

void NodeLink::close() {
    std::promise<void> farewell;
    loop_.call([&] {
        onFarewell_ = [&farewell] { farewell.set_value(); };
        checkFarewell();
    });
    (void)farewell.get_future().wait_for(settings_.farewell);
    std::future<void> ended;
    loop_.call([&] {
        onFarewell_ = nullptr;
        phase_ = Phase::kEnded;
        timer_.cancel();
        connecting_.reset();
        if (!stream_) return;
        ended = stream_->ended();
        stream_->setOwner(nullptr);
        stream_->cancel();
    });
    if (ended.valid()) ended.wait();  // it posts to the loop
    loop_.call([&] {
        stream_.reset();
        connection_ = {};
    });
}

void NodeLink::end(const base::Words& reason, const std::string& id) {
    phase_ = Phase::kEnded;
    timer_.cancel();
    connecting_.reset();
    outbox_ = {};
    state_.delay = {};
    if (stream_) stream_->cancel();
    setState(LinkState::Kind::kUnreachable, reason, id);
    checkFarewell();
}

void NodeLink::send(v1::DoorCall call) {
    v1::ToNode message;
    *message.mutable_call() = std::move(call);
    push(std::move(message));
}

void NodeLink::send(v1::DoorPipe part) {
    v1::ToNode message;
    *message.mutable_pipe() = std::move(part);
    push(std::move(message));
}

void NodeLink::push(v1::ToNode message) {
    if (outbox_.isEmpty()) owedSince_ = Moment::clock::now();
    outbox_.push(std::move(message));
    wake();
}

void NodeLink::connectNow() {
    if (phase_ == Phase::kWaiting) timer_.start(std::chrono::milliseconds(0), [this] { connect(); });
}

void NodeLink::wake() {
    if (stream_) stream_->wake();
}

void NodeLink::connect() {
    phase_ = Phase::kConnecting;
    connecting_ = transport_->connect([this](base::Result<Connection> connection) {
        connecting_.reset();
        if (!connection)
            return failed(LinkState::Kind::kUnreachable, connection.error().words(), connection.error().id);
        greet(std::move(*connection));
    });
}

void NodeLink::greet(Connection connection) {
    phase_ = Phase::kGreeting;
    connection_ = std::move(connection);
    addresses_ = connection_.addresses;
    isHelloDue_ = true;
    cutReason_ = {};
    outbox_.rewind();
    Owner* const owner = this;
    stream_ = std::make_shared<ClientStream>(loop_, owner, connection_.socket.release());
    stream_->start();
    timer_.start(settings_.welcomeWithin, [this] {
        cutReason_ = base::say("its agent did not answer within {} s",
                               std::chrono::duration<double>(settings_.welcomeWithin).count());
        stream_->cancel();
    });
}

bool NodeLink::next(v1::ToNode& message) {
    message.Clear();
    if (isHelloDue_) {
        isHelloDue_ = false;
        v1::DoorHello& hello = *message.mutable_hello();
        *hello.mutable_peer() = settings_.peer;
        hello.set_home(settings_.home);
        hello.set_generation(settings_.generation);
        hello.set_resumes(hadSession_);
        hello.set_session(session_);
    } else if (phase_ != Phase::kOpen) {
        return false;
    } else if (const v1::ToNode* const call = outbox_.next()) {
        message = *call;
        lastSent_ = std::max(lastSent_, call->call().id());
    } else if (confirmed_ == received_) {
        return false;
    }
    message.set_received(received_);
    confirmed_ = received_;
    return true;
}

bool NodeLink::isSilent() const {
    const auto silence = Moment::clock::now() - std::max(owedSince_, heardAt_);
    return !outbox_.isEmpty() && silence > settings_.silence && silence < settings_.longestSilence;
}

void NodeLink::received(const v1::FromNode& message) {
    if (phase_ == Phase::kEnded) return;
    const Moment now = Moment::clock::now();
    if (message.has_welcome() || now - heardAt_ > settings_.silence) backAt_ = now;
    heardAt_ = now;
    if (message.has_welcome()) return welcomed(message);
    outbox_.confirm(message.received());
    checkFarewell();
    if (message.number() <= received_) return;  // it arrived before the connection broke, or is none
    if (message.number() != received_ + 1) {
        cutReason_ = outOfStep();
        return stream_->cancel();
    }
    received_ = message.number();
    calls_.onMessage(message);
    wake();
}

void NodeLink::welcomed(const v1::FromNode& message) {
    const v1::DoorWelcome& welcome = message.welcome();
    const bool isNew = welcome.session() == 0 ? welcome.is_new() : welcome.session() != session_;
    session_ = welcome.session();
    if (!isNew) outbox_.confirm(message.received());
    timer_.cancel();
    phase_ = Phase::kOpen;
    delay_ = settings_.firstDelay;
    state_.delay = {};
    setState(LinkState::Kind::kConnected, "");
    if (std::exchange(hadSession_, true) && isNew) {
        outbox_ = {};
        received_ = confirmed_ = 0;
        calls_.onForgotten(lastSent_);
    }
    checkFarewell();
    wake();
}

void NodeLink::streamEnded(const grpc::Status& status) {
    if (phase_ == Phase::kEnded) {
        stream_.reset();
        connection_ = {};
        return;
    }
    const bool wasOpen = phase_ == Phase::kOpen;
    const auto failure = failureOf(status);
    base::Words reason = base::Words::plain(connection_.lastWords ? connection_.lastWords() : "");
    if (status.error_code() == grpc::StatusCode::DATA_LOSS) reason = outOfStep();
    if (!cutReason_.empty()) reason = cutReason_;
    if (reason.empty())
        reason = base::say("the connection ended ({})", base::printable(status.error_message()));
    stream_.reset();
    connection_ = {};
    if (failure && failure->id == "node.fenced") {
        phase_ = Phase::kEnded;
        state_.delay = {};
        setState(LinkState::Kind::kUnreachable, failure->message, failure->id);
        calls_.onRefused(*failure);
        return checkFarewell();
    }
    if (failure && failure->id == "protocol.mismatch")
        return failed(LinkState::Kind::kIncompatible, failure->message);
    if (status.error_code() == grpc::StatusCode::UNIMPLEMENTED)
        return failed(LinkState::Kind::kIncompatible,
                      base::say("the node has a version of Trainyard that cannot be a node, the home has {}; "
                                "install the same version on both machines",
                                TRAINYARD_VERSION));
    if (failure && !wasOpen)  // the node has said why
        return failed(LinkState::Kind::kUnreachable, failure->message, failure->id);
    failed(wasOpen ? LinkState::Kind::kConnecting : LinkState::Kind::kUnreachable, reason);
}

void NodeLink::failed(LinkState::Kind kind, const base::Words& reason, const std::string& id) {
    phase_ = Phase::kWaiting;
    const bool lacksAnswer = id == kSshAsks || id == kSshCancelled || id == kSshUnanswered;
    state_.delay = lacksAnswer ? settings_.answerDelay : delay_;
    setState(kind, reason, id);
    timer_.start(state_.delay, [this] { connect(); });
    delay_ = std::min(delay_ * 2, settings_.longestDelay);
    checkFarewell();
}

void NodeLink::setState(LinkState::Kind kind, const base::Words& reason, const std::string& id) {
    ++state_.tries;
    if (kind != state_.kind) state_.since = base::wallNow();
    state_.kind = kind;
    state_.reason = reason;
    state_.id = id;
    calls_.onState(state_);
}

void NodeLink::checkFarewell() {
    if (!onFarewell_) return;
    const bool isDown = phase_ == Phase::kWaiting || phase_ == Phase::kEnded;
    if (outbox_.isEmpty() || isDown) std::exchange(onFarewell_, nullptr)();
}

}  // namespace trainyard::node
