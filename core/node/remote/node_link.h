// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "core/base/loop/timer.h"
#include "core/node/remote/loop_stream.h"
#include "core/node/remote/outbox.h"
#include "core/node/remote/protocol.h"
#include "core/node/remote/transport.h"
#include "trainyard/v1/node.grpc.pb.h"

namespace trainyard::node {

/// Whether another machine can be used, and why not.
struct LinkState {
    enum class Kind { kConnecting, kConnected, kUnreachable, kIncompatible };
    Kind kind = Kind::kConnecting;
    double since = 0;                    ///< seconds since 1970
    base::Words reason;                  ///< empty if it is connected
    int tries = 0;                       ///< connections that succeeded or failed
    std::string id = {};                 ///< of the error that is the reason; empty where none is promised
    std::chrono::milliseconds delay{0};  ///< of the next try; 0: none is due
};
/// "connected", as in `nodes --json`.
std::string_view stateName(LinkState::Kind kind);

/// The home's end of a session with another machine's agent (node.proto): connects, reconnects with growing
/// delays, and passes every message on once and in order, however often the connection breaks. [loop]
class NodeLink final
    : private LoopStream<grpc::ClientBidiReactor<v1::ToNode, v1::FromNode>, v1::ToNode, v1::FromNode>::Owner {
  public:
    struct Settings {
        std::string home;              ///< a random name that the home keeps for good
        std::uint64_t generation = 1;  ///< greater than that of every earlier link from this home to the node
        std::chrono::milliseconds firstDelay{500}, longestDelay{30'000};  ///< between two connections
        /// After one that failed for want of an answer: each of them is a refused login, which servers count.
        std::chrono::milliseconds answerDelay{600'000};
        std::chrono::milliseconds welcomeWithin{20'000};
        /// A node that was sent something and says nothing for so long may be out of reach, though the link
        /// is not known to be cut. After the longer one it is not: ssh would have noticed.
        std::chrono::milliseconds silence{3'000}, longestSilence{20'000};
        std::chrono::milliseconds stacksGrace{5'000};  ///< beyond the deadline of readStacks()
        v1::Peer peer = doorPeer();
        std::chrono::milliseconds farewell{2'000};  ///< at the end, for what was asked and has not arrived
    };
    struct Calls {
        /// An answer or an end.
        std::function<void(const v1::FromNode&)> onMessage;
        /// The node has lost the session, and what was sent in it and not answered. What it must know is to
        /// be sent again; calls with ids up to `lastSent` may have been carried out.
        std::function<void(std::uint64_t lastSent)> onForgotten;
        /// The node never accepts this session again.
        std::function<void(const base::Error&)> onRefused;
        std::function<void(const LinkState&)> onState;
    };

    /// Begins to connect.
    NodeLink(base::EventLoop& loop, std::unique_ptr<Transport> transport, Settings settings, Calls calls);
    /// [loop]; after close()
    ~NodeLink() override;
    /// Waits, up to Settings::farewell, until the node has what was sent, unless the link is down; then ends
    /// the connection. Not in the loop.
    void close();

    /// Ends it for good, and at once: what has not arrived by now never will. [loop]
    void end(const base::Words& reason, const std::string& id);

    void send(v1::DoorCall call);
    void send(v1::DoorPipe part);
    /// Without waiting for the delay, if the link is down.
    void connectNow();
    const LinkState& state() const { return state_; }
    using Moment = std::chrono::steady_clock::time_point;
    /// Whether nothing has arrived for as long as Settings::silence, though something is to be confirmed.
    bool isSilent() const;
    /// When the first message after the newest silence arrived, or the newest connection was welcomed.
    Moment backAt() const { return backAt_; }
    /// Of the last connection.
    const Addresses& addresses() const { return addresses_; }
    const Settings& settings() const { return settings_; }

  private:
    class ClientStream;
    enum class Phase { kWaiting, kConnecting, kGreeting, kOpen, kEnded };

    void received(const v1::FromNode& message) override;
    bool next(v1::ToNode& message) override;
    void streamEnded(const grpc::Status& status) override;

    void connect();
    void greet(Connection connection);
    void welcomed(const v1::FromNode& message);
    void failed(LinkState::Kind kind, const base::Words& reason, const std::string& id = {});
    void setState(LinkState::Kind kind, const base::Words& reason, const std::string& id = {});
    void push(v1::ToNode message);
    void wake();
    void checkFarewell();

    base::EventLoop& loop_;
    const std::unique_ptr<Transport> transport_;
    const Settings settings_;
    const Calls calls_;
    LinkState state_;
    Addresses addresses_;
    Phase phase_ = Phase::kWaiting;
    base::Timer timer_;  ///< to the next connection, or for the welcome
    std::chrono::milliseconds delay_;
    std::shared_ptr<void> connecting_;
    Connection connection_;
    std::shared_ptr<ClientStream> stream_;
    Moment heardAt_{}, backAt_{};  ///< the former: of the last message
    Moment owedSince_{};           ///< since when there is something to be confirmed
    base::Words cutReason_;        ///< why this side has ended the stream; empty: it has not

    Outbox<v1::ToNode> outbox_;
    std::uint64_t received_ = 0, confirmed_ = 0;  ///< numbers of the node's messages
    std::uint64_t session_ = 0;                   ///< as in DoorWelcome
    std::uint64_t lastSent_ = 0;                  ///< id of a call
    bool isHelloDue_ = false, hadSession_ = false;
    std::function<void()> onFarewell_;
};

}  // namespace trainyard::node
