// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/stall.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

namespace trainyard::control {
namespace {

/// "worker:0 waits in all_reduce 4486"; empty if no task waits.
base::Words whoWaits(const std::vector<TaskView>& tasks, double now) {
    std::vector<base::Words> all;
    for (const TaskView& task : tasks) {
        if (task.call.empty() || now - task.callSince < 1) continue;
        all.push_back(base::say("{} waits in {}", task.task, task.call));
    }
    return base::joined(all, ", ");
}

base::Words why(const TaskView& task) {
    if (task.state == 'T' || task.state == 't')
        return base::say("its process was stopped (by SIGSTOP or a debugger); kill -CONT {} continues it",
                         task.pid);
    if (task.state == 'D') return "its process waits for a disk or a network file system";
    return "its process runs, but does not report";
}

/// "all_reduce of gradients 4486": the name of a call, and its number; 0: it has none.
std::pair<std::string_view, long long> nameAndNumber(std::string_view call) {
    const auto digits = call.find_last_not_of("0123456789") + 1;
    long long number = 0;
    std::from_chars(call.data() + digits, call.data() + call.size(), number);
    return {call.substr(0, digits), number};
}

/// Among tasks that all wait: the one whose call is another than those of the rest, which are alike. Of two,
/// the one that has made fewer calls of that name. Null: there is none.
const TaskView* inAnotherCall(const std::vector<TaskView>& tasks) {
    const TaskView* found = nullptr;
    for (const TaskView& task : tasks) {
        const auto same = std::ranges::count(tasks, task.call, &TaskView::call);
        if (same != 1) continue;
        if (found && tasks.size() > 2) return nullptr;
        if (!found) found = &task;
    }
    if (!found || tasks.size() > 2) return tasks.size() > 2 ? found : nullptr;
    const auto [name, number] = nameAndNumber(tasks[0].call.text());
    const auto [otherName, otherNumber] = nameAndNumber(tasks[1].call.text());
    return name == otherName && number != otherNumber ? &tasks[number < otherNumber ? 0 : 1] : nullptr;
}

/// A collective call, which has a plain name, and no sentence that says what the task waits for.
bool isCollective(const TaskView& task) {
    return !task.call.empty() && task.call.sentence().empty();
}

}  // namespace

std::optional<Stall> findStall(const std::vector<TaskView>& tasks, double now, double patience) {
    const auto silent = std::ranges::min_element(tasks, {}, &TaskView::reportedAt);
    if (silent == tasks.end()) return std::nullopt;
    if (const double seconds = now - silent->reportedAt; seconds >= patience) {
        const base::Words waits = whoWaits(tasks, now);
        const auto waiting = std::ranges::find_if(tasks, [&](const TaskView& task) {
            return &task != &*silent && !task.call.empty() && now - task.callSince >= 1;
        });
        return Stall{
            silent->task,
            base::say("{} (pid {}) has been silent for {:.0f} s: {}", silent->task, silent->pid, seconds,
                      waits.empty() ? why(*silent) : base::say("{}; {}", why(*silent), waits)),
            seconds, waiting == tasks.end() ? "" : waiting->task};
    }
    std::vector<const TaskView*> absent;
    const TaskView* longest = nullptr;
    for (const TaskView& task : tasks) {
        if (task.call.empty() || now - task.callSince < patience)
            absent.push_back(&task);
        else if (!longest || task.callSince < longest->callSince)
            longest = &task;
    }
    if (!longest || absent.size() > 1) return std::nullopt;
    const double seconds = now - longest->callSince;
    if (tasks.size() == 1) {
        if (!isCollective(*longest)) return std::nullopt;
        return Stall{longest->task,
                     base::say("{} (pid {}) has waited for {:.0f} s in {}, in which no other task takes part",
                               longest->task, longest->pid, seconds, longest->call)};
    }
    if (const TaskView* culprit = absent.empty() ? inAnotherCall(tasks) : nullptr) {
        const TaskView& other =
            *std::ranges::find_if(tasks, [&](const TaskView& task) { return task.call != culprit->call; });
        return Stall{
            culprit->task,
            base::say("{} (pid {}) has waited for {:.0f} s in {}, and {} in {}: they have not made the same "
                      "calls, and wait for each other",
                      culprit->task, culprit->pid, now - culprit->callSince, culprit->call, other.task,
                      other.call),
            0, other.task};
    }
    if (absent.empty())
        return Stall{"",
                     base::say("every task has been blocked in a collective call for {:.0f} s ({} in {}): "
                               "the connections between them are stuck",
                               seconds, longest->task, longest->call),
                     0, longest->task};
    const TaskView& culprit = *absent.front();
    const base::Words phase =
        culprit.phase.empty() ? base::Words("no phase reported") : base::Words::known(culprit.phase);
    return Stall{culprit.task,
                 base::say("{} has waited for {:.0f} s in {}; {} (pid {}, {}) has not reached that call",
                           longest->task, seconds, longest->call, culprit.task, culprit.pid,
                           culprit.call.empty() ? phase : base::say("{}, in {}", phase, culprit.call)),
                 0, longest->task};
}

}  // namespace trainyard::control
