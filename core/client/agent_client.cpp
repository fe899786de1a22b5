// SPDX-License-Identifier: Apache-2.0
#include "core/client/agent_client.h"

#include <fmt/format.h>
#include <grpcpp/create_channel_posix.h>
#include <grpcpp/grpcpp.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

#include "core/client/agent_process.h"
#include "core/proto/failure.h"
#include "trainyard/v1/agent.grpc.pb.h"

namespace trainyard::client {
namespace {

using base::Code;
using Clock = std::chrono::steady_clock;

/// The versions of the protocol this client understands.
constexpr int kProtocolMin = 1, kProtocolMax = 1;
constexpr std::chrono::seconds kCallDeadline{10};
/// For reading every byte of a checkpoint or of a run's data: counting the samples of a CSV file,
/// decompressing another. A client that does not want to wait this long disconnects, which cancels the call.
constexpr std::chrono::seconds kReadingDeadline{300};
/// Longer than an agent waits for the steps.
constexpr std::chrono::minutes kProfileDeadline{11};
/// An agent abandons each task after five seconds, and reads several in parallel.
constexpr std::chrono::seconds kStacksDeadline{60};
/// Between two looks at an agent that takes connections and answers nothing.
constexpr std::chrono::milliseconds kDyingInterval{5};
constexpr int kLargestReply = 64 << 20;

Code codeFromName(const std::string& name, Code otherwise) {
    for (int i = 0; i <= static_cast<int>(Code::kInternal); ++i)
        if (base::codeName(static_cast<Code>(i)) == name) return static_cast<Code>(i);
    return otherwise;
}

base::Error silentAgent(const std::string& place) {
    return {Code::kDeadlineExceeded, base::say("the agent at {} did not answer in time; see its log", place),
            "agent.silent"};
}

/// The agent's own message if it sent one; otherwise one for each way in which an agent does not answer, and
/// gRPC's for the rest. An agent that shuts down cancels its calls.
base::Error errorFrom(const grpc::Status& status, const std::string& place, const Link& link) {
    const Code code = base::codeFromGrpcStatus(status.error_code());
    v1::Failure failure;
    if (!status.error_details().empty() && failure.ParseFromString(status.error_details()))
        return {codeFromName(failure.code(), code), proto::fromMessage(failure.words(), failure.message()),
                failure.id()};
    const bool hasEnded = code == Code::kUnavailable || code == Code::kCancelled;
    if (const std::string words = hasEnded && link.carrier ? link.lastWords() : std::string(); !words.empty())
        return {Code::kUnavailable,
                base::say("lost the connection to the agent at {}: {}; runs continue without it, try again",
                          place, words),
                "node.unreachable"};
    if (hasEnded)
        return {code,
                base::say("lost the connection to the agent at {}: it ended or is restarting, and runs "
                          "continue without it; try again",
                          place),
                "agent.gone"};
    if (code == Code::kDeadlineExceeded) return silentAgent(place);
    return {code, base::say("the agent at {} refused the request: {}", place, status.error_message())};
}

v1::Peer self() {
    v1::Peer peer;
    peer.set_program("trainyard");
    peer.set_version(TRAINYARD_VERSION);
    peer.set_protocol_min(kProtocolMin);
    peer.set_protocol_max(kProtocolMax);
    peer.set_pid(::getpid());
    return peer;
}

base::Status checkVersions(const v1::Peer& agent, const std::string& place) {
    if (agent.protocol_min() <= kProtocolMax && agent.protocol_max() >= kProtocolMin) return {};
    return base::fail(
        Code::kUnavailable,
        base::say("the agent at {} is Trainyard {} (protocol {} to {}), this program is {} (protocol {} to "
                  "{}): they have no common version. Stop that agent with the program it came with "
                  "(`agent stop`), then try again",
                  place, agent.version(), agent.protocol_min(), agent.protocol_max(), TRAINYARD_VERSION,
                  kProtocolMin, kProtocolMax),
        "agent.version");
}

/// gRPC takes a URI: whatever has a meaning in one is percent-encoded (RFC 3986).
std::string target(const std::filesystem::path& socket) {
    std::string uri = "unix://";
    for (const char c : socket.string()) {
        const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                             std::string_view("/._-~").find(c) != std::string_view::npos;
        uri += isPlain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return uri;
}

std::string newRequestId() {
    std::array<unsigned char, 16> bytes = {};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        return fmt::format("{}-{}", ::getpid(), Clock::now().time_since_epoch().count());
    std::string id;
    for (const unsigned char byte : bytes) id += fmt::format("{:02x}", byte);
    return id;
}

}  // namespace

struct AgentClient::Impl {
    std::string place;
    Link link;  ///< to another machine; outlives the channel
    std::shared_ptr<grpc::Channel> channel;
    std::unique_ptr<v1::Agent::Stub> stub;
    v1::HelloReply greeting;

    template <typename Request, typename Reply>
    base::Result<Reply> call(grpc::Status (v1::Agent::Stub::*method)(grpc::ClientContext*, const Request&,
                                                                     Reply*),
                             const Request& request, const std::stop_token& stop,
                             std::chrono::milliseconds deadline) {
        if constexpr (requires(Request fresh) { fresh.set_request_id(std::string()); }) {
            if (request.request_id().empty()) {
                Request named = request;
                named.set_request_id(newRequestId());
                return call(method, named, stop, deadline);
            }
        }
        grpc::ClientContext context;
        context.set_deadline(std::chrono::system_clock::now() + deadline);
        const std::stop_callback cancel(stop, [&context] { context.TryCancel(); });
        Reply reply;
        const grpc::Status status = (stub.get()->*method)(&context, request, &reply);
        if (status.ok()) return reply;
        if (stop.stop_requested())
            return base::fail(Code::kCancelled, "the call was cancelled", "call.cancelled");
        return base::fail(errorFrom(status, place, link));
    }

    template <typename Request, typename Reply>
    base::Status stream(std::unique_ptr<grpc::ClientReader<Reply>> (v1::Agent::Stub::*method)(
                            grpc::ClientContext*, const Request&),
                        const Request& request, const std::stop_token& stop,
                        const std::function<bool(const Reply&)>& onReply) {
        grpc::ClientContext context;
        const std::stop_callback cancel(stop, [&context] { context.TryCancel(); });
        const auto reader = (stub.get()->*method)(&context, request);
        Reply reply;
        bool isWanted = true;
        while (isWanted && reader->Read(&reply)) isWanted = onReply(reply);
        if (!isWanted) context.TryCancel();
        const grpc::Status status = reader->Finish();
        if (status.ok() || !isWanted || stop.stop_requested()) return {};
        return base::fail(errorFrom(status, place, link));
    }
};

AgentClient::AgentClient() : impl_(std::make_unique<Impl>()) {
}
AgentClient::~AgentClient() = default;

/// Where the home's socket is in a shared place such as /tmp, another user may listen under its name.
static base::Status refuseForeign(int connected, const std::filesystem::path& socket) {
    ucred peer{};
    socklen_t size = sizeof peer;
    if (::getsockopt(connected, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
        return base::fail(base::errnoError(
            errno, base::say("cannot determine which process listens at {}", socket.string())));
    if (peer.uid == ::geteuid() || peer.uid == 0) return {};
    return base::fail(
        Code::kPermissionDenied,
        base::say("another user (uid {}) listens at {}, where your agent would be; set XDG_RUNTIME_DIR to a "
                  "folder of yours, or choose a shorter TRAINYARD_HOME",
                  peer.uid, socket.string()),
        "agent.stranger");
}

/// Nothing where the socket answers; else starts an agent, if `endpoint` allows it.
static base::Status startIfNeeded(const Endpoint& endpoint, Clock::time_point deadline) {
    const auto answers = connectSocket(endpoint.socket);
    const bool isOwnHome = !endpoint.home.root().empty();
    if (answers) return isOwnHome ? refuseForeign(answers->get(), endpoint.socket) : base::Status();
    if (answers.error().code == Code::kInvalidArgument) return base::fail(answers.error());
    if (!endpoint.mayStart)
        return base::fail(
            Code::kUnavailable,
            base::say("no agent answers at {}: {}", endpoint.socket.string(), answers.error().message),
            "agent.not_running");
    const auto program = base::siblingProgram("trainyard-agent");
    if (!program) {
        base::Error error = program.error().wrap("no agent is running, and none can be started");
        error.code = Code::kUnavailable;
        return base::fail(std::move(error));
    }
    return startAgent(endpoint, *program, deadline);
}

static grpc::ChannelArguments channelArguments() {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);  // its own back-off, whatever other channels met
    arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 50);
    arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 50);
    arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 500);
    arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
    arguments.SetMaxReceiveMessageSize(kLargestReply);
    return arguments;
}

static AgentStart startOf(const Endpoint& endpoint) {
    if (!endpoint.mayStart) return AgentStart::kNever;
    return endpoint.staysEnded ? AgentStart::kWhereItDied : AgentStart::kAllowed;
}

base::Result<std::unique_ptr<AgentClient>> AgentClient::connect(const Endpoint& endpoint,
                                                                std::chrono::milliseconds timeout) {
    const Clock::time_point deadline = Clock::now() + timeout;
    for (;;) {
        if (!endpoint.isRemote()) TY_TRY(startIfNeeded(endpoint, deadline));
        auto client = shakeHands(endpoint, timeout);
        // The socket of an agent that is being killed still takes a connection, and answers nothing on it:
        // look again, and start another one.
        const bool hasDied = !client && client.error().id == "agent.gone";
        if (!hasDied) return client;
        if (Clock::now() >= deadline) return base::fail(silentAgent(endpoint.place()));
        ::poll(nullptr, 0, static_cast<int>(kDyingInterval.count()));
    }
}

base::Result<std::unique_ptr<AgentClient>> AgentClient::shakeHands(const Endpoint& endpoint,
                                                                   std::chrono::milliseconds timeout) {
    std::unique_ptr<AgentClient> client(new AgentClient);
    Impl& impl = *client->impl_;
    impl.place = endpoint.place();
    if (endpoint.isRemote()) {
        TY_ASSIGN(impl.link, endpoint.dial(startOf(endpoint)));
        impl.channel =
            grpc::CreateCustomInsecureChannelFromFd("agent", impl.link.socket.release(), channelArguments());
    } else {
        impl.channel = grpc::CreateCustomChannel(target(endpoint.socket), grpc::InsecureChannelCredentials(),
                                                 channelArguments());
    }
    impl.stub = v1::Agent::NewStub(impl.channel);
    v1::HelloRequest request;
    *request.mutable_peer() = self();
    auto reply = impl.call(&v1::Agent::Stub::Hello, request, {}, timeout);
    if (!reply) return base::fail(std::move(reply).error());
    TY_TRY(checkVersions(reply->peer(), impl.place));
    impl.greeting = std::move(*reply);
    return client;
}

#define TRAINYARD_DEFINE_CALL(name, rpc, reply, deadline)                                            \
    base::Result<v1::reply> AgentClient::name(const v1::rpc##Request& request, std::stop_token stop, \
                                              AnswerLimit limit) {                                   \
        return impl_->call(&v1::Agent::Stub::rpc, request, stop, limit.value_or(deadline));          \
    }
#define TRAINYARD_DEFINE_STREAM(name, rpc)                                                      \
    base::Status AgentClient::name(const v1::rpc##Request& request, std::stop_token stop,       \
                                   const std::function<bool(const v1::rpc##Reply&)>& onReply) { \
        return impl_->stream(&v1::Agent::Stub::rpc, request, stop, onReply);                    \
    }
TRAINYARD_AGENT_CALLS(TRAINYARD_DEFINE_CALL, TRAINYARD_DEFINE_STREAM)
#undef TRAINYARD_DEFINE_CALL
#undef TRAINYARD_DEFINE_STREAM

const v1::HelloReply& AgentClient::greeting() const {
    return impl_->greeting;
}

base::Result<v1::HelloReply> AgentClient::hello() {
    v1::HelloRequest request;
    *request.mutable_peer() = self();
    return hello(request);
}

}  // namespace trainyard::client
