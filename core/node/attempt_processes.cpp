// SPDX-License-Identifier: Apache-2.0
#include "core/node/attempt_processes.h"

#include <fmt/format.h>
#include <signal.h>
#include <spdlog/spdlog.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "core/base/file.h"
#include "core/base/sent_place.h"
#include "core/node/fence.h"
#include "core/node/file_parts.h"
#include "core/node/inventory.h"
#include "core/node/launch.h"
#include "core/node/process.h"
#include "core/node/task_record_file.h"
#include "core/node/task_sockets.h"
#include "core/node/tcp_table.h"

namespace trainyard::node {
namespace {

/// A shim has started its program, or has failed to, in milliseconds; on a bad disk in seconds.
constexpr std::chrono::seconds kLongestLaunch{10};
constexpr std::chrono::milliseconds kLaunchLook{5};

std::map<std::string, std::string> ownEnvironment() {
    std::map<std::string, std::string> variables;
    for (char** entry = environ; *entry; ++entry) {
        const std::string_view text = *entry;
        const auto equals = text.find('=');
        if (equals != std::string_view::npos)
            variables[std::string(text.substr(0, equals))] = text.substr(equals + 1);
    }
    return variables;
}

/// The first life of a task has no record of one before it.
base::Status renameIfThere(const std::filesystem::path& from, const std::filesystem::path& to) {
    std::error_code error;
    std::filesystem::rename(from, to, error);
    if (!error || error == std::errc::no_such_file_or_directory) return {};
    return base::fail(
        base::errnoError(error.value(), base::say("cannot rename {} to {}", from.string(), to.string())));
}

/// The task finds what its home has sent, and the plugins among that.
void useSent(const std::filesystem::path& sent, const std::map<std::string, std::string>& own,
             TaskVariables& variables) {
    variables.always[base::kSentVariable] = sent.string();
    const auto plugins = base::sentPlace(sent, base::kPluginPlace).string();
    const auto others = own.find("TRAINYARD_PLUGIN_PATH");
    variables.always["TRAINYARD_PLUGIN_PATH"] =
        others == own.end() ? plugins : plugins + ':' + others->second;
}

/// Where the record of a task's former life is while another is being launched.
std::filesystem::path formerOf(const std::filesystem::path& record) {
    return record.string() + ".before";
}

void removeOrWarn(const std::string& run, const std::filesystem::path& file) {
    std::error_code error;
    if (std::filesystem::remove(file, error); error)
        spdlog::warn("run {}: {} cannot be deleted: {}", run, file.string(), error.message());
}

}  // namespace

std::map<std::string, std::string> TaskVariables::over(std::map<std::string, std::string> own) const {
    for (const auto& [name, value] : always) own[name] = value;
    for (const auto& [name, value] : ifUnset) own.emplace(name, value);
    return own;
}

std::string threadsPerTask(int cores, int tasks) {
    return std::to_string(std::max(1, cores / std::max(1, tasks)));
}

AttemptProcesses::AttemptProcesses(const NodeSetup& setup, const AttemptId& attempt)
    : setup_(setup),
      run_(attempt.run),
      folder_(setup.runs / attempt.run),
      attempt_(attempt.number),
      oomKillsSeen_(oomKills()),
      oomKillsBefore_(oomKillsSeen_) {
}

std::filesystem::path AttemptProcesses::recordOf(const std::string& task) const {
    return recordFile(folder_, task, attempt_);
}

std::filesystem::path AttemptProcesses::socketOf(const std::string& task) const {
    return taskSocket(setup_.socket.parent_path(), secret_, attempt_, task);
}

/// Two agents of a home may both believe that the run is theirs.
base::Status AttemptProcesses::admit() const {
    return setup_.fences ? setup_.fences->admit(run_, attempt_) : base::Status();
}

base::Status AttemptProcesses::prepare(const AttemptFiles& files) {
    TY_TRY(admit());
    secret_ = files.secret;
    TY_TRY(base::makeFolders(folder_ / "tasks"));
    TY_TRY(base::makeFolders(folder_ / "logs"));
    const std::filesystem::path file = folder_ / "run.yaml";
    // An agent that takes a run up needs no room on a full disk.
    if (const auto before = base::readFile(file); before && *before == files.runFile) return {};
    return base::writeFileAtomically(file, files.runFile);
}

/// The record of the task's life before this one is out of the way during the launch: an agent that takes the
/// run up in that moment must not take it for that of the new process. This agent and then the shim hold a
/// lock on it until the new record is there, or none will be: see settleLaunch().
base::Result<TaskRecord> AttemptProcesses::launch(const TaskLaunch& task) {
    TY_TRY(admit());
    const std::filesystem::path record = recordOf(task.task);
    const std::filesystem::path former = formerOf(record);
    TY_TRY(renameIfThere(record, former));
    const auto lock = base::openRegular(former, base::Links::kRefuse);
    if (lock && ::flock(lock->fd.get(), LOCK_EX | LOCK_NB) != 0)
        return base::fail(base::errnoError(errno, base::say("cannot lock {}", former.string())));
    if (!lock && lock.error().code != base::Code::kNotFound) return base::fail(lock.error());
    auto started = start(task, record, lock ? lock->fd.get() : -1);
    if (started) {
        running_[task.task] = *started;
        removeOrWarn(run_, former);
        return started;
    }
    if (const auto restored = renameIfThere(former, record); !restored)
        return base::fail(started.error().code,
                          base::say("{}; {}", started.error().words(), restored.error().words()),
                          started.error().id);
    return started;
}

/// An agent may have ended during a launch. Waits until the shim that it has started has written the new
/// record, or has ended; without a program, the former record counts again.
void AttemptProcesses::settleLaunch(const std::filesystem::path& record) const {
    const std::filesystem::path former = formerOf(record);
    const auto lock = base::openRegular(former, base::Links::kRefuse);
    if (!lock) return;  // there is none, or nothing of ours is in its place
    const auto deadline = std::chrono::steady_clock::now() + kLongestLaunch;
    while (::flock(lock->fd.get(), LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK || std::chrono::steady_clock::now() > deadline) {
            spdlog::warn("run {}: the launch that {} is left from has not ended", run_, former.string());
            return;
        }
        std::this_thread::sleep_for(kLaunchLook);
    }
    const auto current = readTaskRecord(record);
    const bool hasProgram = current && current->program.pid != 0;
    if (hasProgram)
        removeOrWarn(run_, former);
    else if (const auto restored = renameIfThere(former, record); !restored)
        spdlog::warn("run {}: {}", run_, restored.error().describe());
}

base::Result<TaskRecord> AttemptProcesses::start(const TaskLaunch& task, const std::filesystem::path& record,
                                                 int heldFd) const {
    LaunchRequest request;
    request.heldFd = heldFd;
    request.shim = setup_.shim;
    request.record = record;
    request.log = folder_ / task.log;
    request.folder = folder_ / task.folder;
    if (task.folder.is_absolute()) request.folder = base::whereSent(setup_.sent, task.folder);
    request.cpus = task.cpus;
    request.command = task.command;
    request.environment = ownEnvironment();
    TaskVariables variables = task.variables;
    if (task.command.empty()) {
        request.command = {setup_.worker.string(), (folder_ / "run.yaml").string()};
        variables.always["TRAINYARD_AGENT"] = "unix:" + setup_.socket.string();
        if (!setup_.nodeSocket.empty())
            variables.always["TRAINYARD_NODE_AGENT"] = "unix:" + setup_.nodeSocket.string();
    }
    if (!task.logdir.empty()) {
        TY_TRY(base::makeFolders(folder_ / task.logdir));
        if (!task.events.empty()) TY_TRY(linkEvents(folder_, task.events, task.logdir));
        variables.ifUnset["TRAINYARD_LOGDIR"] = (folder_ / task.logdir).string();
        variables.always["TRAINYARD_ORDERS"] = (folder_ / kOrdersFile).string();
    }
    if (!setup_.sent.empty()) useSent(setup_.sent, request.environment, variables);
    TY_ASSIGN(const Inventory machine, inventory());
    variables.ifUnset.emplace("OMP_NUM_THREADS", threadsPerTask(machine.cores, task.localTasks));
    request.environment = variables.over(std::move(request.environment));
    return node::launch(request);
}

std::vector<FoundTask> AttemptProcesses::find(const std::vector<std::string>& tasks) {
    std::vector<FoundTask> found;
    const auto boot = bootId();
    for (const std::string& task : tasks) {
        settleLaunch(recordOf(task));
        auto record = readTaskRecord(recordOf(task));
        if (!record || record->program.pid == 0) continue;
        running_[task] = *record;
        found.push_back({task, *record, !boot || record->isCopy || record->shim.bootId == *boot});
    }
    return found;
}

base::Result<ProcessId> AttemptProcesses::programOf(const std::string& task) const {
    const auto found = running_.find(task);
    if (found != running_.end()) return found->second.program;
    return base::fail(base::Code::kNotFound,
                      base::say("{} of run {} is not running at the moment", task, run_), "task.not_running");
}

base::Status AttemptProcesses::signal(const std::string& task, int number) const {
    // A fence that cannot say keeps nobody from ending a task.
    if (auto admitted = admit(); !admitted && admitted.error().id != kFenceDamaged) return admitted;
    TY_ASSIGN(const ProcessId program, programOf(task));
    if (signalGroup(program, number)) return {};
    return base::fail(base::Code::kNotFound, base::say("process {} has ended", program.pid));
}

std::vector<TaskUsage> AttemptProcesses::measure(ProcessTable& table, GpuMeter& gpus) {
    oomKillsBefore_ = std::exchange(oomKillsSeen_, oomKills());
    std::erase_if(meters_, [&](const auto& one) { return !running_.contains(one.first); });
    std::vector<TaskUsage> usages;
    if (running_.empty()) return usages;
    table.refresh();
    gpus.ask();
    const ListeningPorts ports;
    for (const auto& [task, record] : running_) {
        auto meter = meters_.find(task);
        if (meter == meters_.end() || !meter->second.isOf(record.program))
            meter = meters_.insert_or_assign(task, TaskMeter(record.program)).first;
        if (!table.processes().contains(record.program.pid)) table.read();  // it has only just begun
        TaskUsage& usage = usages.emplace_back(meter->second.measure(table));
        usage.task = task;
        const std::vector<pid_t> processes = meter->second.processes();
        usage.listens = ports.of(processes);
        if (const auto share = gpus.of(processes)) {
            usage.gpuMemoryBytes = share->memoryBytes;
            usage.gpus = share->gpus;
        }
        std::error_code unreadable;
        if (const auto socket = socketOf(task); std::filesystem::exists(socket, unreadable))
            usage.socket = socket.string();
    }
    return usages;
}

std::vector<FilePart> AttemptProcesses::readFiles(const GrowingFiles& files) const {
    return readParts(folder_, files);
}

base::Status AttemptProcesses::putFile(const FilePart& part) const {
    TY_TRY(admit());
    return putPart(folder_, part);
}

/// Its end is about to be reported. One that was ended by a signal leaves its socket.
void AttemptProcesses::forget(const std::string& task) {
    running_.erase(task);
    std::error_code error;  // most tasks have none
    if (!secret_.empty()) std::filesystem::remove(socketOf(task), error);
}

std::vector<TaskEnd::Recorded> AttemptProcesses::recordedExits() const {
    std::vector<TaskEnd::Recorded> exits;
    for (const auto& [task, last] : running_)
        if (const auto record = readTaskRecord(recordOf(task)); record && record->exit)
            exits.push_back({task, *record->exit});
    return exits;
}

std::optional<TaskEnd> AttemptProcesses::endOf(const std::string& task) {
    const auto record = readTaskRecord(recordOf(task));
    if (!record) spdlog::error("cannot read how a task ended: {}", record.error().describe());
    if (!record || !record->exit) {
        spdlog::warn("the shim of process {} exited without a record; watching the process itself",
                     running_[task].program.pid);
        return std::nullopt;
    }
    forget(task);
    TaskEnd end{.task = task, .exit = record->exit};
    end.isOutOfMemory = end.exit->signal == SIGKILL && oomKills() > oomKillsBefore_;
    if (end.exit->code != 0) end.others = recordedExits();
    return end;
}

TaskEnd AttemptProcesses::endOfLost(const std::string& task) {
    if (const auto program = programOf(task)) signalGroup(*program, SIGKILL);
    forget(task);
    return {.task = task, .exit = std::nullopt, .isOutOfMemory = false, .others = recordedExits()};
}

bool hasLivingTask(const std::filesystem::path& runFolder) {
    std::error_code error;
    const std::filesystem::path records = runFolder / "tasks";
    for (std::filesystem::directory_iterator entry(records, error), end; !error && entry != end;
         entry.increment(error))
        if (const auto record = readTaskRecord(entry->path());
            record && (isAlive(record->program) || isAlive(record->shim)))
            return true;
    return false;
}

}  // namespace trainyard::node
