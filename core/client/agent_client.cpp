// SPDX-License-Identifier: Apache-2.0
#include "core/client/agent_client.h"

#include <fmt/format.h>
#include <grpcpp/grpcpp.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <type_traits>

#include "core/client/agent_process.h"
#include "trainyard/v1/agent.grpc.pb.h"

namespace trainyard::client {
namespace {

using base::Code;
using Clock = std::chrono::steady_clock;

/// The versions of the protocol this client understands.
constexpr int kProtocolMin = 1, kProtocolMax = 1;
constexpr std::chrono::seconds kCallDeadline{10};
/// A shutdown waits until every task of every run has ended; after twelve seconds the agent reports what is
/// left.
constexpr std::chrono::seconds kShutdownDeadline{20};
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

base::Error silentAgent(const std::filesystem::path& socket, std::string_view call) {
    return {Code::kDeadlineExceeded,
            fmt::format("the agent at {} did not answer {} in time; see its log", socket.string(), call),
            "agent.silent"};
}

/// The agent's own message if it sent one; otherwise gRPC's, with the name of the other side.
base::Error errorFrom(const grpc::Status& status, const std::filesystem::path& socket,
                      std::string_view call) {
    const Code code = base::codeFromGrpcStatus(status.error_code());
    v1::Failure failure;
    if (!status.error_details().empty() && failure.ParseFromString(status.error_details()))
        return {codeFromName(failure.code(), code), failure.message(), failure.id()};
    if (code == Code::kUnavailable)
        return {code,
                fmt::format("lost the connection to the agent at {} during {} ({})", socket.string(), call,
                            status.error_message()),
                "agent.gone"};
    if (code == Code::kDeadlineExceeded) return silentAgent(socket, call);
    return {code,
            fmt::format("the agent at {} refused {}: {}", socket.string(), call, status.error_message())};
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

base::Status checkVersions(const v1::Peer& agent, const std::filesystem::path& socket) {
    if (agent.protocol_min() <= kProtocolMax && agent.protocol_max() >= kProtocolMin) return {};
    return base::fail(
        Code::kUnavailable,
        fmt::format("the agent at {} is Trainyard {} (protocol {} to {}), this program is {} (protocol {} to "
                    "{}): they have no common version. Stop that agent with the program it came with "
                    "(`agent stop`), then try again",
                    socket.string(), agent.version(), agent.protocol_min(), agent.protocol_max(),
                    TRAINYARD_VERSION, kProtocolMin, kProtocolMax),
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
    std::filesystem::path socket;
    std::shared_ptr<grpc::Channel> channel;
    std::unique_ptr<v1::Agent::Stub> stub;

    template <typename Request, typename Reply>
    base::Result<Reply> call(std::string_view name,
                             grpc::Status (v1::Agent::Stub::*method)(grpc::ClientContext*, const Request&,
                                                                     Reply*),
                             const std::type_identity_t<Request>& request,
                             std::chrono::milliseconds deadline = kCallDeadline) {
        grpc::ClientContext context;
        context.set_deadline(std::chrono::system_clock::now() + deadline);
        Reply reply;
        const grpc::Status status = (stub.get()->*method)(&context, request, &reply);
        if (!status.ok()) return base::fail(errorFrom(status, socket, name));
        return reply;
    }

    template <typename Request, typename Reply>
    base::Status stream(std::string_view name,
                        std::unique_ptr<grpc::ClientReader<Reply>> (v1::Agent::Stub::*method)(
                            grpc::ClientContext*, const Request&),
                        const std::type_identity_t<Request>& request, std::stop_token stop,
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
        return base::fail(errorFrom(status, socket, name));
    }
};

AgentClient::AgentClient() : impl_(std::make_unique<Impl>()) {
}
AgentClient::~AgentClient() = default;

/// Where the home's socket is in a shared place such as /tmp, another user may listen under its name.
static base::Status refuseStranger(int connected, const std::filesystem::path& socket) {
    ucred peer{};
    socklen_t size = sizeof peer;
    if (::getsockopt(connected, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
        return base::fail(base::errnoError(
            errno, fmt::format("cannot determine which process listens at {}", socket.string())));
    if (peer.uid == ::geteuid() || peer.uid == 0) return {};
    return base::fail(
        Code::kPermissionDenied,
        fmt::format(
            "another user (uid {}) listens at {}, where your agent would be; set XDG_RUNTIME_DIR to a "
            "folder of yours, or choose a shorter TRAINYARD_HOME",
            peer.uid, socket.string()),
        "agent.stranger");
}

/// Nothing where the socket answers; else starts an agent, if `endpoint` allows it.
static base::Status startIfNeeded(const Endpoint& endpoint, Clock::time_point deadline) {
    const auto answers = connectSocket(endpoint.socket);
    const bool isOwnHome = !endpoint.home.root().empty();
    if (answers) return isOwnHome ? refuseStranger(answers->get(), endpoint.socket) : base::Status();
    if (answers.error().code == Code::kInvalidArgument) return base::fail(answers.error());
    if (!endpoint.mayStart)
        return base::fail(
            Code::kUnavailable,
            fmt::format("no agent answers at {}: {}", endpoint.socket.string(), answers.error().message),
            "agent.not_running");
    const auto program = base::siblingProgram("trainyard-agent");
    if (!program) {
        base::Error error = program.error().wrap("no agent is running, and none can be started");
        error.code = Code::kUnavailable;
        return base::fail(std::move(error));
    }
    return startAgent(endpoint, *program, deadline);
}

base::Result<std::unique_ptr<AgentClient>> AgentClient::connect(const Endpoint& endpoint,
                                                                std::chrono::milliseconds timeout) {
    const Clock::time_point deadline = Clock::now() + timeout;
    for (;;) {
        TY_TRY(startIfNeeded(endpoint, deadline));
        auto client = shakeHands(endpoint, Clock::now() + timeout);
        // The socket of an agent that is being killed still takes a connection, and answers nothing on it:
        // look again, and start another one.
        const bool hasDied = !client && client.error().id == "agent.gone";
        if (!hasDied) return client;
        if (Clock::now() >= deadline) return base::fail(silentAgent(endpoint.socket, "Hello"));
        ::poll(nullptr, 0, static_cast<int>(kDyingInterval.count()));
    }
}

base::Result<std::unique_ptr<AgentClient>> AgentClient::shakeHands(const Endpoint& endpoint,
                                                                   Clock::time_point deadline) {
    std::unique_ptr<AgentClient> client(new AgentClient);
    Impl& impl = *client->impl_;
    impl.socket = endpoint.socket;
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);  // its own back-off, whatever other channels met
    arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 50);
    arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 50);
    arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 500);
    arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
    arguments.SetMaxReceiveMessageSize(kLargestReply);
    impl.channel =
        grpc::CreateCustomChannel(target(endpoint.socket), grpc::InsecureChannelCredentials(), arguments);
    impl.stub = v1::Agent::NewStub(impl.channel);
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    v1::HelloRequest request;
    *request.mutable_peer() = self();
    auto reply =
        impl.call("Hello", &v1::Agent::Stub::Hello, request, std::max(left, std::chrono::milliseconds(100)));
    if (!reply) return base::fail(std::move(reply).error());
    TY_TRY(checkVersions(reply->peer(), endpoint.socket));
    return client;
}

base::Result<v1::HelloReply> AgentClient::hello() {
    v1::HelloRequest request;
    *request.mutable_peer() = self();
    return impl_->call("Hello", &v1::Agent::Stub::Hello, request);
}

base::Result<v1::CheckRunReply> AgentClient::checkRun(const v1::CheckRunRequest& request) {
    return impl_->call("CheckRun", &v1::Agent::Stub::CheckRun, request, kReadingDeadline);
}

base::Result<v1::StartRunReply> AgentClient::startRun(v1::StartRunRequest request) {
    if (request.request_id().empty()) request.set_request_id(newRequestId());
    return impl_->call("StartRun", &v1::Agent::Stub::StartRun, request, kReadingDeadline);
}

base::Result<v1::StartRunReply> AgentClient::resumeRun(v1::ResumeRunRequest request) {
    if (request.request_id().empty()) request.set_request_id(newRequestId());
    // Checkpoints are verified before the answer, and a big one takes its time.
    return impl_->call("ResumeRun", &v1::Agent::Stub::ResumeRun, request, kReadingDeadline);
}

base::Result<v1::StopRunReply> AgentClient::stopRun(v1::StopRunRequest request) {
    if (request.request_id().empty()) request.set_request_id(newRequestId());
    return impl_->call("StopRun", &v1::Agent::Stub::StopRun, request);
}

base::Result<v1::ChangeRunReply> AgentClient::changeRun(v1::ChangeRunRequest request) {
    if (request.request_id().empty()) request.set_request_id(newRequestId());
    return impl_->call("ChangeRun", &v1::Agent::Stub::ChangeRun, request);
}

base::Result<v1::EditRunReply> AgentClient::editRun(v1::EditRunRequest request) {
    if (request.request_id().empty()) request.set_request_id(newRequestId());
    return impl_->call("EditRun", &v1::Agent::Stub::EditRun, request);
}

base::Result<v1::DrillReply> AgentClient::drill(v1::DrillRequest request) {
    if (request.request_id().empty()) request.set_request_id(newRequestId());
    return impl_->call("Drill", &v1::Agent::Stub::Drill, request, kReadingDeadline);
}

base::Result<v1::ProfileRunReply> AgentClient::profileRun(v1::ProfileRunRequest request) {
    if (request.request_id().empty()) request.set_request_id(newRequestId());
    return impl_->call("ProfileRun", &v1::Agent::Stub::ProfileRun, request, kProfileDeadline);
}

base::Result<v1::ReadStacksReply> AgentClient::readStacks(const v1::ReadStacksRequest& request) {
    return impl_->call("ReadStacks", &v1::Agent::Stub::ReadStacks, request, kStacksDeadline);
}

base::Result<v1::ListCheckpointsReply> AgentClient::listCheckpoints(const std::string& run) {
    v1::ListCheckpointsRequest request;
    request.set_run(run);
    return impl_->call("ListCheckpoints", &v1::Agent::Stub::ListCheckpoints, request);
}

base::Result<v1::EditCheckpointReply> AgentClient::editCheckpoint(v1::EditCheckpointRequest request) {
    if (request.request_id().empty()) request.set_request_id(newRequestId());
    return impl_->call("EditCheckpoint", &v1::Agent::Stub::EditCheckpoint, request, kReadingDeadline);
}

base::Result<v1::ListClustersReply> AgentClient::listClusters() {
    return impl_->call("ListClusters", &v1::Agent::Stub::ListClusters, v1::ListClustersRequest());
}

base::Result<v1::EditClusterReply> AgentClient::editCluster(v1::EditClusterRequest request) {
    if (request.request_id().empty()) request.set_request_id(newRequestId());
    return impl_->call("EditCluster", &v1::Agent::Stub::EditCluster, request);
}

base::Result<v1::ListNodesReply> AgentClient::listNodes() {
    return impl_->call("ListNodes", &v1::Agent::Stub::ListNodes, v1::ListNodesRequest());
}

base::Result<v1::ShowCheckpointReply> AgentClient::showCheckpoint(const v1::ShowCheckpointRequest& request) {
    return impl_->call("ShowCheckpoint", &v1::Agent::Stub::ShowCheckpoint, request, kReadingDeadline);
}

base::Result<v1::VerifyCheckpointReply> AgentClient::verifyCheckpoint(const std::string& path) {
    v1::VerifyCheckpointRequest request;
    request.set_path(path);
    return impl_->call("VerifyCheckpoint", &v1::Agent::Stub::VerifyCheckpoint, request, kReadingDeadline);
}

base::Result<v1::DiffCheckpointsReply> AgentClient::diffCheckpoints(const std::string& left,
                                                                    const std::string& right) {
    v1::DiffCheckpointsRequest request;
    request.set_left(left);
    request.set_right(right);
    return impl_->call("DiffCheckpoints", &v1::Agent::Stub::DiffCheckpoints, request, kReadingDeadline);
}

base::Result<v1::ListRunsReply> AgentClient::listRuns() {
    return impl_->call("ListRuns", &v1::Agent::Stub::ListRuns, {});
}

base::Result<v1::GetRunReply> AgentClient::getRun(const std::string& run) {
    v1::GetRunRequest request;
    request.set_run(run);
    return impl_->call("GetRun", &v1::Agent::Stub::GetRun, request);
}

base::Result<v1::ListSeriesReply> AgentClient::listSeries(const std::string& run) {
    v1::ListSeriesRequest request;
    request.set_run(run);
    return impl_->call("ListSeries", &v1::Agent::Stub::ListSeries, request);
}

base::Result<v1::QuerySeriesReply> AgentClient::querySeries(const v1::QuerySeriesRequest& request) {
    return impl_->call("QuerySeries", &v1::Agent::Stub::QuerySeries, request);
}

base::Result<v1::GetStatusReply> AgentClient::status() {
    return impl_->call("GetStatus", &v1::Agent::Stub::GetStatus, {});
}

base::Result<v1::ShutdownReply> AgentClient::shutdown() {
    v1::ShutdownRequest request;
    request.set_request_id(newRequestId());
    return impl_->call("Shutdown", &v1::Agent::Stub::Shutdown, request, kShutdownDeadline);
}

base::Status AgentClient::watchRun(const v1::WatchRunRequest& request, std::stop_token stop,
                                   const std::function<bool(const v1::WatchRunReply&)>& onReply) {
    return impl_->stream("WatchRun", &v1::Agent::Stub::WatchRun, request, std::move(stop), onReply);
}

base::Status AgentClient::watchRuns(std::stop_token stop,
                                    const std::function<bool(const v1::WatchRunsReply&)>& onReply) {
    return impl_->stream("WatchRuns", &v1::Agent::Stub::WatchRuns, {}, std::move(stop), onReply);
}

base::Status AgentClient::readLog(const v1::ReadLogRequest& request, std::stop_token stop,
                                  const std::function<bool(const v1::ReadLogReply&)>& onReply) {
    return impl_->stream("ReadLog", &v1::Agent::Stub::ReadLog, request, std::move(stop), onReply);
}

base::Status AgentClient::importLogs(const v1::ImportLogsRequest& request, std::stop_token stop,
                                     const std::function<bool(const v1::ImportLogsReply&)>& onReply) {
    return impl_->stream("ImportLogs", &v1::Agent::Stub::ImportLogs, request, std::move(stop), onReply);
}

base::Status AgentClient::predict(const v1::PredictRequest& request, std::stop_token stop,
                                  const std::function<bool(const v1::PredictReply&)>& onReply) {
    return impl_->stream("Predict", &v1::Agent::Stub::Predict, request, std::move(stop), onReply);
}

base::Status AgentClient::exportMetrics(const v1::ExportMetricsRequest& request, std::stop_token stop,
                                        const std::function<bool(const v1::ExportMetricsReply&)>& onReply) {
    return impl_->stream("ExportMetrics", &v1::Agent::Stub::ExportMetrics, request, std::move(stop), onReply);
}

}  // namespace trainyard::client
