// SPDX-License-Identifier: Apache-2.0
#include "core/control/runs/run_registry.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <future>

#include "core/base/time.h"
#include "core/control/run/task_failure.h"
#include "core/control/runs/run_row.h"
#include "core/spec/run/command_spec.h"

namespace trainyard::control {
using base::Code;

namespace {
/// How often, and how many times in a row, runs without living tasks are checked before `agent stop` leaves
/// their ends to be stored by the next agent.
constexpr std::chrono::milliseconds kLookAtRuns{100};
constexpr int kLooksAtUnstored = 30;
/// How long `agent stop` waits, after all that, for the loop to report what is left.
constexpr std::chrono::seconds kLeftPatience{2};

/// Whether a task of `spec` would be on a machine that has one of `run`.
bool haveCommonMachine(const RunController& run, const v1::RunSpec& spec) {
    const auto tasks = spec::tasksOf(spec, run.strategy());  // which is of the same kind: a command's
    return std::ranges::any_of(run.taskSet(), [&](const Member& member) {
        return std::ranges::find(tasks, member.plan.node, &spec::TaskPlan::node) != tasks.end();
    });
}

/// A run that could not be ended in time: because of its tasks, or because its end cannot be stored.
void addWhatIsLeft(const std::string& id, RunController& run, v1::ShutdownReply& reply) {
    bool hasTasks = false;
    for (const v1::Task& task : run.tasks()) {
        if (task.state() != v1::TASK_RUNNING && task.state() != v1::TASK_STARTING) continue;
        hasTasks = true;
        const std::string name = fmt::format("{} {}", id, withPid(task.task(), task.pid()));
        if (run.taskSet().machine().isCutOff(task.task()))
            reply.add_unreachable_tasks(name + " on " + task.node());
        else
            reply.add_living_tasks(name);
    }
    if (!hasTasks) reply.add_unrecorded_runs(id);
}

}  // namespace

RunRegistry::RunRegistry(Environment& environment) : environment_(environment) {
    environment.onRunEnd = [this](const std::string& run) { forget(run); };
    environment.onNextAttempt = [this](const std::string& run, AttemptPlan next) {
        startNext(run, std::move(next));
    };
}

void RunRegistry::close() {
    isClosing_ = true;
    runs_.clear();
}

RunController* RunRegistry::find(const std::string& run) {
    const auto found = runs_.find(run);
    return found == runs_.end() ? nullptr : found->second.get();
}

RunController& RunRegistry::add(store::RunRow row, v1::RunSpec spec, spec::StrategyInfo strategy,
                                AttemptPlan plan) {
    const std::string id = row.id;
    auto controller = std::make_unique<RunController>(environment_, std::move(row), std::move(spec),
                                                      std::move(strategy), std::move(plan));
    return *(runs_[id] = std::move(controller));
}

void RunRegistry::launch(store::RunRow row, v1::RunSpec spec, spec::StrategyInfo strategy, AttemptPlan plan,
                         std::vector<v1::Problem> hints) {
    keepReserve(environment_);
    spdlog::info("starting run {} for {}", row.id, row.client);
    const std::string id = row.id;
    row.resumed = base::wallNow();
    add(std::move(row), std::move(spec), std::move(strategy), std::move(plan));
    // After the answer: the client need not wait for the processes.
    environment_.loop.post([this, id, hints = std::move(hints)] {
        if (RunController* run = find(id)) run->start(hints);
    });
}

std::string RunRegistry::userOfLogdir(const v1::RunSpec& spec, const store::RunRow& row) const {
    if (!spec::isCommand(spec) || spec.logdir().empty()) return {};
    const auto isWithin = [](const std::filesystem::path& path, const std::filesystem::path& folder) {
        return std::ranges::mismatch(folder, path).in1 == folder.end();
    };
    for (const auto& [id, run] : runs_) {
        const std::string& other = run->spec().logdir();
        const bool isSame = id == row.id || (!row.requestId.empty() && run->row().requestId == row.requestId);
        if (isSame || !spec::isCommand(run->spec()) || other.empty()) continue;
        if (!haveCommonMachine(*run, spec)) continue;  // each has a folder of its own of that name
        if (isWithin(spec.logdir(), other) || isWithin(other, spec.logdir())) return id;
    }
    return {};
}

void RunRegistry::warnAbandoned(const std::string& node) const {
    for (const auto& [id, run] : runs_) run->outOfReach().warnAbandoned(node);
}

void RunRegistry::startNext(const std::string& run, AttemptPlan plan) {
    // Posted, because the attempt that is over is calling.
    environment_.loop.post([this, run, plan = std::move(plan)] {
        const auto found = runs_.find(run);
        if (found == runs_.end() || isClosing_ || !found->second->handOver(plan)) return;
        store::RunRow row = found->second->row();
        v1::RunSpec spec = found->second->spec();
        spec::StrategyInfo strategy = found->second->strategy();
        // Until the next controller does: the checkpoint may be another run's.
        const auto held = environment_.held.hold(run, plan.restorePath);
        found->second.reset();  // first: it gives its ports back
        found->second = std::make_unique<RunController>(environment_, std::move(row), std::move(spec),
                                                        std::move(strategy), plan);
        found->second->start({});
    });
}

void RunRegistry::forget(const std::string& run) {
    // Posted, because the run itself is calling.
    environment_.loop.post([this, run] {
        runs_.erase(run);
        environment_.listeners.runChanged(run);  // a resume may wait for this
        reportIfIdle();
    });
}

namespace {

/// `save` is what SIGTERM asks of a program.
base::Status checkStop(const v1::RunSpec& spec, const v1::StopRunRequest& request) {
    const bool isInside =
        request.after() == v1::StopRunRequest::STEP || request.after() == v1::StopRunRequest::EPOCH;
    if (!spec::isCommand(spec) || !isInside) return {};
    return base::fail(base::Code::kRefused,
                      base::say("{} runs a program whose steps and epochs Trainyard does not see; `stop {} "
                                "--after save` sends it SIGTERM and waits for stop_grace_seconds",
                                request.run(), request.run()),
                      "command.unsupported");
}

}  // namespace

base::Result<v1::StopRunReply> RunRegistry::stop(const v1::StopRunRequest& request) {
    TY_ASSIGN(v1::StopRunReply reply, environment_.loop.call([&]() -> base::Result<v1::StopRunReply> {
        if (RunController* run = find(request.run())) {
            TY_TRY(checkStop(run->spec(), request));
            return run->stop(request);
        }
        if (environment_.directory.isExpected(request.run()))
            return base::fail(
                Code::kUnavailable,
                base::say("{} has tasks on other machines that this agent has not reached since it started; "
                          "`trainyard --headless nodes` shows why, and if one of them will not come back, "
                          "`nodes remove NODE --force` abandons it",
                          request.run()),
                "node.unreachable");
        return v1::StopRunReply();  // the store says
    }));
    if (reply.status() == v1::RUN_STATUS_UNSPECIFIED) {
        TY_ASSIGN(const auto row, startedRun(environment_.store, request.run()));
        reply.set_status(statusFromName(row.status));
        return reply;
    }
    // Answered once the order is kept for the next agent, and shown.
    environment_.disk.call([] {});
    environment_.loop.call([] {});
    environment_.storage.call([] {});
    return reply;
}

std::optional<v1::StopGrace> RunRegistry::longestGrace() {
    return environment_.loop.call([this]() -> std::optional<v1::StopGrace> {
        const auto longest =
            std::ranges::max_element(runs_, {}, [](const auto& run) { return run.second->stopGrace(); });
        if (longest == runs_.end() || longest->second->stopGrace().count() == 0) return std::nullopt;
        v1::StopGrace grace;
        grace.set_run(longest->first);
        grace.set_seconds(std::chrono::duration<double>(longest->second->stopGrace()).count());
        return grace;
    });
}

base::Result<v1::ShutdownReply> RunRegistry::stopAll(std::chrono::milliseconds patience) {
    // Posted and shared, never called directly: a loop that waits for its disk must not block callers that
    // wait for the loop.
    const auto reply = std::make_shared<v1::ShutdownReply>();
    const auto idle = std::make_shared<std::promise<void>>();
    const auto inLoop = [this](auto function) {
        const auto task = std::make_shared<std::packaged_task<decltype(function())()>>(std::move(function));
        auto result = task->get_future();
        environment_.loop.post([task] { (*task)(); });
        return result;
    };
    auto grace = inLoop([this, reply, idle] {
        isShuttingDown_ = true;
        reply->set_stopped_runs(static_cast<int>(runs_.size()));
        whenIdle_.push_back([idle] { idle->set_value(); });
        std::chrono::milliseconds longest{0};
        for (auto& [id, run] : runs_) {
            if (run->isOver()) continue;
            longest = std::max(longest, run->stopGrace());
            v1::StopRunRequest request;
            request.set_run(id);
            request.set_after(v1::StopRunRequest::NOW);
            request.set_client("agent stop");
            run->stop(request);
        }
        reportIfIdle();
        return longest;
    });
    const auto isReady = [](auto& future, auto patience) {
        return future.wait_for(patience) == std::future_status::ready;
    };
    // On a disk that stays full no end can be stored; the agent after this one does it.
    const auto isOver = [this] {
        return std::ranges::all_of(runs_, [](const auto& run) { return run.second->isOver(); });
    };
    auto isIdle = idle->get_future();
    auto deadline = std::chrono::steady_clock::now() + patience;
    if (isReady(grace, patience)) deadline += grace.get();
    for (int looks = 0; looks < kLooksAtUnstored && std::chrono::steady_clock::now() < deadline;) {
        if (isReady(isIdle, kLookAtRuns)) return *reply;
        auto over = inLoop(isOver);
        looks = isReady(over, kLeftPatience) && over.get() ? looks + 1 : 0;
    }
    auto left = inLoop([this, reply] {
        for (const auto& [id, run] : runs_) addWhatIsLeft(id, *run, *reply);
        return *reply;
    });
    if (isReady(left, kLeftPatience)) return left.get();
    return base::fail(
        Code::kDeadlineExceeded,
        "the runs could not be stopped, because the agent waits for its disk or its store; their "
        "tasks may still be running, and the next agent finds them",
        "agent.stuck");
}

void RunRegistry::reportIfIdle() {
    if (!runs_.empty() || isClosing_) return;
    for (auto& done : std::exchange(whenIdle_, {})) done();
}

int RunRegistry::runningRuns() {
    return environment_.loop.call([this] { return static_cast<int>(runs_.size()); });
}

std::vector<v1::Task> RunRegistry::liveTasks(const std::string& run) {
    return environment_.loop.call([&] {
        const RunController* found = find(run);
        return found ? found->tasks() : std::vector<v1::Task>();
    });
}

void RunRegistry::notePause(v1::RunSummary& summary) {
    if (!summary.paused()) return;
    environment_.loop.call([&] {
        const RunController* found = find(summary.run());
        if (!found || !found->changes().isPausePending()) return;
        summary.set_pause_pending(true);
        const auto nodes = found->outOfReach().unconfirmed();
        summary.mutable_pause_waits_for()->Add(nodes.begin(), nodes.end());
    });
}

RunController* RunRegistry::find(const TaskIdentity& identity) {
    RunController* found = find(identity.run);
    return found && found->attempt() == identity.attempt ? found : nullptr;
}

base::Result<v1::JoinReply> RunRegistry::join(const TaskIdentity& identity, const v1::JoinRequest& request) {
    auto reply = environment_.loop.call([&]() -> base::Result<v1::JoinReply> {
        TY_TRY(environment_.directory.check(identity));
        RunController* run = find(identity);
        if (!run) return base::fail(Code::kAborted, "the run has ended", "attempt.ended");
        return run->join(identity.task, request);
    });
    environment_.storage.call([] {});  // the next agent knows that it has joined
    return reply;
}

base::Result<v1::PublishCheckpointReply> RunRegistry::publish(const TaskIdentity& identity,
                                                              const v1::PublishCheckpointRequest& request) {
    const auto done = std::make_shared<std::promise<base::Result<v1::PublishCheckpointReply>>>();
    environment_.loop.post([this, identity, request, done] {
        const auto known = environment_.directory.check(identity);
        RunController* run = find(identity);
        if (!known) return done->set_value(base::fail(known.error()));
        if (!run) return done->set_value(base::fail(Code::kAborted, "the run has ended", "attempt.ended"));
        run->publish(request, [done](auto reply) { done->set_value(std::move(reply)); });
    });
    return done->get_future().get();
}

void RunRegistry::sessionOpened(const TaskIdentity& identity, std::shared_ptr<CommandSink> sink) {
    environment_.loop.post([this, identity, sink = std::move(sink)] {
        if (RunController* run = find(identity)) run->sessionOpened(identity.task, sink);
    });
}

void RunRegistry::sessionClosed(const TaskIdentity& identity, std::shared_ptr<CommandSink> sink) {
    environment_.loop.post([this, identity, sink = std::move(sink)] {
        if (RunController* run = find(identity)) run->sessionClosed(identity.task, sink.get());
    });
}

void RunRegistry::report(const TaskIdentity& identity, v1::TaskReport report) {
    environment_.loop.post([this, identity, report = std::move(report)] {
        if (RunController* run = find(identity)) run->report(identity.task, report);
    });
}

void keepReserve(Environment& environment) {
    environment.disk.post([&reserve = environment.reserve] {
        if (const auto kept = reserve.keep(); !kept)
            spdlog::warn("no reserve for a full disk: {}", kept.error().describe());
    });
}

}  // namespace trainyard::control
