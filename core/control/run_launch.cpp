// SPDX-License-Identifier: Apache-2.0
// A run's beginning: folder, ports, tasks; and a second beginning, when another agent had started it.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/time.h"
#include "core/control/run_controller.h"

namespace trainyard::control {
namespace {

constexpr std::chrono::seconds kWaitingAfter{3};

std::vector<spec::TaskPlan> plansOf(const auto& members) {
    std::vector<spec::TaskPlan> plans;
    for (const auto& member : members) plans.push_back(member.plan);
    return plans;
}

int portOf(const std::string& address) {
    const auto colon = address.rfind(':');
    return colon == std::string::npos ? 0 : std::atoi(address.c_str() + colon + 1);
}

}  // namespace

RunController::RunController(Environment& environment, store::RunRow row, v1::RunSpec spec,
                             spec::StrategyInfo strategy)
    : environment_(environment),
      spec_(std::move(spec)),
      strategy_(std::move(strategy)),
      log_(environment, std::move(row)),
      folder_{log_.row().dir},
      attempt_(std::max(1, log_.row().attempts)) {
    for (spec::TaskPlan& plan : spec::tasksOf(spec_, strategy_)) {
        Member& member = members_.emplace_back();
        member.row.run = log_.row().id;
        member.row.attempt = attempt_;
        member.row.task = plan.id();
        member.row.node = plan.node;
        member.row.rank = plan.rank;
        member.row.isChief = plan.isChief;
        member.row.state = "starting";
        member.row.log = folder_.log(plan, attempt_).string();
        member.plan = std::move(plan);
    }
    pump_ = std::make_unique<MetricsPump>(environment_, log_, folder_, attempt_, plansOf(members_));
    pump_->onChange([this] {
        if (pump_->progress().plan()) tellStarted();
        broadcastProgress();
    });
}

RunController::~RunController() {
    for (const auto timer : {waitingTimer_, killTimer_, lostTimer_, stopTimer_, progressTimer_, finishTimer_})
        environment_.loop.cancel(timer);
    environment_.ports.releaseAll(log_.row().id);
}

void RunController::start(const std::vector<v1::Problem>& hints) {
    log_.row().attempts = attempt_;
    log_.setStatus(v1::STARTING, "");
    for (const v1::Problem& hint : hints) log_.warn(hint);
    const auto started = [&]() -> base::Status {
        TY_TRY(prepareFolder());
        TY_TRY(leasePorts());
        TY_ASSIGN(token_, newToken());
        TY_TRY(saveAttempt());
        TY_TRY(pump_->start());
        return launchAll(token_);
    }();
    if (!started) return failToStart(started.error());
    waitingTimer_ = environment_.loop.after(kWaitingAfter, [this] {
        waitingTimer_ = 0;
        tellWaiting();
    });
}

base::Status RunController::prepareFolder() {
    for (const auto& folder :
         {folder_.logs(), folder_.root / "tasks", folder_.checkpoints(), folder_.combined()})
        TY_TRY(base::makeFolders(folder));
    return base::writeFileAtomically(folder_.runFile(), spec::toYaml(spec_));
}

base::Status RunController::leasePorts() {
    for (Member& member : members_) {
        TY_ASSIGN(const std::uint16_t port,
                  environment_.ports.lease(static_cast<std::uint16_t>(member.plan.port), log_.row().id));
        member.plan.port = port;
        member.row.address = spec::addressOf(member.plan);
    }
    return {};
}

/// The secret, and what was asked of the run, for the agent after this one. Only its user may read it.
base::Status RunController::saveAttempt() const {
    nlohmann::json tree = {{"attempt", attempt_}, {"token", token_}};
    if (stopOrder_)
        tree["stop"] = {{"after", static_cast<int>(stopOrder_->after)},
                        {"preempt", stopOrder_->preempt},
                        {"client", stopOrder_->client}};
    return base::writeFileAtomically(
        folder_.attemptFile(), tree.dump(1, ' ', false, nlohmann::json::error_handler_t::replace), 0600);
}

base::Result<std::string> RunController::loadAttempt() {
    TY_ASSIGN(const std::string text, base::readFile(folder_.attemptFile()));
    TY_ASSIGN(const auto tree, base::parseJson(text, folder_.attemptFile().string()));
    try {
        if (tree.contains("stop")) {
            const auto& stop = tree.at("stop");
            stopOrder_ = {static_cast<v1::StopRunRequest::After>(stop.at("after").get<int>()),
                          stop.at("preempt").get<bool>(), stop.at("client").get<std::string>()};
        }
        return tree.at("token").get<std::string>();
    } catch (const nlohmann::json::exception& wrong) {
        return base::fail(base::Code::kDataLoss,
                          fmt::format("{} is damaged: {}", folder_.attemptFile().string(), wrong.what()));
    }
}

void RunController::admit(const std::string& token) {
    std::set<std::string> names;
    for (const Member& member : members_) names.insert(member.row.task);
    environment_.directory.admit(log_.row().id, attempt_, token, std::move(names));
}

base::Status RunController::launchAll(const std::string& token) {
    admit(token);  // before the first task can call
    TaskSetting setting;
    setting.run = log_.row().id;
    setting.attempt = attempt_;
    setting.token = token;
    setting.socket = environment_.socket;
    setting.cores = environment_.cores;
    setting.furtherTfConfig = spec::furtherTfConfig(spec_);
    setting.localTasks = static_cast<int>(members_.size());
    for (Member& member : members_) TY_TRY(launch(member, setting));
    return {};
}

base::Status RunController::launch(Member& member, const TaskSetting& setting) {
    node::LaunchRequest request;
    request.shim = environment_.programs.shim;
    request.record = folder_.record(member.plan, attempt_);
    request.log = member.row.log;
    request.folder = folder_.root;
    request.cpus = member.plan.cpus;
    request.command = {environment_.programs.worker.string(), folder_.runFile().string()};
    request.environment = environmentOf(plansOf(members_), member.plan, setting);
    auto record = node::launch(request);
    if (!record) return base::fail(record.error().wrap("cannot start " + member.row.task));
    adoptRecord(member, std::move(*record));
    watch(member);
    save(member);
    return {};
}

void RunController::adoptRecord(Member& member, node::TaskRecord record) {
    member.row.pid = record.program.pid;
    member.row.pidStart = record.program.start;
    member.row.shimPid = record.shim.pid;
    member.row.shimStart = record.shim.start;
    member.row.bootId = record.shim.bootId;
    member.process = std::make_unique<TaskProcess>(environment_.loop, folder_.record(member.plan, attempt_),
                                                   std::move(record));
}

void RunController::watch(Member& member) {
    member.process->watch([this, &member](const TaskEnd& end) { ended(member, end); });
}

void RunController::failToStart(const base::Error& error) {
    spdlog::error("run {}: {}", log_.row().id, error.describe());
    v1::TaskFailure failure;
    failure.set_message(error.describe());
    failure.set_code(error.id.empty() ? "run.start" : error.id);
    failure_ = std::move(failure);
    for (Member& member : members_) {
        if (member.process) continue;
        member.isOver = true;
        member.row.state = "stopped";
    }
    killEverything();
    finishIfOver();
}

void RunController::adopt() {
    if (const auto adopted = adoptTasks(); !adopted)
        return failToStart(adopted.error().wrap("the run cannot be taken up again after the agent's end"));
    if (!hasAllJoined())
        waitingTimer_ = environment_.loop.after(kWaitingAfter, [this] {
            waitingTimer_ = 0;
            tellWaiting();
        });
    pump_->pump();
    if (!stopOrder_) return;
    if (stopOrder_->after == v1::StopRunRequest::NOW)
        killEverything();
    else
        watchStop();
}

base::Status RunController::adoptTasks() {
    const std::string& run = log_.row().id;
    TY_TRY(prepareFolder());
    TY_ASSIGN(const auto rows, environment_.store.tasks(run, attempt_));
    TY_ASSIGN(const auto past, environment_.store.events(run, 0, 1000));
    hasToldStarted_ = std::ranges::any_of(past, [](const auto& event) { return event.kind == "started"; });
    // Tasks that got as far as their records are watched first: whatever else fails, they can be ended.
    for (Member& member : members_) {
        const auto row = std::ranges::find(rows, member.row.task, &store::TaskRow::task);
        if (row != rows.end()) {
            member.row = *row;
            member.plan.port = portOf(row->address);
            environment_.ports.enter(static_cast<std::uint16_t>(member.plan.port), run);
        }
        auto record = node::readRecord(folder_.record(member.plan, attempt_));
        if (!record || record->program.pid == 0) continue;
        adoptRecord(member, std::move(*record));
        watch(member);
        // It was running, so it had joined; one that had not will say so by joining.
        member.hasJoined = member.row.state != "starting";
    }
    if (std::ranges::any_of(members_, [](const Member& member) { return !member.process; }))
        return base::fail(base::Code::kAborted, "the agent ended before all tasks were started",
                          "agent.ended");
    TY_ASSIGN(token_, loadAttempt());
    admit(token_);
    return pump_->resume();
}

}  // namespace trainyard::control
