// SPDX-License-Identifier: Apache-2.0
// A failure on purpose, and how long it takes to be over.
#include "core/control/ask/drill.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <cctype>
#include <chrono>

#include "core/base/cancel.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/control/ask/bell.h"
#include "core/control/ask/reachable_tasks.h"
#include "core/control/runs/run_row.h"
#include "core/proto/failure.h"
#include "core/spec/run/command_spec.h"

namespace trainyard::control {
namespace {

using base::Code;
constexpr double kLongestDrill = 240;  // seconds
constexpr std::string_view kAgent = "agent";
/// How soon a disconnected caller is noticed.
constexpr std::chrono::milliseconds kDrillLookEvery{200};

}  // namespace

bool namesTask(std::string_view sentence, std::string_view task) {
    for (auto at = sentence.find(task); at != sentence.npos; at = sentence.find(task, at + 1)) {
        const auto end = at + task.size();
        if (end == sentence.size() || std::isdigit(static_cast<unsigned char>(sentence[end])) == 0)
            return true;
    }
    return false;
}

base::Words describeEnd(const v1::RunFinished& finished) {
    const base::Words failure = proto::messageOf(finished.failure());
    if (!failure.empty()) return base::say("the run ended: {}", failure);
    return base::say("the run ended as {} before another step was seen",
                     base::Words::known(statusName(finished.status())));
}

base::Result<v1::DrillReply> drill(RunRegistry& runs, const v1::DrillRequest& request) {
    if (request.signal() != SIGKILL && request.signal() != SIGSTOP && request.signal() != SIGTERM)
        return base::fail(Code::kInvalidArgument, "a drill sends SIGKILL, SIGSTOP or SIGTERM",
                          "usage.signal");
    Environment& environment = runs.environment();
    const auto bell = std::make_shared<Bell>();
    environment.listeners.add(request.run(), bell);
    v1::DrillReply reply;
    std::uint64_t seq = 0;
    double sent = 0;
    std::string target;
    bool isProgram = false;  // whose steps may not be known
    const auto row = startedRun(environment.store, request.run());
    const auto isTarget = [&request](const v1::Task& task) {
        return task.task() == request.target() || (request.target() == "chief" && task.is_chief());
    };
    // A signal that waits for the link would be a failure long after this drill has ended.
    TY_TRY(mayReachTasks(runs, request.run(), isTarget));
    environment.storage.call([] {});  // what happens from here on has later numbers
    TY_ASSIGN(seq, environment.store.lastSeq(request.run()));
    TY_TRY(environment.loop.call([&]() -> base::Status {
        RunController* found = runs.find(request.run());
        if (!found) {
            TY_TRY(row);
            return base::fail(Code::kFailedPrecondition,
                              base::say("{} is not running: a drill needs a live run", request.run()),
                              "run.not_running");
        }
        reply.set_step_before(found->row().step);
        if (request.target() == kAgent) return {};
        for (const v1::Task& task : found->tasks()) {
            if (!isTarget(task) || (task.state() != v1::TASK_RUNNING && task.state() != v1::TASK_STARTING))
                continue;
            if (task.pid() == 0)  // a signal would meet nobody, and the next start look like a recovery
                return base::fail(
                    Code::kFailedPrecondition,
                    base::say("{} has no process yet: a drill needs one to kill; try again when it runs",
                              task.task()),
                    "task.not_running");
            target = task.task();
            isProgram = spec::isCommand(found->spec());
            sent = base::wallNow();
            found->taskSet().machine().signal(target, request.signal(), [](const auto&) {});
            return {};
        }
        return base::fail(
            Code::kNotFound,
            base::say("{} has no living task {}", request.run(), base::printable(request.target())),
            "task.not_found");
    }));
    if (request.target() == kAgent) return reply;
    const double limit = std::clamp(request.timeout_seconds(), 1.0, kLongestDrill);
    const auto deadline =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(static_cast<int>(limit * 1000));
    for (;;) {
        TY_ASSIGN(const auto events, environment.store.events(request.run(), seq, 1000));
        for (const auto& stored : events) {
            seq = stored.seq;
            v1::RunEvent event;
            if (!event.ParseFromString(stored.body)) continue;
            const double took = event.time() - sent;
            if (took < 0) continue;
            // The back-off before the next attempt is no part of noticing it.
            const bool isBackOff = event.has_waiting() && event.waiting().code() == "restart.backoff";
            const bool isDetection = event.has_attempt() || event.has_finished() || isBackOff ||
                                     (event.has_warning() && namesTask(event.warning().message(), target));
            if (isDetection && reply.detected_seconds() == 0) reply.set_detected_seconds(took);
            if (event.has_attempt()) {
                reply.set_attempt(event.attempt().number());
                reply.set_from_step(event.attempt().from_step());
            }
            if (event.has_attempt() && isProgram) {
                proto::put(base::say("{} was lost; attempt {} was started {:.2f} s later", target,
                                     event.attempt().number(), took),
                           reply.mutable_outcome(), reply.mutable_outcome_words());
                return reply;
            }
            if (event.has_finished()) {
                proto::put(describeEnd(event.finished()), reply.mutable_outcome(),
                           reply.mutable_outcome_words());
                return reply;
            }
            // If one task is restarted individually, the attempt stays the same, and the others continue.
            if (!event.has_step() || reply.detected_seconds() == 0) continue;
            reply.set_next_step_seconds(took);
            proto::put(
                base::say("{} was lost; step {} finished {:.2f} s later", target, event.step().step(), took),
                reply.mutable_outcome(), reply.mutable_outcome_words());
            return reply;
        }
        TY_TRY(base::checkCancelled());
        const auto now = std::chrono::steady_clock::now();
        if (now >= deadline) break;
        bell->wait(std::min(deadline, now + kDrillLookEvery));
    }
    proto::put(reply.detected_seconds() > 0
                   ? base::say("noticed after {:.2f} s, but no step was finished within {:.0f} s",
                               reply.detected_seconds(), limit)
                   : base::say("the failure was not detected within {:.0f} s", limit),
               reply.mutable_outcome(), reply.mutable_outcome_words());
    return reply;
}

}  // namespace trainyard::control
