// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/task_set.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/control/run/command_environment.h"
#include "core/control/run/disk_work.h"

namespace trainyard::control {
TaskSet::TaskSet(Machine machine, RunFolder folder, const std::string& run, int attempt,
                 std::vector<spec::TaskPlan> plans, Nodes* nodes)
    : loop_(machine.loop),
      storage_(machine.storage),
      store_(machine.store),
      folder_(std::move(folder)),
      run_(run),
      machine_(openPlaced(machine.loop, machine.node, nodes, plans, {run, attempt},
                          [this](const node::TaskEnd& end) { ended(end); })) {
    for (spec::TaskPlan& plan : plans) {
        Member& member = members_.emplace_back(loop_);
        member.machine = machine_.get();
        member.row.run = run;
        member.row.attempt = attempt;
        member.row.task = plan.id();
        member.row.node = plan.node;
        member.row.rank = plan.rank;
        member.row.isChief = plan.isChief;
        member.row.state = "starting";
        member.row.log = folder_.log(plan, attempt).string();
        member.plan = std::move(plan);
    }
}

Member* TaskSet::find(const std::string& task) {
    const auto found =
        std::ranges::find_if(members_, [&](const Member& one) { return one.row.task == task; });
    return found == members_.end() ? nullptr : &*found;
}

const Member* TaskSet::find(const std::string& task) const {
    return const_cast<TaskSet*>(this)->find(task);
}

void TaskSet::closeSession(const std::string& task, const CommandSink* sink) {
    Member* member = find(task);
    if (member && member->session.get() == sink) member->session.reset();
}

std::map<std::pair<std::string, int>, std::string> TaskSet::processes() const {
    std::map<std::pair<std::string, int>, std::string> tasks;
    for (const Member& member : members_)
        tasks.emplace(std::pair(member.plan.node, member.row.pid), member.row.task);
    return tasks;
}

std::vector<spec::TaskPlan> TaskSet::plans() const {
    std::vector<spec::TaskPlan> plans;
    for (const Member& member : members_) plans.push_back(member.placed());
    return plans;
}

bool TaskSet::areOver() const {
    return std::ranges::none_of(members_, &Member::isLeft);
}

bool TaskSet::haveJoined() const {
    return std::ranges::none_of(members_, &Member::isAwaited);
}

bool TaskSet::isEvaluating() const {
    return std::ranges::any_of(members_,
                               [](const Member& member) { return member.isEvaluator() && member.isLeft(); });
}

bool TaskSet::areComplete(const spec::StrategyInfo& strategy, bool hasResult) const {
    bool hasCompleting = false;
    for (const Member& member : members_) {
        const auto role = strategy.roles.find(member.plan.role);
        if (role == strategy.roles.end() || !role->second.completes) continue;
        hasCompleting = true;
        const bool isLostAfterResult = member.row.state == "lost" && hasResult;
        if (member.row.state != "succeeded" && !isLostAfterResult) return false;
    }
    return hasCompleting || areOver();
}

void TaskSet::signal(int number) const {
    for (const Member& member : members_) member.signal(number);
}

void TaskSet::releaseEnds() {
    loop_.post([this, alive = std::weak_ptr(alive_)] {
        if (alive.expired()) return;
        areEndsHeld_ = false;  // not before: one that arrives meanwhile comes after them
        for (const node::TaskEnd& end : std::exchange(heldEnds_, {})) ended(end);
    });
}

void TaskSet::ended(const node::TaskEnd& end) {
    if (areEndsHeld_) return heldEnds_.push_back(end);
    Member* member = find(end.task);
    if (member && member->isLaunched && !member->isOver && onEnd_) onEnd_(*member, end);
}

std::vector<std::string> TaskSet::lose(const std::string& node) {
    std::vector<std::string> lost;
    for (Member& member : members_) {
        if (member.plan.node != node || member.row.pid == 0 || member.isLaunched) continue;
        member.isLaunched = true;
        member.hasJoined = member.row.state != "starting";
        node::TaskEnd end{.task = member.row.task, .exit = std::nullopt, .isAbandoned = true};
        if (member.row.ended > 0)
            end.exit = node::ExitRecord{
                .code = member.row.exitCode, .signal = member.row.exitSignal, .ended = member.row.ended};
        else
            lost.push_back(member.row.task);
        ended(end);
    }
    return lost;
}

void TaskSet::measure() {
    machine_->measure([this](const base::Result<std::vector<node::TaskUsage>>& usages) {
        if (!usages) return spdlog::warn("run {}: {}", run_, usages.error().describe());
        for (const node::TaskUsage& usage : *usages)
            if (Member* member = find(usage.task)) member->usage.note(usage);
    });
}

void TaskSet::save(Member& member) {
    onDisk(
        storage_, loop_, alive_, [&store = store_, row = member.row] { return store.putTask(row); },
        [this, &member](const base::Status& stored) {
            member.isUnsaved = !stored;
            if (!stored)
                spdlog::error("run {}: cannot store the state of {}: {}", run_, member.row.task,
                              stored.error().words());
        });
}

void TaskSet::saveUnsaved() {
    for (Member& member : members_)
        if (member.isUnsaved) save(member);
}

void TaskSet::noteStopped() {
    for (Member& member : members_)
        if (member.row.state == "succeeded") {
            member.row.state = "stopped";
            member.isUnsaved = true;
        }
}

void TaskSet::prepare(const v1::RunSpec& spec, node::Done<void> done) const {
    node::AttemptFiles files{
        .runFile = spec::toYaml(spec), .secret = secret_, .restore = restore_, .restoreNode = restoreNode_};
    for (const Member& member : members_)
        for (const std::filesystem::path& path :
             {std::filesystem::path(member.row.log), folder_.spool(member.plan),
              commandEvents(folder_, spec, member.plan)})
            if (!path.empty())
                files.written[member.row.task].push_back(path.lexically_relative(folder_.root).string());
    machine_->prepare(std::move(files), std::move(done));
}

std::vector<v1::Task> TaskSet::messages() const {
    std::vector<v1::Task> tasks;
    for (const Member& member : members_) tasks.push_back(member.message());
    return tasks;
}

base::Result<std::vector<std::string>> TaskSet::running(const std::string& task) const {
    std::vector<std::string> running;
    bool isKnown = task.empty();
    for (const Member& member : members_) {
        if (!task.empty() && member.row.task != task) continue;
        isKnown = true;
        if (member.isLaunched && !member.isOver) running.push_back(member.row.task);
    }
    if (!isKnown)
        return base::fail(base::Code::kNotFound,
                          base::say("run {} has no task {}", run_, base::printable(task)), "task.not_found");
    if (running.empty())
        return base::fail(base::Code::kFailedPrecondition,
                          task.empty() ? base::say("run {} has no running task at the moment", run_)
                                       : base::say("{} of run {} is not running at the moment", task, run_),
                          "task.not_running");
    return running;
}

}  // namespace trainyard::control
