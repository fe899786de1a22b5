// SPDX-License-Identifier: Apache-2.0
#include "core/node/remote/messages.h"
#include "core/proto/failure.h"

namespace trainyard::node {
namespace {

char letterOf(const std::string& text) {
    return text.empty() ? '?' : text.front();
}

v1::DoorProcess processMessage(const ProcessId& process) {
    v1::DoorProcess message;
    message.set_pid(process.pid);
    message.set_start(process.start);
    message.set_boot_id(process.bootId);
    return message;
}
ProcessId processOf(const v1::DoorProcess& message) {
    return {.pid = message.pid(), .start = message.start(), .bootId = message.boot_id()};
}

v1::DoorExit exitMessage(const ExitRecord& exit) {
    v1::DoorExit message;
    message.set_code(exit.code);
    message.set_signal(exit.signal);
    message.set_has_core(exit.hasCore);
    message.set_ended(exit.ended);
    message.set_max_resident_bytes(exit.maxResidentBytes);
    message.set_cpu_seconds(exit.cpuSeconds);
    return message;
}
ExitRecord exitOf(const v1::DoorExit& message) {
    return {.code = message.code(),
            .signal = message.signal(),
            .hasCore = message.has_core(),
            .ended = message.ended(),
            .maxResidentBytes = message.max_resident_bytes(),
            .cpuSeconds = message.cpu_seconds()};
}

void setThreads(v1::DoorStacks::Task& message, const ProcessStacks& stacks) {
    message.set_process_state(std::string(1, stacks.state));
    message.set_tool(stacks.tool);
    proto::put(stacks.note, message.mutable_note(), message.mutable_note_words());
    for (const ThreadStack& thread : stacks.threads) {
        auto& added = *message.add_threads();
        added.set_tid(thread.tid);
        added.set_name(thread.name);
        for (const Frame& frame : thread.frames) {
            auto& line = *added.add_frames();
            line.set_function(frame.function);
            line.set_module(frame.module);
            line.set_address(frame.address);
            line.set_text(frame.text);
        }
    }
}
ProcessStacks stacksOf(const v1::DoorStacks::Task& message) {
    ProcessStacks stacks{.state = letterOf(message.process_state()),
                         .threads = {},
                         .tool = message.tool(),
                         .note = proto::fromMessage(message.note_words(), message.note())};
    for (const auto& thread : message.threads()) {
        ThreadStack& added = stacks.threads.emplace_back();
        added.tid = thread.tid();
        added.name = thread.name();
        for (const auto& frame : thread.frames())
            added.frames.push_back({.function = frame.function(),
                                    .module = frame.module(),
                                    .address = frame.address(),
                                    .text = frame.text()});
    }
    return stacks;
}

}  // namespace

v1::Failure toMessage(const base::Error& error) {
    return proto::toFailure(error);
}

base::Error fromMessage(const v1::Failure& failure) {
    return proto::fromFailure(failure);
}

v1::DoorLaunch toMessage(const TaskLaunch& launch) {
    v1::DoorLaunch message;
    message.set_task(launch.task);
    message.mutable_command()->Add(launch.command.begin(), launch.command.end());
    message.set_folder(launch.folder.string());
    message.set_logdir(launch.logdir.string());
    message.set_events(launch.events.string());
    message.set_log(launch.log.string());
    message.set_cpus(launch.cpus);
    message.set_local_tasks(launch.localTasks);
    message.mutable_always()->insert(launch.variables.always.begin(), launch.variables.always.end());
    message.mutable_if_unset()->insert(launch.variables.ifUnset.begin(), launch.variables.ifUnset.end());
    return message;
}

TaskLaunch fromMessage(const v1::DoorLaunch& message) {
    return {.task = message.task(),
            .command = {message.command().begin(), message.command().end()},
            .folder = message.folder(),
            .logdir = message.logdir(),
            .events = message.events(),
            .log = message.log(),
            .cpus = message.cpus(),
            .localTasks = message.local_tasks(),
            .variables = {.always = {message.always().begin(), message.always().end()},
                          .ifUnset = {message.if_unset().begin(), message.if_unset().end()}}};
}

v1::DoorRecord toMessage(const TaskRecord& record) {
    v1::DoorRecord message;
    *message.mutable_shim() = processMessage(record.shim);
    *message.mutable_program() = processMessage(record.program);
    message.set_argv0(record.argv0);
    message.set_started(record.started);
    proto::put(record.error, message.mutable_error(), message.mutable_error_words());
    message.set_is_copy(record.isCopy);
    if (record.exit) *message.mutable_exit() = exitMessage(*record.exit);
    return message;
}

TaskRecord fromMessage(const v1::DoorRecord& message) {
    TaskRecord record{.shim = processOf(message.shim()),
                      .program = processOf(message.program()),
                      .argv0 = message.argv0(),
                      .started = message.started(),
                      .error = proto::fromMessage(message.error_words(), message.error()),
                      .folder = std::nullopt,
                      .isCopy = message.is_copy(),
                      .exit = std::nullopt};
    if (message.has_exit()) record.exit = exitOf(message.exit());
    return record;
}

v1::DoorFound toMessage(const std::vector<FoundTask>& found) {
    v1::DoorFound message;
    for (const FoundTask& one : found) {
        auto& task = *message.add_tasks();
        task.set_task(one.task);
        *task.mutable_record() = toMessage(one.record);
        task.set_is_of_this_boot(one.isOfThisBoot);
    }
    return message;
}

std::vector<FoundTask> fromMessage(const v1::DoorFound& message) {
    std::vector<FoundTask> found;
    for (const auto& task : message.tasks())
        found.push_back({task.task(), fromMessage(task.record()), task.is_of_this_boot()});
    return found;
}

v1::DoorEnd toMessage(const TaskEnd& end) {
    v1::DoorEnd message;
    message.set_task(end.task);
    if (end.exit) *message.mutable_exit() = exitMessage(*end.exit);
    message.set_is_out_of_memory(end.isOutOfMemory);
    for (const TaskEnd::Recorded& other : end.others) {
        auto& added = *message.add_others();
        added.set_task(other.task);
        *added.mutable_exit() = exitMessage(other.exit);
    }
    return message;
}

TaskEnd fromMessage(const v1::DoorEnd& message) {
    TaskEnd end{.task = message.task(),
                .exit = std::nullopt,
                .isOutOfMemory = message.is_out_of_memory(),
                .others = {}};
    if (message.has_exit()) end.exit = exitOf(message.exit());
    for (const auto& other : message.others()) end.others.push_back({other.task(), exitOf(other.exit())});
    return end;
}

v1::DoorUsages toMessage(const std::vector<TaskUsage>& usages) {
    v1::DoorUsages message;
    for (const TaskUsage& usage : usages) {
        auto& added = *message.add_usages();
        added.set_task(usage.task);
        added.set_state(std::string(1, usage.state));
        added.set_rss_bytes(usage.rssBytes);
        added.set_cpu_seconds(usage.cpuSeconds);
        added.set_at(usage.at);
        added.set_socket(usage.socket);
        added.mutable_listens()->Add(usage.listens.begin(), usage.listens.end());
        if (usage.gpuMemoryBytes)
            added.set_gpu_memory_bytes(static_cast<std::int64_t>(*usage.gpuMemoryBytes));
        if (usage.gpus) added.set_gpus(*usage.gpus);
    }
    return message;
}

std::vector<TaskUsage> fromMessage(const v1::DoorUsages& message) {
    std::vector<TaskUsage> usages;
    for (const auto& usage : message.usages()) {
        TaskUsage& added =
            usages.emplace_back(TaskUsage{.task = usage.task(),
                                          .state = letterOf(usage.state()),
                                          .rssBytes = usage.rss_bytes(),
                                          .cpuSeconds = usage.cpu_seconds(),
                                          .at = usage.at(),
                                          .socket = usage.socket(),
                                          .listens = {usage.listens().begin(), usage.listens().end()}});
        if (usage.has_gpu_memory_bytes())
            added.gpuMemoryBytes = static_cast<std::uint64_t>(usage.gpu_memory_bytes());
        if (usage.has_gpus()) added.gpus = usage.gpus();
    }
    return usages;
}

v1::DoorReadFiles toMessage(const GrowingFiles& files) {
    v1::DoorReadFiles message;
    message.mutable_places()->Add(files.places.begin(), files.places.end());
    message.mutable_sizes()->insert(files.sizes.begin(), files.sizes.end());
    return message;
}

GrowingFiles fromMessage(const v1::DoorReadFiles& message) {
    return {.places = {message.places().begin(), message.places().end()},
            .sizes = {message.sizes().begin(), message.sizes().end()}};
}

v1::DoorFileParts toMessage(const std::vector<FilePart>& parts) {
    v1::DoorFileParts message;
    for (const FilePart& part : parts) {
        auto& added = *message.add_parts();
        added.set_file(part.file);
        added.set_offset(part.offset);
        added.set_bytes(part.bytes);
    }
    return message;
}

std::vector<FilePart> fromMessage(const v1::DoorFileParts& message) {
    std::vector<FilePart> parts;
    for (const auto& part : message.parts())
        parts.push_back({.file = part.file(), .offset = part.offset(), .bytes = part.bytes()});
    return parts;
}

v1::DoorPutFile toMessage(const FilePart& part) {
    v1::DoorPutFile message;
    message.set_file(part.file);
    message.set_offset(part.offset);
    message.set_bytes(part.bytes);
    message.set_last(part.isLast);
    return message;
}

FilePart fromMessage(const v1::DoorPutFile& message) {
    return {.file = message.file(),
            .offset = message.offset(),
            .bytes = message.bytes(),
            .isLast = message.last()};
}

v1::DoorPortChecks toMessage(const std::vector<base::Status>& checks) {
    v1::DoorPortChecks message;
    for (const base::Status& check : checks) {
        auto& added = *message.add_checks();
        if (!check) *added.mutable_failure() = toMessage(check.error());
    }
    return message;
}

std::vector<base::Status> fromMessage(const v1::DoorPortChecks& message) {
    std::vector<base::Status> checks;
    for (const auto& check : message.checks())
        checks.push_back(check.has_failure() ? base::Status(base::fail(fromMessage(check.failure())))
                                             : base::Status());
    return checks;
}

v1::DoorSelfTested toMessage(const SelfTest& test) {
    v1::DoorSelfTested message;
    if (!test.disk) *message.mutable_disk() = toMessage(test.disk.error());
    if (!test.libtorch) *message.mutable_libtorch() = toMessage(test.libtorch.error());
    message.set_clock(test.clock);
    message.set_disk_bytes_per_second(test.diskBytesPerSecond);
    message.set_disk_free_bytes(static_cast<std::int64_t>(test.diskFreeBytes));
    return message;
}

SelfTest fromMessage(const v1::DoorSelfTested& message) {
    SelfTest test;
    if (message.has_disk()) test.disk = base::fail(fromMessage(message.disk()));
    if (message.has_libtorch()) test.libtorch = base::fail(fromMessage(message.libtorch()));
    test.clock = message.clock();
    test.diskBytesPerSecond = message.disk_bytes_per_second();
    test.diskFreeBytes = static_cast<std::uint64_t>(message.disk_free_bytes());
    return test;
}

v1::DoorLinkTest toMessage(const LinkTest& test) {
    v1::DoorLinkTest message;
    message.set_is_all_reduce(test.kind == LinkTest::Kind::kAllReduce);
    message.set_address(test.address);
    message.set_port(test.port);
    message.set_token(test.token);
    message.set_within_ms(test.within.count());
    return message;
}

LinkTest fromMessage(const v1::DoorLinkTest& message) {
    return {.kind = message.is_all_reduce() ? LinkTest::Kind::kAllReduce : LinkTest::Kind::kTransfer,
            .address = message.address(),
            .port = static_cast<std::uint16_t>(message.port()),
            .token = message.token(),
            .within = std::chrono::milliseconds(message.within_ms())};
}

v1::DoorLinkMeasure toMessage(const LinkMeasure& measure) {
    v1::DoorLinkMeasure message;
    message.set_interface(measure.interface);
    message.set_round_trip(measure.roundTrip);
    message.set_bytes_per_second(measure.bytesPerSecond);
    message.set_all_reduce(measure.allReduce);
    return message;
}

LinkMeasure fromMessage(const v1::DoorLinkMeasure& message) {
    return {.interface = message.interface(),
            .roundTrip = message.round_trip(),
            .bytesPerSecond = message.bytes_per_second(),
            .allReduce = message.all_reduce()};
}

v1::DoorStacks toMessage(const std::vector<TaskStacks>& stacks) {
    v1::DoorStacks message;
    for (const TaskStacks& one : stacks) {
        auto& added = *message.add_tasks();
        added.set_task(one.task);
        added.set_pid(one.pid);
        added.set_state(std::string(1, one.state));
        if (one.stacks)
            setThreads(added, *one.stacks);
        else
            *added.mutable_failure() = toMessage(one.stacks.error());
    }
    return message;
}

std::vector<TaskStacks> fromMessage(const v1::DoorStacks& message) {
    std::vector<TaskStacks> stacks;
    for (const auto& one : message.tasks())
        stacks.push_back({.task = one.task(),
                          .pid = one.pid(),
                          .state = letterOf(one.state()),
                          .stacks = one.has_failure()
                                        ? base::Result<ProcessStacks>(base::fail(fromMessage(one.failure())))
                                        : stacksOf(one)});
    return stacks;
}

}  // namespace trainyard::node
