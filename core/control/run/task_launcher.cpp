// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/task_launcher.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "core/base/file.h"
#include "core/control/run/command_environment.h"
#include "core/node/record.h"
#include "core/spec/command_spec.h"
#include "core/spec/tf_config.h"
#include "core/store/run_record.h"

namespace trainyard::control {
namespace {

int portOf(const std::string& address) {
    const auto colon = address.rfind(':');
    return colon == std::string::npos ? 0 : std::atoi(address.c_str() + colon + 1);
}

}  // namespace

TaskLauncher::TaskLauncher(Environment& environment, TaskSet& tasks, std::string run, RunFolder folder,
                           int attempt, const v1::RunSpec& spec, bool isForGpu, OnEnd onEnd, Warn warn)
    : environment_(environment),
      tasks_(tasks),
      run_(std::move(run)),
      folder_(std::move(folder)),
      attempt_(attempt),
      spec_(spec),
      isForGpu_(isForGpu),
      onEnd_(std::move(onEnd)),
      warn_(std::move(warn)) {
}

TaskLauncher::~TaskLauncher() {
    environment_.ports.releaseAll(run_);
    if (environment_.gpus) environment_.gpus->release(run_);
}

base::Status TaskLauncher::leasePorts() {
    if (asked_.empty())
        for (const Member& member : tasks_) asked_.push_back(static_cast<std::uint16_t>(member.plan.port));
    auto asked = asked_.begin();
    for (Member& member : tasks_) {
        TY_ASSIGN(const std::uint16_t port, environment_.ports.lease(*asked++, run_));
        member.plan.port = port;
        member.row.address = spec::addressOf(member.plan);
    }
    // Not the chief's own, which the run file may fix: a port of a former attempt may still be in use.
    if (spec::isCommand(spec_)) {
        TY_ASSIGN(masterPort_, environment_.ports.lease(0, run_));
    }
    return {};
}

void TaskLauncher::setToken(std::string token) {
    token_ = std::move(token);
    tasks_.setSockets(environment_.socket.parent_path(), token_);
}

void TaskLauncher::admit() {
    if (token_.empty()) return;
    std::set<std::string> names;
    for (const Member& member : tasks_) names.insert(member.row.task);
    environment_.directory.admit(run_, attempt_, token_, std::move(names));
}

TaskSetting TaskLauncher::setting() const {
    TaskSetting setting;
    setting.run = run_;
    setting.attempt = attempt_;
    setting.token = token_;
    setting.socket = environment_.socket;
    setting.cores = environment_.cores;
    setting.furtherTfConfig = spec::furtherTfConfig(spec_);
    setting.localTasks = static_cast<int>(tasks_.size());
    return setting;
}

base::Status TaskLauncher::launchAll() {
    admit();  // before the first task can call
    for (Member& member : tasks_) TY_TRY(launch(member));
    return {};
}

/// All tasks of a run that can train on a GPU share one: it has one replica.
base::Status TaskLauncher::claimGpu(std::map<std::string, std::string>& variables) {
    if (!environment_.gpus || !isForGpu_) return {};
    const std::optional<int> gpu = environment_.gpus->claim(run_);
    const auto problems = environment_.gpus->problems(run_);
    if (!gpu && !problems.empty()) {
        const v1::Problem& why = problems.front();
        if (spec_.device() == "cuda")
            return base::fail(base::Code::kFailedPrecondition, why.message(), why.code());
        if (why.code() != "device.no_driver") warn_("device.cpu", "trains on the CPU: " + why.message());
    }
    for (auto& [name, value] : gpuEnvironment(gpu)) variables[name] = value;
    return {};
}

/// The record of the task's life before this one is out of the way during the launch: an agent that takes the
/// run up in that moment must not take it for that of the new process. Nor may it be missing for long:
/// without it, the next agent restarts the whole attempt.
base::Status TaskLauncher::launch(Member& member) {
    const std::filesystem::path record = folder_.record(member.plan, attempt_);
    const std::filesystem::path former = record.string() + ".before";
    std::error_code none;  // the first life has none before it
    std::filesystem::rename(record, former, none);
    const base::Status launched = launchNew(member);
    if (launched)
        std::filesystem::remove(former, none);
    else
        std::filesystem::rename(former, record, none);
    return launched;
}

base::Status TaskLauncher::launchNew(Member& member) {
    node::LaunchRequest request;
    request.shim = environment_.programs.shim;
    request.record = folder_.record(member.plan, attempt_);
    request.log = member.row.log;
    request.cpus = member.plan.cpus;
    TY_TRY(spec::isCommand(spec_) ? describeCommand(member, request) : describeWorker(member, request));
    auto record = node::launch(request);
    if (!record) return base::fail(record.error().wrap("cannot start " + member.row.task));
    attach(member, std::move(*record));
    if (spec::isCommand(spec_)) {  // it reports nothing: it runs from its launch on
        member.hasJoined = true;
        member.row.state = "running";
    }
    tasks_.save(member);
    return {};
}

base::Status TaskLauncher::describeWorker(const Member& member, node::LaunchRequest& request) {
    request.folder = folder_.root;
    request.command = {environment_.programs.worker.string(), folder_.runFile().string()};
    request.environment = environmentOf(tasks_.plans(), member.plan, setting());
    return claimGpu(request.environment);
}

base::Status TaskLauncher::describeCommand(const Member& member, node::LaunchRequest& request) const {
    CommandSetting setting;
    setting.run = run_;
    setting.restarts = attempt_ - 1 + member.restarts;
    setting.masterPort = masterPort_;
    setting.localTasks = static_cast<int>(tasks_.size());
    setting.cores = environment_.cores;
    setting.logdir = commandLogdir(folder_, spec_, member.plan);
    setting.furtherTfConfig = spec::furtherTfConfig(spec_);
    TY_TRY(base::makeFolders(setting.logdir));
    request.folder = spec_.cwd();
    request.command.assign(spec_.command().begin(), spec_.command().end());
    request.environment =
        mergeVariables(commandVariables(tasks_.plans(), member.plan, setting), ownVariables(), spec_).all;
    return {};
}

void TaskLauncher::attach(Member& member, node::TaskRecord record) {
    member.attach(environment_.loop, folder_.record(member.plan, attempt_), std::move(record));
    member.process->watch([this, &member](const TaskEnd& end) { onEnd_(member, end); });
}

void TaskLauncher::attach() {
    for (Member& member : tasks_) {
        auto record = node::readRecord(folder_.record(member.plan, attempt_));
        if (record && record->program.pid != 0) attach(member, std::move(*record));
    }
}

/// A damaged store may not know the tasks; the record in the run's folder does.
base::Result<std::vector<store::TaskRow>> TaskLauncher::storedRows() const {
    auto rows = environment_.store.tasks(run_, attempt_);
    if (!environment_.store.damage()) return rows;
    TY_ASSIGN(const auto recorded, environment_.store.recorded(run_));
    std::vector<store::TaskRow> found;
    for (const auto& [key, task] : recorded.tasks)
        if (key.first == attempt_) found.push_back(task);
    return found;
}

base::Status TaskLauncher::readRows() {
    TY_ASSIGN(const auto rows, storedRows());
    for (Member& member : tasks_) {
        if (const auto row = std::ranges::find(rows, member.row.task, &store::TaskRow::task);
            row != rows.end()) {
            member.row = *row;
            member.plan.port = portOf(row->address);
            environment_.ports.enter(static_cast<std::uint16_t>(member.plan.port), run_);
        }
        if (!member.process) continue;
        member.noteRecord(member.process->record());
        // It was running, so it had joined; one that had not will join later.
        member.hasJoined = member.row.state != "starting" || spec::isCommand(spec_);
        if (spec::isCommand(spec_) && member.row.state == "starting") member.row.state = "running";
    }
    // A silence counts from here on: a task that is frozen is not given the time of one that has yet to join.
    if (tasks_.haveJoined())
        for (Member& member : tasks_)
            if (member.process && member.hasJoined) member.reportedAt = member.launchedAt;
    return {};
}

bool TaskLauncher::haveAllStarted() const {
    return std::ranges::all_of(tasks_, [](const Member& member) { return member.process != nullptr; });
}

bool TaskLauncher::areOfThisBoot() const {
    const auto boot = node::bootId();
    return std::ranges::all_of(tasks_, [&](const Member& member) {
        return !member.process || !boot || member.process->record().shim.bootId == *boot;
    });
}

bool TaskLauncher::hasRefusal() const {
    return std::ranges::any_of(tasks_, [&](const Member& member) {
        const auto record = node::readRecord(folder_.record(member.plan, attempt_));
        return record && record->exit && (record->exit->code == 2 || record->exit->code == 3);
    });
}

}  // namespace trainyard::control
