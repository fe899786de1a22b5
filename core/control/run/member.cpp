// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/member.h"

#include <algorithm>

#include "core/base/time.h"
#include "core/proto/failure.h"

namespace trainyard::control {
namespace {

v1::TaskState taskStateFromName(const std::string& name) {
    if (name == "starting") return v1::TASK_STARTING;
    if (name == "running") return v1::TASK_RUNNING;
    if (name == "succeeded") return v1::TASK_SUCCEEDED;
    if (name == "failed") return v1::TASK_FAILED;
    if (name == "stopped") return v1::TASK_STOPPED;
    if (name == "lost") return v1::TASK_LOST;
    return v1::TASK_STATE_UNSPECIFIED;
}

}  // namespace

spec::TaskPlan Member::placed() const {
    spec::TaskPlan placed = plan;
    if (!host.empty()) placed.node = host;
    return placed;
}

v1::Task taskMessage(const store::TaskRow& row) {
    v1::Task task;
    task.set_task(row.task);
    task.set_node(row.node);
    task.set_pid(row.pid);
    task.set_address(row.address);
    task.set_state(taskStateFromName(row.state));
    task.set_rank(row.rank);
    task.set_is_chief(row.isChief);
    task.set_exit_code(row.exitCode);
    task.set_exit_signal(row.exitSignal);
    task.set_log(row.log);
    return task;
}

void Member::send(const v1::TaskCommand& command) const {
    if (session && !isOver) session->send(command);
}

void Member::signal(int number) const {
    // One that has just ended is not there to be signalled.
    if ((isLaunching || isLaunched) && !isOver) machine->signal(row.task, number, [](const auto&) {});
}

void Member::noteRecord(const node::TaskRecord& record) {
    row.pid = record.program.pid;
    row.pidStart = record.program.start;
    row.shimPid = record.shim.pid;
    row.shimStart = record.shim.start;
    row.bootId = record.shim.bootId;
    started = record.started;
}

void Member::attach(const node::TaskRecord& found) {
    noteRecord(found);
    isLaunched = true;
    launchedAt = steadySeconds();
}

void Member::note(const v1::TaskReport& report) {
    if (!report.error().empty()) {
        error = proto::fromMessage(report.error_words(), report.error());
        errorCode = report.error_code();
    }
    const bool isSameCall = report.call() == reported.call() && report.call_since() == reported.call_since();
    reported = report;
    reportedAt = steadySeconds();
    if (!isSameCall) callSeenAt = reportedAt;
    step = std::max(step, report.step());
}

void Member::end(const node::TaskEnd& end) {
    isOver = true;
    session.reset();
    isAbandoned = end.isAbandoned && !end.exit;
    row.ended = end.exit ? end.exit->ended : base::wallNow();
    if (!end.exit) return;
    row.exitCode = end.exit->code;
    row.exitSignal = end.exit->signal;
    isOutOfMemory = end.isOutOfMemory;
}

void Member::noteExit(const node::ExitRecord& exit) {
    row.ended = exit.ended;
    row.exitCode = exit.code;
    row.exitSignal = exit.signal;
    if (exit.code != 0 || exit.signal != 0) row.state = "failed";
}

void Member::beginLife() {
    isLaunched = isOver = hasJoined = isForgiven = isStalled = isOutOfMemory = isAbandoned = false;
    error = {};
    errorCode.clear();
    // By the reports of the process before it, the new one would have been silent since before it began.
    reported.Clear();
    reportedAt = launchedAt = 0;
    usage = {};
    row.pid = row.shimPid = 0;
    row.pidStart = row.shimStart = 0;
    row.exitCode = -1;  // unknown until its shim reports one
    row.exitSignal = 0;
    row.ended = 0;
    row.state = "starting";
}

v1::Task Member::message() const {
    v1::Task task = taskMessage(row);
    task.set_phase(reported.phase());
    task.set_step(step);
    task.set_input_ms(reported.input_ms());
    task.set_compute_ms(reported.compute_ms());
    task.set_wait_ms(reported.wait_ms());
    task.set_call(reported.call());
    if (reported.has_call_words()) *task.mutable_call_words() = reported.call_words();
    task.set_call_since(reported.call_since());
    task.set_rss_bytes(usage.rssBytes);
    task.set_cpu(usage.cores);
    if (isOver) return task;
    if (!usage.socket.empty()) task.set_socket(usage.socket);
    if (const auto bytes = usage.gpuMemoryBytes) task.set_gpu_memory_bytes(static_cast<std::int64_t>(*bytes));
    if (const auto gpus = usage.gpus) task.set_gpus(*gpus);
    task.mutable_listens()->Add(usage.listens.begin(), usage.listens.end());
    task.set_suspended(usage.state == 'T' || usage.state == 't');
    task.set_holds_up(isStalled || isBlocking);
    return task;
}

}  // namespace trainyard::control
