// SPDX-License-Identifier: Apache-2.0
#include "fake_agent.h"

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <stdexcept>

#include "trainyard/v1/agent.grpc.pb.h"

namespace trainyard::testing {

class FakeAgent::Service final : public v1::Agent::Service {
  public:
    explicit Service(FakeAgent& agent) : agent_(agent) {}

    grpc::Status Hello(grpc::ServerContext*, const v1::HelloRequest*, v1::HelloReply* reply) override {
        *reply = agent_.helloReply;
        return answer("Hello");
    }
    grpc::Status StartRun(grpc::ServerContext*, const v1::StartRunRequest* request,
                          v1::StartRunReply* reply) override {
        remember(started, *request);
        *reply = agent_.startReply;
        return answer("StartRun");
    }
    grpc::Status ResumeRun(grpc::ServerContext*, const v1::ResumeRunRequest* request,
                           v1::StartRunReply* reply) override {
        remember(resumed, *request);
        *reply = agent_.startReply;
        return answer("ResumeRun");
    }
    grpc::Status ChangeRun(grpc::ServerContext*, const v1::ChangeRunRequest*, v1::ChangeRunReply*) override {
        return answer("ChangeRun");
    }
    grpc::Status CheckRun(grpc::ServerContext* context, const v1::CheckRunRequest*,
                          v1::CheckRunReply*) override {
        agent_.checkPatience = context->deadline() - std::chrono::system_clock::now();
        std::unique_lock lock(mutex);
        ++checks;
        changed.notify_all();
        if (agent_.holdsChecks && waitForClientsEnd(lock, *context)) {
            ++cancelledChecks;
            changed.notify_all();
            return grpc::Status::CANCELLED;
        }
        lock.unlock();
        return answer("CheckRun");
    }
    grpc::Status StopRun(grpc::ServerContext*, const v1::StopRunRequest* request,
                         v1::StopRunReply* reply) override {
        remember(stopped, *request);
        *reply = agent_.stopReply;
        if (agent_.onStop) agent_.onStop(*request);
        return answer("StopRun");
    }
    grpc::Status ListRuns(grpc::ServerContext*, const v1::ListRunsRequest*,
                          v1::ListRunsReply* reply) override {
        *reply = agent_.runsReply;
        return answer("ListRuns");
    }
    grpc::Status GetRun(grpc::ServerContext*, const v1::GetRunRequest*, v1::GetRunReply* reply) override {
        *reply = agent_.runReply;
        return answer("GetRun");
    }
    grpc::Status ListSeries(grpc::ServerContext*, const v1::ListSeriesRequest*,
                            v1::ListSeriesReply* reply) override {
        *reply = agent_.seriesReply;
        return answer("ListSeries");
    }
    grpc::Status ListMedia(grpc::ServerContext*, const v1::ListMediaRequest*, v1::ListMediaReply*) override {
        return answer("ListMedia");  // a run that has none
    }
    grpc::Status ListNodes(grpc::ServerContext*, const v1::ListNodesRequest*,
                           v1::ListNodesReply* reply) override {
        *reply = agent_.nodesReply;
        return answer("ListNodes");
    }
    grpc::Status ListSweeps(grpc::ServerContext*, const v1::ListSweepsRequest*,
                            v1::ListSweepsReply* reply) override {
        *reply = agent_.sweepsReply;
        return answer("ListSweeps");
    }
    grpc::Status EditSweep(grpc::ServerContext*, const v1::EditSweepRequest* request,
                           v1::EditSweepReply*) override {
        remember(editedSweeps, *request);
        return answer("EditSweep");
    }
    grpc::Status CheckNodes(grpc::ServerContext*, const v1::CheckNodesRequest*,
                            v1::ListNodesReply* reply) override {
        *reply = agent_.nodesReply;
        return answer("CheckNodes");
    }
    grpc::Status EditNode(grpc::ServerContext*, const v1::EditNodeRequest*,
                          v1::EditNodeReply* reply) override {
        *reply->mutable_node() = agent_.nodesReply.nodes(0);
        return answer("EditNode");
    }
    grpc::Status Drill(grpc::ServerContext*, const v1::DrillRequest*, v1::DrillReply*) override {
        return answer("Drill");  // of the agent: it may be ended
    }
    grpc::Status SetUpNode(grpc::ServerContext*, const v1::SetUpNodeRequest*,
                           grpc::ServerWriter<v1::SetUpNodeReply>* writer) override {
        v1::SetUpNodeReply reply;
        reply.set_finished(true);
        *reply.mutable_node() = agent_.nodesReply.nodes(0);
        writer->Write(reply);
        return answer("SetUpNode");
    }
    grpc::Status GetStatus(grpc::ServerContext*, const v1::GetStatusRequest*,
                           v1::GetStatusReply* reply) override {
        *reply->mutable_peer() = agent_.helloReply.peer();
        reply->set_home("/home/of/the/fake");
        reply->set_socket("/socket/of/the/fake");
        reply->set_running(2);
        *reply->mutable_restored() = agent_.restored;
        if (agent_.grace.seconds() > 0) *reply->mutable_longest_grace() = agent_.grace;
        return answer("GetStatus");
    }
    grpc::Status Shutdown(grpc::ServerContext* context, const v1::ShutdownRequest*,
                          v1::ShutdownReply* reply) override {
        const std::lock_guard lock(mutex);
        agent_.endPatience = context->deadline() - std::chrono::system_clock::now();
        ++shutdowns;
        std::filesystem::remove(agent_.socket_);  // as an agent that ends
        reply->set_stopped_runs(2);
        return {};
    }
    grpc::Status ExportMetrics(grpc::ServerContext*, const v1::ExportMetricsRequest* request,
                               grpc::ServerWriter<v1::ExportMetricsReply>* writer) override {
        remember(exported, *request);
        for (const auto& reply : agent_.metrics) writer->Write(reply);
        return answer("ExportMetrics");
    }
    grpc::Status ReadLog(grpc::ServerContext*, const v1::ReadLogRequest* request,
                         grpc::ServerWriter<v1::ReadLogReply>* writer) override {
        remember(logsRead, *request);
        for (const auto& reply : agent_.logs) writer->Write(reply);
        return answer("ReadLog");
    }
    grpc::Status ImportLogs(grpc::ServerContext* context, const v1::ImportLogsRequest* request,
                            grpc::ServerWriter<v1::ImportLogsReply>* writer) override {
        remember(imported, *request);
        for (const auto& reply : agent_.imports) writer->Write(reply);
        if (const auto status = answer("ImportLogs"); !status.ok()) return status;
        if (!agent_.imports.empty() && agent_.imports.back().finished()) return {};
        std::unique_lock lock(mutex);
        waitForClientsEnd(lock, *context);
        return grpc::Status::CANCELLED;
    }
    grpc::Status WatchRun(grpc::ServerContext* context, const v1::WatchRunRequest* request,
                          grpc::ServerWriter<v1::WatchRunReply>* writer) override {
        if (auto status = answer("WatchRun"); !status.ok()) return status;
        remember(watched, *request);
        std::unique_lock lock(mutex);
        const int generation = dropped;
        for (std::size_t next = 0;; ++next) {
            // Half a second at most, so that a client that went away is noticed; nothing is timed by it.
            while (next == stream.size() && generation == dropped && !isClosing) {
                changed.wait_for(lock, std::chrono::milliseconds(500));
                if (context->IsCancelled()) return grpc::Status::CANCELLED;
            }
            if (generation != dropped || isClosing)
                return {grpc::StatusCode::UNAVAILABLE, "the agent is stopping"};
            const v1::WatchRunReply reply = stream[next];
            if (reply.has_event() && reply.event().seq() <= request->after_seq()) continue;
            lock.unlock();
            writer->Write(reply);
            lock.lock();
            if (reply.event().has_finished()) return {};
        }
    }

    /// Until the client has cancelled the call or has gone; false if the test ends first. gRPC wakes nobody,
    /// so it is asked every 100 ms.
    bool waitForClientsEnd(std::unique_lock<std::mutex>& lock, const grpc::ServerContext& context) {
        while (!isClosing && !context.IsCancelled()) changed.wait_for(lock, std::chrono::milliseconds(100));
        return !isClosing;
    }
    template <typename T>
    void remember(std::vector<T>& list, const T& item) {
        const std::lock_guard lock(mutex);
        list.push_back(item);
        changed.notify_all();
    }
    template <typename Condition>
    bool waitUntil(const Condition& isMet) const {
        std::unique_lock lock(mutex);
        return changed.wait_for(lock, std::chrono::seconds(10), isMet);
    }
    grpc::Status answer(const std::string& call) {
        const std::lock_guard lock(mutex);
        const auto found = failures.find(call);
        return found == failures.end() ? grpc::Status() : found->second;
    }

    mutable std::mutex mutex;
    mutable std::condition_variable changed;
    std::map<std::string, grpc::Status> failures;
    std::vector<v1::WatchRunReply> stream;
    std::uint64_t lastSeq = 0;
    int dropped = 0;
    int shutdowns = 0;
    int checks = 0, cancelledChecks = 0;
    bool isClosing = false;
    std::vector<v1::StartRunRequest> started;
    std::vector<v1::StopRunRequest> stopped;
    std::vector<v1::EditSweepRequest> editedSweeps;
    std::vector<v1::ResumeRunRequest> resumed;
    std::vector<v1::WatchRunRequest> watched;
    std::vector<v1::ExportMetricsRequest> exported;
    std::vector<v1::ReadLogRequest> logsRead;
    std::vector<v1::ImportLogsRequest> imported;

  private:
    FakeAgent& agent_;
};

struct FakeAgent::Running {
    Service service;
    std::unique_ptr<grpc::Server> server;
};

FakeAgent::FakeAgent(const std::filesystem::path& socket)
    : socket_(socket), running_(new Running{Service(*this), nullptr}) {
    helloReply.mutable_peer()->set_program("trainyard-agent");
    helloReply.mutable_peer()->set_version("0.1.0");
    helloReply.mutable_peer()->set_protocol_min(1);
    helloReply.mutable_peer()->set_protocol_max(1);
    helloReply.mutable_peer()->set_pid(4711);
    stopReply.set_status(v1::STOPPING);
    grpc::ServerBuilder builder;
    builder.AddListeningPort("unix:" + socket.string(), grpc::InsecureServerCredentials());
    builder.RegisterService(&running_->service);
    running_->server = builder.BuildAndStart();
    if (!running_->server) throw std::runtime_error("cannot listen on " + socket.string());
}

FakeAgent::~FakeAgent() {
    {
        const std::lock_guard lock(running_->service.mutex);
        running_->service.isClosing = true;
        running_->service.changed.notify_all();
    }
    running_->server->Shutdown();
}

void FakeAgent::failWith(const std::string& call, int grpcStatus, const v1::Failure& failure) {
    const std::lock_guard lock(running_->service.mutex);
    running_->service.failures[call] = grpc::Status(static_cast<grpc::StatusCode>(grpcStatus),
                                                    failure.message(), failure.SerializeAsString());
}

void FakeAgent::publish(v1::RunEvent event) {
    Service& service = running_->service;
    const std::lock_guard lock(service.mutex);
    event.set_seq(++service.lastSeq);
    *service.stream.emplace_back().mutable_event() = std::move(event);
    service.changed.notify_all();
}

void FakeAgent::send(const v1::WatchRunReply& reply) {
    const std::lock_guard lock(running_->service.mutex);
    running_->service.stream.push_back(reply);
    running_->service.changed.notify_all();
}

void FakeAgent::dropWatchers() {
    const std::lock_guard lock(running_->service.mutex);
    ++running_->service.dropped;
    running_->service.changed.notify_all();
}

std::vector<v1::StartRunRequest> FakeAgent::started() const {
    const std::lock_guard lock(running_->service.mutex);
    return running_->service.started;
}
std::vector<v1::EditSweepRequest> FakeAgent::editedSweeps() const {
    const std::lock_guard lock(running_->service.mutex);
    return running_->service.editedSweeps;
}
std::vector<v1::ResumeRunRequest> FakeAgent::resumed() const {
    const std::lock_guard lock(running_->service.mutex);
    return running_->service.resumed;
}
std::vector<v1::StopRunRequest> FakeAgent::stopped() const {
    const std::lock_guard lock(running_->service.mutex);
    return running_->service.stopped;
}
std::vector<v1::WatchRunRequest> FakeAgent::watched() const {
    const std::lock_guard lock(running_->service.mutex);
    return running_->service.watched;
}
std::vector<v1::ExportMetricsRequest> FakeAgent::exported() const {
    const std::lock_guard lock(running_->service.mutex);
    return running_->service.exported;
}
std::vector<v1::ReadLogRequest> FakeAgent::logsRead() const {
    const std::lock_guard lock(running_->service.mutex);
    return running_->service.logsRead;
}
std::vector<v1::ImportLogsRequest> FakeAgent::imported() const {
    const std::lock_guard lock(running_->service.mutex);
    return running_->service.imported;
}
int FakeAgent::shutdowns() const {
    const std::lock_guard lock(running_->service.mutex);
    return running_->service.shutdowns;
}

bool FakeAgent::waitForWatchers(std::size_t count) const {
    const Service& service = running_->service;
    return service.waitUntil([&] { return service.watched.size() >= count; });
}
bool FakeAgent::waitForChecks(int count) const {
    const Service& service = running_->service;
    return service.waitUntil([&] { return service.checks >= count; });
}
bool FakeAgent::waitForCancelledChecks(int count) const {
    const Service& service = running_->service;
    return service.waitUntil([&] { return service.cancelledChecks >= count; });
}

}  // namespace trainyard::testing
