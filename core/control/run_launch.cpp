// SPDX-License-Identifier: Apache-2.0
// Launching a run: folder, ports, tasks; and reattaching to one that another agent started.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>

#include "core/base/file.h"
#include "core/base/time.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/retention.h"
#include "core/control/run_controller.h"
#include "core/control/run_file.h"
#include "core/spec/checkpoint_spec.h"

namespace trainyard::control {
namespace {

constexpr int kEventsAtOnce = 1000;

std::vector<spec::TaskPlan> plansOf(const auto& members) {
    std::vector<spec::TaskPlan> plans;
    for (const auto& member : members) plans.push_back(member.plan);
    return plans;
}

int portOf(const std::string& address) {
    const auto colon = address.rfind(':');
    return colon == std::string::npos ? 0 : std::atoi(address.c_str() + colon + 1);
}

void noteRecord(store::TaskRow& row, const node::TaskRecord& record) {
    row.pid = record.program.pid;
    row.pidStart = record.program.start;
    row.shimPid = record.shim.pid;
    row.shimStart = record.shim.start;
    row.bootId = record.shim.bootId;
}

}  // namespace

RunController::RunController(Environment& environment, store::RunRow row, v1::RunSpec spec,
                             spec::StrategyInfo strategy, AttemptPlan plan)
    : environment_(environment),
      spec_(std::move(spec)),
      strategy_(std::move(strategy)),
      log_(environment, std::move(row)),
      folder_{log_.row().dir},
      plan_(std::move(plan)) {
    for (spec::TaskPlan& plan : spec::tasksOf(spec_, strategy_)) {
        Member& member = members_.emplace_back(environment_.loop);
        member.row.run = log_.row().id;
        member.row.attempt = plan_.number;
        member.row.task = plan.id();
        member.row.node = plan.node;
        member.row.rank = plan.rank;
        member.row.isChief = plan.isChief;
        member.row.state = "starting";
        member.row.log = folder_.log(plan, plan_.number).string();
        member.plan = std::move(plan);
    }
    const bool hasOwnCheckpoint = !plan_.restorePath.empty() && plan_.restorePath != plan_.basePath;
    if (!plan_.basePath.empty() && !hasOwnCheckpoint) environment_.bases[log_.row().id] = plan_.basePath;
    pump_ = std::make_unique<MetricsPump>(environment_, log_, folder_, plan_, plansOf(members_));
    pump_->onChange([this] {
        if (pump_->progress().plan()) tellStarted();
        broadcastProgress();
    });
    pump_->onMissing([this](const std::filesystem::path& missing) { loseFolder(missing); });
}

RunController::~RunController() {
    environment_.ports.releaseAll(log_.row().id);
    environment_.bases.erase(log_.row().id);
}

void RunController::start(const std::vector<v1::Problem>& hints) {
    if (isEnding_) return;  // stopped while it was queued
    // The plan first: a run could not be resumed from a row that counts an attempt without a plan.
    if (const auto saved = saveAttempt(); !saved) return failToStart(saved.error());
    store::RunRow& row = log_.row();
    row.attempts = plan_.number;
    row.step = plan_.fromStep;
    row.epoch = plan_.fromEpoch;
    log_.setStatus(v1::STARTING, plan_.number > 1 ? plan_.cause : "");
    for (const v1::Problem& hint : hints) log_.warn(hint);
    const double left = plan_.notBefore - base::wallNow();
    if (left <= 0) return launchNow();
    v1::RunEvent event;
    event.mutable_waiting()->set_code("restart.backoff");
    event.mutable_waiting()->set_message(
        fmt::format("attempt {} starts in {:.1f} s: {} attempts in a row have not finished a step",
                    plan_.number, left, plan_.fruitless));
    log_.tell(std::move(event));
    startTimer_.start(std::chrono::milliseconds(static_cast<std::int64_t>(left * 1000)),
                      [this] { launchNow(); });
}

void RunController::launchNow() {
    const auto started = [&]() -> base::Status {
        TY_TRY(prepareFolder());
        TY_TRY(leasePorts());
        TY_ASSIGN(token_, newToken());
        TY_TRY(saveAttempt());
        TY_TRY(pump_->start());
        return launchAll(token_);
    }();
    if (!started) {
        if (plan_.number > 1 && base::isDiskFull(started.error())) return waitForSpace(started.error());
        return failToStart(started.error());
    }
    watchStalls();
    // Those who watch a run know its totals already, and want the new processes now.
    if (plan_.number > 1) tellStarted();
    waitingTimer_.start(environment_.patience.waiting, [this] { tellWaiting(); });
}

/// A recovery is worth waiting for: the run had space when it started, and may get it again.
void RunController::waitForSpace(const base::Error& error) {
    constexpr auto kInterval = std::chrono::seconds(1);
    const bool isPartial =
        std::ranges::any_of(members_, [](const Member& member) { return member.process != nullptr; });
    if (isPartial) return restartFreely(error.describe());
    environment_.ports.releaseAll(log_.row().id);
    if (!std::exchange(hasToldFull_, true)) {
        v1::RunEvent event;
        event.mutable_waiting()->set_code("disk.full");
        event.mutable_waiting()->set_message(
            error.wrap(fmt::format("attempt {} starts when the disk has free space", plan_.number))
                .describe());
        log_.tell(std::move(event));
    }
    startTimer_.start(kInterval, [this] { launchNow(); });
}

base::Status RunController::prepareFolder() {
    for (const auto& folder :
         {folder_.logs(), folder_.root / "tasks", folder_.checkpoints(), folder_.combined()})
        TY_TRY(base::makeFolders(folder));
    for (const auto& folder : restoreFolders())
        if (folder.parent_path() != folder_.root) TY_TRY(checkpoint::claim(folder, log_.row().id));
    if (spec::backupOf(spec_) && checkpoint::areOneFolder(checkpointFolderOf(folder_.root, spec_),
                                                          backupFolderOf(folder_.root, spec_)))
        return base::fail(spec::sameFolders(backupFolderOf(folder_.root, spec_).string()));
    // What attempts before this one left half written.
    for (const auto& folder : restoreFolders())
        TY_TRY(checkpoint::removeStale(folder, log_.row().id, plan_.number, removeBesideLoop()));
    return writeRunFile(folder_, spec_);
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

base::Status RunController::saveAttempt() const {
    return environment_.reserve.lend(
        [this] { return writeAttempt(folder_.attemptFile(), {plan_, token_, stopOrder_}); });
}

void RunController::admit(const std::string& token) {
    std::set<std::string> names;
    for (const Member& member : members_) names.insert(member.row.task);
    environment_.directory.admit(log_.row().id, plan_.number, token, std::move(names));
}

TaskSetting RunController::settingFor(const std::string& token) const {
    TaskSetting setting;
    setting.run = log_.row().id;
    setting.attempt = plan_.number;
    setting.token = token;
    setting.socket = environment_.socket;
    setting.cores = environment_.cores;
    setting.furtherTfConfig = spec::furtherTfConfig(spec_);
    setting.localTasks = static_cast<int>(members_.size());
    return setting;
}

base::Status RunController::launchAll(const std::string& token) {
    admit(token);  // before the first task can call
    for (Member& member : members_) TY_TRY(launch(member, settingFor(token)));
    return {};
}

base::Status RunController::launch(Member& member, const TaskSetting& setting) {
    node::LaunchRequest request;
    request.shim = environment_.programs.shim;
    request.record = folder_.record(member.plan, plan_.number);
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
    noteRecord(member.row, record);
    member.process = std::make_unique<TaskProcess>(
        environment_.loop, folder_.record(member.plan, plan_.number), std::move(record));
    member.launchedAt =
        std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
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
    killEverything();
    endUnlaunched();
}

/// Tasks that were never launched are over too once the others are being ended.
void RunController::endUnlaunched() {
    startTimer_.cancel();
    for (Member& member : members_) {
        if (member.process) continue;
        member.isOver = true;
        member.row.state = "stopped";
    }
    finishIfOver();
}

/// What was asked of the former agent.
void RunController::stopBeforeLaunch(StopOrder order) {
    stopOrder_ = std::move(order);
    killEverything();
    endUnlaunched();
}

void RunController::adopt(Relaunch relaunch) {
    relaunch_ = relaunch;
    reconcileCheckpoints(Unlisted::kLeave);
    const auto file = readAttempt(folder_.attemptFile());
    const bool isPlanned = file && file->plan.number == plan_.number && file->token.empty();
    // The plan was written, but nothing of it was launched: its back-off may not be over yet.
    if (log_.row().attempts < plan_.number || isPlanned) {
        if (isPlanned && file->stop) return stopBeforeLaunch(*file->stop);
        if (relaunch_ == Relaunch::kRefused) return failFound("no task of its next attempt had been started");
        return start({});
    }
    if (const auto adopted = adoptTasks(); !adopted)
        return failToStart(adopted.error().wrap("the run cannot be taken up again after the agent's end"));
    judgeAdopted();
}

/// A run that was found in its folder and would start another attempt.
void RunController::failFound(const std::string& cause) {
    failToStart({base::Code::kAborted,
                 fmt::format("the run was found in its folder, without a living task ({}); continue it with "
                             "`resume {}`",
                             cause, log_.row().id),
                 "run.found"});
}

/// What the former agent left decides whether the attempt continues.
void RunController::judgeAdopted() {
    const auto boot = node::bootId();
    const auto isOfThisBoot = [&](const Member& member) {
        return !member.process || !boot || member.process->record().shim.bootId == *boot;
    };
    if (!std::ranges::all_of(members_, isOfThisBoot))
        return failToStart({base::Code::kAborted,
                            fmt::format("the machine was restarted while the run was going; go on with it by "
                                        "`resume {}`",
                                        log_.row().id),
                            "node.rebooted"});
    const auto isLaunched = [](const Member& member) { return member.process != nullptr; };
    pump_->pump();  // the chief's plan is the first that there is to read; the rest may take its time
    const bool isStopping =
        stopOrder_ && (stopOrder_->after == v1::StopRunRequest::NOW || !pump_->progress().plan());
    if (!isStopping && !std::ranges::all_of(members_, isLaunched))
        return restartFreely("the agent ended while it was starting the tasks");
    // The tasks' rendezvous data was in the agent only, and unanswered calls may have ended some of the
    // tasks; one that refuses would do so again.
    const auto hasRefused = [&](const Member& member) {
        const auto record = node::readRecord(folder_.record(member.plan, plan_.number));
        return record && record->exit && (record->exit->code == 2 || record->exit->code == 3);
    };
    if (!isStopping && !pump_->progress().plan() && std::ranges::none_of(members_, hasRefused))
        return restartFreely("the agent ended while the tasks were meeting");
    watchStalls();
    if (!hasAllJoined()) waitingTimer_.start(environment_.patience.waiting, [this] { tellWaiting(); });
    if (!stopOrder_) return;
    if (isStopping) {
        killEverything();
        endUnlaunched();
    } else {
        watchStop();
    }
}

base::Status RunController::adoptTasks() {
    // Tasks that got as far as their records are watched first: whatever else fails, a damaged store too,
    // they can be ended.
    for (Member& member : members_) {
        auto record = node::readRecord(folder_.record(member.plan, plan_.number));
        if (!record || record->program.pid == 0) continue;
        adoptRecord(member, std::move(*record));
        watch(member);
    }
    const std::string& run = log_.row().id;
    TY_TRY(prepareFolder());
    TY_ASSIGN(const auto rows, environment_.store.tasks(run, plan_.number));
    TY_ASSIGN(hasToldStarted_, hasToldAttempt());
    for (Member& member : members_) {
        if (const auto row = std::ranges::find(rows, member.row.task, &store::TaskRow::task);
            row != rows.end()) {
            member.row = *row;
            member.plan.port = portOf(row->address);
            environment_.ports.enter(static_cast<std::uint16_t>(member.plan.port), run);
        }
        if (!member.process) continue;
        noteRecord(member.row, member.process->record());
        // It was running, so it had joined; one that had not will say so by joining.
        member.hasJoined = member.row.state != "starting";
    }
    TY_ASSIGN(const AttemptFile file, readAttempt(folder_.attemptFile()));
    token_ = file.token;
    stopOrder_ = file.stop;
    if (!token_.empty()) admit(token_);
    return pump_->resume();
}

base::Result<bool> RunController::hasToldAttempt() const {
    for (std::uint64_t seq = 0;;) {
        TY_ASSIGN(const auto some, environment_.store.events(log_.row().id, seq, kEventsAtOnce));
        if (some.empty()) return false;
        for (const auto& stored : some) {
            seq = stored.seq;
            v1::RunEvent event;
            if (stored.kind == "attempt" && event.ParseFromString(stored.body) &&
                event.attempt().number() == plan_.number)
                return true;
        }
    }
}

}  // namespace trainyard::control
