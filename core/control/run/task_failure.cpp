// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/task_failure.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/control/run/nodes.h"
#include "core/node/loader_error.h"
#include "core/node/log_file.h"
#include "core/proto/failure.h"
#include "core/spec/run/command_spec.h"

namespace trainyard::control {
namespace {

constexpr int kLastLogLines = 20;

}  // namespace

std::string withPid(const std::string& task, std::int64_t pid) {
    return pid > 0 ? fmt::format("{} (pid {})", task, pid) : task;
}

base::Words howItEnded(const Member& member) {
    const store::TaskRow& row = member.row;
    if (row.pid == 0) return base::say("{} was not started again", row.task);  // see TaskRestarts
    const std::string who = withPid(row.task, row.pid);
    if (member.isOutOfMemory)
        return base::say(
            "{} was killed by signal {} ({}), by the kernel, which ran out of memory: use a smaller batch, "
            "fewer tasks per machine, or more memory",
            who, row.exitSignal, node::signalName(row.exitSignal));
    if (row.exitSignal != 0)
        return base::say("{} was killed by signal {} ({})", who, row.exitSignal,
                         node::signalName(row.exitSignal));
    if (member.isAbandoned) return base::say("{} was on node {}, which was abandoned", who, row.node);
    if (row.exitCode >= 0) return base::say("{} exited with code {}", who, row.exitCode);
    return base::say("{} exited, and its exit status is unknown: its shim (pid {}) had exited before it", who,
                     row.shimPid);
}

bool isConsequence(const std::string& errorCode) {
    return errorCode == "comm.peer_lost" || errorCode == "ps.lost";
}

const Member* causeOfFailure(const TaskSet& tasks) {
    const Member* first = nullptr;
    const auto isBefore = [](const Member& a, const Member& b) {
        return std::pair(isConsequence(a.errorCode), a.row.ended) <
               std::pair(isConsequence(b.errorCode), b.row.ended);
    };
    for (const Member& member : tasks) {
        if (member.isEvaluator()) continue;  // its end is never the cause of another
        if (member.isForgiven) continue;
        const bool hasFailed = member.row.state == "failed" || member.row.state == "lost" ||
                               (member.isOver && (member.row.exitSignal != 0 || member.row.exitCode != 0));
        if (hasFailed && (!first || isBefore(member, *first))) first = &member;
    }
    return first;
}

v1::TaskFailure failureOf(const Member& member, const v1::RunSpec& spec, std::int64_t step) {
    v1::TaskFailure failure;
    failure.set_task(member.row.task);
    failure.set_exit_code(member.row.exitCode);
    failure.set_signal(member.row.exitSignal);
    failure.set_log(member.row.log);
    failure.set_code(!member.errorCode.empty()  ? member.errorCode
                     : !member.error.empty()    ? "task.error"
                     : member.row.exitSignal    ? "task.killed"
                     : member.row.exitCode >= 0 ? "task.exited"
                                                : "task.lost");
    const std::int64_t last = std::max(member.step, step);
    // A program that logs no steps may have made many.
    base::Words how = howItEnded(member);
    if (last > 0)
        how = base::say("{} after step {}", how, last);
    else if (!spec::isCommand(spec))
        how = base::say("{} before its first step", how);
    proto::setMessage(failure, member.error.empty() ? how : base::say("{}: {}", how, member.error));
    return failure;
}

v1::TaskFailure withLastLogLines(v1::TaskFailure failure) {
    if (const auto lines = node::lastLines(failure.log(), kLastLogLines))
        for (const std::string& line : *lines) failure.add_last_log_lines(base::printable(line));
    else
        failure.add_last_log_lines(lines.error().words());
    return failure;
}

v1::TaskFailure namedByLog(v1::TaskFailure failure, const std::string& node) {
    if (failure.exit_code() != node::kNotLoaded) return failure;
    for (const std::string& line : failure.last_log_lines()) {
        const std::string why = node::loaderErrorIn(line);
        if (why.empty()) continue;
        const base::Error error = notPrepared(node, why);
        failure.set_code(error.id);
        proto::setMessage(failure, base::say("{}: {}", proto::messageOf(failure), error.message));
        break;
    }
    return failure;
}

v1::TaskFailure failureOf(const base::Error& error) {
    v1::TaskFailure failure;
    proto::setMessage(failure, error.words());
    failure.set_code(error.id.empty() ? "run.start" : error.id);
    return failure;
}

v1::TaskFailure failureOfLost(const std::filesystem::path& missing) {
    v1::TaskFailure failure;
    failure.set_code("run.folder_gone");
    proto::setMessage(
        failure,
        base::say("{} was deleted or moved while the run was using it, and what its tasks wrote there is "
                  "lost; start the run again",
                  base::printable(missing.string())));
    return failure;
}

}  // namespace trainyard::control
