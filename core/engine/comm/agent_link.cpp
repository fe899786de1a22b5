// SPDX-License-Identifier: Apache-2.0
#include "core/engine/comm/agent_link.h"

#include <fmt/format.h>
#include <grpcpp/grpcpp.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "core/base/time.h"
#include "core/engine/comm/step_time_means.h"
#include "core/proto/failure.h"
#include "trainyard/v1/worker.grpc.pb.h"

namespace trainyard::engine {
namespace {

using base::Code;
using base::fail;
using std::chrono::milliseconds;

constexpr milliseconds kReportEvery{100};
/// Without news a report goes out all the same: who is silent is frozen, or cut off.
constexpr milliseconds kHeartbeat{1000};
constexpr milliseconds kReconnectEvery{200};
constexpr milliseconds kLastMessageWait{500};
/// A session that lasted this long was real; a shorter one was just another attempt to reach an unavailable
/// agent.
constexpr std::chrono::seconds kSteadySession{2};
/// How long one call waits for an agent that is being restarted; the caller asks again.
constexpr std::chrono::seconds kPublishPatience{5};
/// What was sent so short a time before a session broke may never have been read.
constexpr milliseconds kUnsureFor{1000};

/// Steps that a report's medians are taken of, at most.
constexpr std::size_t kTimedSteps = 128;

double median(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

base::Error toError(const grpc::Status& status, const base::Words& doing) {
    return base::Error{base::codeFromGrpcStatus(status.error_code()),
                       base::say("{}: {}", doing, status.error_message())};
}

}  // namespace

base::Result<TaskIdentity> TaskIdentity::fromEnvironment() {
    const auto get = [](const char* name) {
        const char* value = std::getenv(name);
        return std::string(value ? value : "");
    };
    TaskIdentity identity;
    const std::string agent = get("TRAINYARD_AGENT");
    for (const char* name :
         {"TRAINYARD_AGENT", "TRAINYARD_RUN", "TRAINYARD_ATTEMPT", "TRAINYARD_TASK", "TRAINYARD_TOKEN"})
        if (get(name).empty())
            return fail(Code::kFailedPrecondition,
                        base::say("{} is not set, and TRAINYARD_AGENT is: an agent sets both; unset "
                                  "TRAINYARD_AGENT to start a worker by hand",
                                  name));
    if (!agent.starts_with("unix:"))
        return fail(Code::kInvalidArgument,
                    base::say("TRAINYARD_AGENT is {}; expected unix:<socket>", agent));
    identity.agentSocket = agent.substr(5);
    if (const std::string node = get("TRAINYARD_NODE_AGENT"); node.starts_with("unix:"))
        identity.publisherSocket = node.substr(5);
    identity.run = get("TRAINYARD_RUN");
    identity.attempt = std::atoi(get("TRAINYARD_ATTEMPT").c_str());
    identity.task = get("TRAINYARD_TASK");
    identity.token = get("TRAINYARD_TOKEN");
    return identity;
}

namespace {

/// The largest resident set that this process has had.
std::int64_t peakMemory() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return std::int64_t{usage.ru_maxrss} * 1024;
}

}  // namespace

struct AgentLink::Impl {
    TaskIdentity identity;
    std::unique_ptr<v1::TaskHost::Stub> stub;
    std::unique_ptr<v1::TaskHost::Stub> publisher;  ///< null: the same agent publishes
    v1::JoinReply place;

    std::mutex mutex;
    std::condition_variable changed;
    v1::TaskReport current;  // phase, step, epoch, call
    bool dirty = true;
    bool hasProgress = false;
    std::deque<v1::TaskReport> notices;                                                 // warnings and errors
    std::deque<std::pair<std::chrono::steady_clock::time_point, v1::TaskReport>> sent;  // lately
    bool closing = false;
    bool connected = false;
    bool isAway = false;  // said in the log, once each time
    std::atomic<int> stop{0};
    Wish wish;
    std::vector<double> inputMs, computeMs, waitMs;  // of the steps since the last report
    StepTimeMeans means;
    std::atomic<bool> isTrainingOver{false};
    std::function<void()> news;
    grpc::ClientContext* session = nullptr;  // to cancel it on the way out
    std::jthread thread;

    void addMetadata(grpc::ClientContext& context) const {
        context.AddMetadata("trainyard-run", identity.run);
        context.AddMetadata("trainyard-attempt", std::to_string(identity.attempt));
        context.AddMetadata("trainyard-task", identity.task);
        context.AddMetadata("trainyard-token", identity.token);
    }

    void take(const v1::TaskCommand& command) {
        std::lock_guard lock(mutex);
        switch (command.kind()) {
            case v1::TaskCommand::TRAINING_ENDED:
                isTrainingOver = true;
                break;
            case v1::TaskCommand::PAUSE:
            case v1::TaskCommand::CONTINUE:
                wish.isPaused = command.kind() == v1::TaskCommand::PAUSE;
                break;
            case v1::TaskCommand::CHANGE:
                if (command.has_learning_rate()) wish.learningRate = command.learning_rate();
                if (command.has_epochs()) wish.epochs = command.epochs();
                break;
            case v1::TaskCommand::STOP_AFTER_STEP:
            case v1::TaskCommand::STOP_AFTER_EPOCH:
            case v1::TaskCommand::SAVE_AND_STOP:
                // The newest counts: the agent keeps a less urgent one from following a more urgent one.
                stop = command.kind();
                break;
            case v1::TaskCommand::PROFILE:
                wish.profile = {wish.profile.number + 1, command.profile_steps()};
                break;
            default:  // of a newer agent
                spdlog::warn("the agent asks for what this version does not know: {}",
                             static_cast<int>(command.kind()));
        }
        if (news) news();
    }

    void takeTimes() {
        if (inputMs.empty()) return;  // no step has ended: the last report is still valid
        current.set_input_ms(median(inputMs));
        current.set_compute_ms(median(computeMs));
        current.set_wait_ms(median(waitMs));
        for (auto* times : {&inputMs, &computeMs, &waitMs}) times->clear();
    }

    /// Waits until there is something to send, then takes it. Empty when closing with nothing left.
    std::optional<v1::TaskReport> nextReport() {
        std::unique_lock lock(mutex);
        const bool isNews = changed.wait_for(
            lock, kHeartbeat, [&] { return closing || dirty || !notices.empty() || !connected; });
        if (!connected) return std::nullopt;
        current.set_peak_memory_bytes(peakMemory());
        takeTimes();
        if (!isNews) return current;
        if (!notices.empty()) {
            v1::TaskReport report = notices.front();
            return report;
        }
        if (dirty) {
            dirty = false;
            return current;
        }
        return std::nullopt;
    }

    void noticeSent() {
        std::lock_guard lock(mutex);
        const auto now = std::chrono::steady_clock::now();
        while (!sent.empty() && now - sent.front().first > kUnsureFor) sent.pop_front();
        sent.emplace_back(now, std::move(notices.front()));
        notices.pop_front();
        changed.notify_all();
    }

    /// A session that broke may have swallowed what was written last: the next one says it again. Better
    /// twice than never.
    void sendAgain() {
        const auto now = std::chrono::steady_clock::now();
        for (; !sent.empty(); sent.pop_back())
            if (now - sent.back().first <= kUnsureFor) notices.push_front(std::move(sent.back().second));
    }

    void pause(milliseconds time) {
        std::unique_lock lock(mutex);
        changed.wait_for(lock, time, [&] { return closing || !notices.empty() || !connected; });
    }

    /// One session from open to break: a reader thread takes commands, this thread sends reports.
    void runSession() {
        const auto opened = std::chrono::steady_clock::now();
        grpc::ClientContext context;
        addMetadata(context);
        {
            std::lock_guard lock(mutex);
            if (closing) return;
            session = &context;
            connected = true;
            dirty = true;
        }
        auto stream = stub->Session(&context);
        std::jthread reader([&] {
            v1::TaskCommand command;
            while (stream->Read(&command)) take(command);
            std::lock_guard lock(mutex);
            connected = false;
            changed.notify_all();
        });
        while (auto report = nextReport()) {
            const bool isNotice = report->has_warning() || !report->error().empty() ||
                                  !report->stop_reason().empty() || report->profile_from_step() > 0 ||
                                  !report->profile_path().empty();
            if (!stream->Write(*report)) break;
            if (isNotice)
                noticeSent();
            else
                pause(kReportEvery);
        }
        stream->WritesDone();
        {
            std::lock_guard lock(mutex);
            if (!closing) context.TryCancel();
        }
        const grpc::Status status = stream->Finish();
        std::lock_guard lock(mutex);
        session = nullptr;
        if (!status.ok() && !closing) sendAgain();
        if (std::chrono::steady_clock::now() - opened > kSteadySession) isAway = false;
        if (!closing && !std::exchange(isAway, true))
            spdlog::warn("the agent is not reachable, training continues: {}", status.error_message());
    }

    void loop() {
        for (;;) {
            runSession();
            std::unique_lock lock(mutex);
            if (closing) return;
            changed.wait_for(lock, kReconnectEvery, [&] { return closing; });
        }
    }
};

AgentLink::AgentLink() : impl_(std::make_unique<Impl>()) {
}

AgentLink::~AgentLink() {
    // Half-close first, so that the last report arrives; an agent that does not answer that is cut off.
    std::unique_lock lock(impl_->mutex);
    impl_->closing = true;
    impl_->changed.notify_all();
    impl_->changed.wait_for(lock, kLastMessageWait, [&] { return !impl_->connected; });
    if (impl_->session) impl_->session->TryCancel();
}

base::Result<std::unique_ptr<AgentLink>> AgentLink::join(const TaskIdentity& identity,
                                                         const std::string& clusterDigest) {
    std::unique_ptr<AgentLink> link(new AgentLink);
    Impl& impl = *link->impl_;
    impl.identity = identity;
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 100);
    arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
    arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 1000);
    impl.stub = v1::TaskHost::NewStub(grpc::CreateCustomChannel(
        "unix:" + identity.agentSocket, grpc::InsecureChannelCredentials(), arguments));
    if (!identity.publisherSocket.empty())
        impl.publisher = v1::TaskHost::NewStub(grpc::CreateCustomChannel(
            "unix:" + identity.publisherSocket, grpc::InsecureChannelCredentials(), arguments));

    v1::JoinRequest request;
    request.mutable_peer()->set_program("trainyard-worker");
    request.mutable_peer()->set_version(TRAINYARD_VERSION);
    request.mutable_peer()->set_protocol_min(1);
    request.mutable_peer()->set_protocol_max(1);
    request.mutable_peer()->set_pid(::getpid());
    request.set_cluster_digest(clusterDigest);
    grpc::ClientContext context;
    impl.addMetadata(context);
    context.set_wait_for_ready(true);
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(30));
    if (const auto status = impl.stub->Join(&context, request, &impl.place); !status.ok())
        return fail(toError(status, base::say("{} could not join run {} at {}", identity.task, identity.run,
                                              identity.agentSocket)));
    impl.thread = std::jthread([&impl] { impl.loop(); });
    return link;
}

const v1::JoinReply& AgentLink::place() const {
    return impl_->place;
}

void AgentLink::setPhase(const std::string& phase) {
    std::lock_guard lock(impl_->mutex);
    impl_->current.set_phase(phase);
    impl_->current.set_is_paused(phase == kPausedPhase);
    impl_->dirty = true;
    impl_->changed.notify_all();
}

void AgentLink::setProgress(std::int64_t step, int epoch) {
    std::lock_guard lock(impl_->mutex);
    impl_->current.set_step(step);
    impl_->current.set_epoch(epoch);
    impl_->hasProgress = true;
    // Once per report, not once per step: each wake-up would cost the training a context switch.
    if (!std::exchange(impl_->dirty, true)) impl_->changed.notify_all();
}

std::optional<std::int64_t> AgentLink::finishedStep() const {
    std::lock_guard lock(impl_->mutex);
    return impl_->hasProgress ? std::optional(impl_->current.step()) : std::nullopt;
}

void AgentLink::setCall(const base::Words& call) {
    std::lock_guard lock(impl_->mutex);
    proto::put(call, impl_->current.mutable_call(), impl_->current.mutable_call_words());
    impl_->current.set_call_since(call.empty() ? 0 : base::wallNow());
}

std::optional<StepTimes> AgentLink::takeStepTimes() {
    return impl_->means.take();
}

void AgentLink::addStepTimes(const StepTimes& times) {
    impl_->means.add(times);
    std::lock_guard lock(impl_->mutex);
    if (times.bytesSent >= 0) {
        impl_->current.set_bytes_sent(impl_->current.bytes_sent() + times.bytesSent);
        impl_->current.set_steps_sent(impl_->current.steps_sent() + 1);
    }
    if (impl_->inputMs.size() == kTimedSteps) return;
    impl_->inputMs.push_back(times.input);
    impl_->computeMs.push_back(times.compute);
    impl_->waitMs.push_back(times.wait);
}

void AgentLink::setTraffic(const ServedTraffic& traffic) {
    std::lock_guard lock(impl_->mutex);
    v1::TaskReport& current = impl_->current;
    if (current.steps_sent() == traffic.steps && current.parameters() == traffic.parameters) return;
    current.set_parameters(traffic.parameters);
    current.set_bytes_sent(traffic.sent);
    current.set_bytes_received(traffic.received);
    current.set_steps_sent(traffic.steps);
    if (!std::exchange(impl_->dirty, true)) impl_->changed.notify_all();
}

void AgentLink::sendProfileBegun(std::int64_t firstStep) {
    std::lock_guard lock(impl_->mutex);
    v1::TaskReport report = impl_->current;
    report.set_profile_from_step(firstStep);  // and no path yet
    impl_->notices.push_back(std::move(report));
    impl_->changed.notify_all();
}

void AgentLink::sendProfile(const std::string& file, std::int64_t fromStep) {
    std::lock_guard lock(impl_->mutex);
    v1::TaskReport report = impl_->current;
    report.set_profile_path(file);
    report.set_profile_from_step(fromStep);
    impl_->notices.push_back(std::move(report));
    impl_->changed.notify_all();
}

void AgentLink::sendWarning(const std::string& code, const base::Words& message) {
    std::lock_guard lock(impl_->mutex);
    v1::TaskReport report = impl_->current;
    report.mutable_warning()->set_severity(v1::Problem::WARNING);
    report.mutable_warning()->set_code(code);
    proto::setMessage(*report.mutable_warning(), message);
    impl_->notices.push_back(std::move(report));
    impl_->changed.notify_all();
}

void AgentLink::sendError(const std::string& code, const base::Words& message) {
    std::unique_lock lock(impl_->mutex);
    v1::TaskReport report = impl_->current;
    proto::put(message, report.mutable_error(), report.mutable_error_words());
    report.set_error_code(code);
    impl_->notices.push_back(std::move(report));
    impl_->changed.notify_all();
    // The log has the message too; an agent that does not answer must not delay the exit.
    impl_->changed.wait_for(lock, std::chrono::seconds(1), [&] { return impl_->notices.empty(); });
}

void AgentLink::askRunToStop(const base::Words& reason) {
    std::lock_guard lock(impl_->mutex);
    v1::TaskReport report = impl_->current;
    report.set_stop_reason(reason.text());
    impl_->notices.push_back(std::move(report));
    impl_->changed.notify_all();
}

bool AgentLink::isTrainingOver() const {
    return impl_->isTrainingOver;
}

void AgentLink::onNews(std::function<void()> news) {
    std::lock_guard lock(impl_->mutex);
    impl_->news = std::move(news);
}

StopRequest AgentLink::stopRequest() const {
    return static_cast<StopRequest>(impl_->stop.load(std::memory_order_relaxed));
}

Wish AgentLink::wish() const {
    std::lock_guard lock(impl_->mutex);
    return impl_->wish;
}

base::Result<v1::StoreReply> AgentLink::store(const v1::StoreRequest& request) {
    grpc::ClientContext context;
    impl_->addMetadata(context);
    context.set_wait_for_ready(true);
    v1::StoreReply reply;
    if (const auto status = impl_->stub->Store(&context, request, &reply); !status.ok())
        return fail(toError(status, base::say("rendezvous of {}", impl_->identity.task)));
    return reply;
}

base::Result<std::string> AgentLink::publish(const v1::PublishCheckpointRequest& request) {
    grpc::ClientContext context;
    impl_->addMetadata(context);
    context.set_wait_for_ready(true);
    context.set_deadline(std::chrono::system_clock::now() + kPublishPatience);
    if (impl_->publisher) context.AddMetadata("trainyard-hosted", "1");
    v1::TaskHost::Stub& agent = impl_->publisher ? *impl_->publisher : *impl_->stub;
    v1::PublishCheckpointReply reply;
    // An agent that died with the call in its hands leaves it unavailable; the next one answers, also when
    // the work was done already.
    if (const auto status = agent.PublishCheckpoint(&context, request, &reply); !status.ok())
        return fail(toError(status, base::say("publishing checkpoint {}", request.staged())));
    return reply.path();
}

}  // namespace trainyard::engine
