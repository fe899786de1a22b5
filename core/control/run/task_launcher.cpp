// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/task_launcher.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "core/base/path.h"
#include "core/control/run/clear_text.h"
#include "core/control/run/command_environment.h"
#include "core/proto/failure.h"
#include "core/spec/cluster/tf_config.h"
#include "core/spec/run/command_spec.h"
#include "core/spec/run/device_spec.h"
#include "core/store/run_record.h"

namespace trainyard::control {
namespace {

int portOf(const std::string& address) {
    const auto colon = address.rfind(':');
    return colon == std::string::npos ? 0 : std::atoi(address.c_str() + colon + 1);
}

/// Of an address as in TF_CONFIG.
std::string hostOf(const std::string& address) {
    std::string host = address.substr(0, address.rfind(':'));
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    return host;
}

}  // namespace

TaskLauncher::TaskLauncher(Environment& environment, TaskSet& tasks, std::string run, RunFolder folder,
                           const AttemptPlan& plan, const v1::RunSpec& spec, bool isForGpu, Calls calls)
    : environment_(environment),
      tasks_(tasks),
      run_(std::move(run)),
      folder_(std::move(folder)),
      plan_(plan),
      spec_(spec),
      isForGpu_(isForGpu),
      isPlaced_(!std::ranges::all_of(tasks, &Member::isHere)),
      calls_(std::move(calls)) {
}

TaskLauncher::~TaskLauncher() {
    if (environment_.gpus) environment_.gpus->release(run_);
}

/// A function that does nothing once this object has ended.
template <typename Function>
auto TaskLauncher::ifAlive(Function function) const {
    return [alive = std::weak_ptr(alive_), function = std::move(function)](const auto& result) {
        if (!alive.expired()) function(result);
    };
}

void TaskLauncher::leasePorts(Done done) {
    if (asked_.empty()) {
        for (const Member& member : tasks_) asked_.push_back(static_cast<std::uint16_t>(member.plan.port));
        // Not the chief's own, which the run file may fix: a port of a former attempt may still be in use.
        if (spec::isCommand(spec_)) asked_.push_back(0);
    }
    std::vector<spec::TaskPlan> plans;
    for (const Member& member : tasks_) plans.push_back(member.plan);
    const auto hosts = hostsOf(environment_.nodes, plans, spec_.subnet());
    const base::Status usable = hosts ? mayTalk(spec_, plans, *hosts) : base::fail(hosts.error());
    if (!usable) return environment_.loop.post([done = ifAlive(std::move(done)), usable] { done(usable); });
    for (Member& member : tasks_)
        if (const auto host = hosts->find(member.plan.node); host != hosts->end()) member.host = host->second;
    tasks_.machine().leasePorts(
        asked_,
        ifAlive([this, done = std::move(done)](const base::Result<std::vector<std::uint16_t>>& ports) {
            if (!ports) return done(base::fail(ports.error()));
            auto port = ports->begin();
            for (Member& member : tasks_) {
                member.plan.port = *port++;
                member.row.address = spec::addressOf(member.placed());
            }
            if (port != ports->end()) masterPort_ = *port;
            done({});
        }));
}

void TaskLauncher::setToken(std::string token) {
    token_ = std::move(token);
    tasks_.setSecret(token_);
}

void TaskLauncher::prepare(Done done) {
    tasks_.prepare(spec_, ifAlive(std::move(done)));
}

void TaskLauncher::admit() {
    if (token_.empty()) return;
    std::set<std::string> names;
    for (const Member& member : tasks_) names.insert(member.row.task);
    environment_.directory.admit(run_, plan_.number, token_, std::move(names));
}

TaskSetting TaskLauncher::setting() const {
    TaskSetting setting;
    setting.run = run_;
    setting.attempt = plan_.number;
    setting.token = token_;
    setting.unpacked = tasks_.unpacked();
    setting.furtherTfConfig = spec::furtherTfConfig(spec_);
    return setting;
}

void TaskLauncher::launchAll(Done done) {
    admit();  // before the first task can call
    struct Launches {
        std::size_t left;
        base::Status result;
    };
    const auto launches = std::make_shared<Launches>(Launches{tasks_.size(), {}});
    for (Member& member : tasks_)
        launch(member, [launches, done](const base::Status& launched) {
            if (!launched && launches->result) launches->result = launched;
            if (--launches->left == 0) done(launches->result);
        });
}

void TaskLauncher::claimGpusThere() {
    gpusThere_.clear();
    if (!environment_.gpus || !isForGpu_) return;
    std::set<std::string> nodes;
    for (const Member& member : tasks_)
        if (!member.isHere()) nodes.insert(member.plan.node);
    for (const std::string& node : nodes)
        if (auto claim = environment_.gpus->claim(
                run_, environment_.gpus->wishesOn(node, spec_, tasks_.plans()), node))
            gpusThere_.merge(*claim);
}

void TaskLauncher::takeGpus(const std::map<std::string, std::vector<int>>& gpus) {
    if (!environment_.gpus) return;
    gpusThere_ = gpus;
    std::map<std::string, GpuBook::Claim> claims;
    for (const Member& member : tasks_)
        if (const auto found = gpus.find(member.row.task); found != gpus.end())
            claims[member.plan.node].insert(*found);
    for (const auto& [node, claim] : claims) environment_.gpus->hold(run_, claim, node);
}

/// The first task of a machine that asks claims for all there: either each has a GPU, or none has.
base::Status TaskLauncher::claimGpus(const Member& member, node::TaskVariables& variables) {
    if (!environment_.gpus || !isForGpu_) return {};
    const std::string& node = member.plan.node;
    const bool isKnown = environment_.gpus->knows(node);
    const std::vector<GpuWish> wishes = environment_.gpus->wishesOn(node, spec_, tasks_.plans());
    std::vector<int> gpus = member.plan.gpus;
    auto claim = environment_.gpus->claim(run_, wishes, node);
    const auto problems = environment_.gpus->problems(run_, wishes, node);
    if (!claim && !problems.empty()) {
        const v1::Problem& why = problems.front();
        if (spec::deviceOf(spec_) == "cuda" || !gpus.empty())
            return base::fail(base::Code::kFailedPrecondition, proto::messageOf(why), why.code());
        if (why.code() != "device.no_driver" && member.plan.rank >= 0)
            calls_.warn("device.cpu", base::say("trains on the CPU: {}", proto::messageOf(why)));
    }
    gpus = claim ? std::move((*claim)[member.plan.id()]) : std::vector<int>{};
    // What a machine has that is not known is for its worker to find.
    if (!isKnown && gpus.empty()) return {};
    for (auto& [name, value] : gpuEnvironment(gpus)) variables.always[name] = value;
    return {};
}

void TaskLauncher::launch(Member& member, Done done) {
    node::TaskLaunch task;
    task.task = member.row.task;
    task.log = std::filesystem::path(member.row.log).lexically_relative(folder_.root);
    task.cpus = member.plan.cpus;
    const auto names =
        environment_.gpus ? environment_.gpus->namesOf(member.plan.node) : std::set{member.plan.node};
    task.localTasks = static_cast<int>(
        std::ranges::count_if(tasks_, [&](const Member& other) { return names.contains(other.plan.node); }));
    if (const auto described = describe(member, task); !described) {
        calls_.onLaunch(member);
        return done(described);
    }
    member.isLaunching = true;
    tasks_.machine().launch(
        std::move(task),
        ifAlive([this, &member, done = std::move(done)](const base::Result<node::TaskRecord>& record) {
            member.isLaunching = false;
            if (record) launched(member, *record);
            calls_.onLaunch(member);
            done(record ? base::Status()
                        : base::fail(record.error().wrap(base::say("cannot start {}", member.row.task))));
        }));
}

void TaskLauncher::launched(Member& member, const node::TaskRecord& record) {
    member.attach(record);
    if (spec::isCommand(spec_)) {  // it reports nothing: it runs from its launch on
        member.hasJoined = true;
        member.row.state = "running";
    }
    tasks_.save(member);
}

base::Status TaskLauncher::describe(const Member& member, node::TaskLaunch& task) {
    if (spec::isCommand(spec_)) {
        describeCommand(member, task);
        // A script without `gpus` sees what the agent sees.
        return member.plan.gpus.empty() ? base::Status() : claimGpus(member, task.variables);
    }
    task.variables = workerVariables(tasks_.plans(), member.placed(), setting());
    return claimGpus(member, task.variables);
}

void TaskLauncher::describeCommand(const Member& member, node::TaskLaunch& task) const {
    CommandSetting setting;
    setting.run = run_;
    setting.restarts = plan_.number - 1 + member.restarts;
    setting.masterPort = masterPort_;
    setting.furtherTfConfig = spec::furtherTfConfig(spec_);
    const auto there = base::remotePathOf(plan_.restorePath);
    if ((there ? there->node : "local") == member.plan.node)
        setting.resumeFrom = there ? there->path : plan_.restorePath;
    task.logdir = commandLogdir({""}, spec_, member.plan);
    task.events = commandEvents({""}, spec_, member.plan);
    task.folder = spec_.cwd();
    task.command.assign(spec_.command().begin(), spec_.command().end());
    task.variables.always = {spec_.env().begin(), spec_.env().end()};
    task.variables.ifUnset = commandVariables(tasks_.plans(), member.placed(), setting);
}

void TaskLauncher::find(Done done) {
    std::vector<std::string> names;
    for (Member& member : tasks_) {
        member.isLaunching = true;
        names.push_back(member.row.task);
    }
    tasks_.machine().find(
        std::move(names),
        ifAlive([this, done = std::move(done)](const base::Result<std::vector<node::FoundTask>>& found) {
            for (Member& member : tasks_) member.isLaunching = false;
            if (!found) return done(base::fail(found.error()));
            found_ = *found;
            for (const node::FoundTask& one : found_) tasks_.find(one.task)->attach(one.record);
            done({});
        }));
}

base::Result<std::vector<store::TaskRow>> TaskLauncher::storedRows(store::RunStore& store,
                                                                   const std::string& run, int attempt) {
    auto rows = store.tasks(run, attempt);
    if (!store.damage()) return rows;
    TY_ASSIGN(const auto recorded, store.recorded(run));
    std::vector<store::TaskRow> found;
    for (const auto& [key, task] : recorded.tasks)
        if (key.first == attempt) found.push_back(task);
    return found;
}

void TaskLauncher::takeRows(const std::vector<store::TaskRow>& rows) {
    std::vector<std::uint16_t> ports;
    for (Member& member : tasks_) {
        if (const auto row = std::ranges::find(rows, member.row.task, &store::TaskRow::task);
            row != rows.end()) {
            member.row = *row;
            member.plan.port = portOf(row->address);
            if (isPlaced_) member.host = hostOf(row->address);
            ports.push_back(static_cast<std::uint16_t>(member.plan.port));
        }
        const auto found = std::ranges::find(found_, member.row.task, &node::FoundTask::task);
        if (found == found_.end()) continue;
        member.noteRecord(found->record);
        // It was running, so it had joined; one that had not will join later.
        member.hasJoined = member.row.state != "starting" || spec::isCommand(spec_);
        if (spec::isCommand(spec_) && member.row.state == "starting") member.row.state = "running";
    }
    tasks_.machine().holdPorts(std::move(ports));
    // A silence counts from here on: a task that is frozen is not given the time of one that has yet to join.
    if (tasks_.haveJoined())
        for (Member& member : tasks_)
            if (member.isLaunched && member.hasJoined) member.reportedAt = member.launchedAt;
}

bool TaskLauncher::haveAllStarted() const {
    return std::ranges::all_of(tasks_, &Member::isLaunched);
}

bool TaskLauncher::areOfThisBoot() const {
    return std::ranges::all_of(found_, &node::FoundTask::isOfThisBoot);
}

bool TaskLauncher::areCopies() const {
    return std::ranges::any_of(found_, [](const node::FoundTask& one) { return one.record.isCopy; });
}

bool TaskLauncher::hasRefusal() const {
    return std::ranges::any_of(found_, [](const node::FoundTask& one) {
        return one.record.exit && (one.record.exit->code == 2 || one.record.exit->code == 3);
    });
}

}  // namespace trainyard::control
