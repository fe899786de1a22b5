// SPDX-License-Identifier: Apache-2.0
#include "core/control/ask/run_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "core/base/time.h"
#include "core/control/ask/bell.h"
#include "core/control/ask/machine_clock.h"
#include "core/control/ask/reachable_tasks.h"
#include "core/control/ask/trace_merge.h"
#include "core/control/runs/run_row.h"

namespace trainyard::control {
namespace {

using base::Code;
namespace fs = std::filesystem;

/// An evaluation and a slow checkpoint may lie before the first step of it.
constexpr std::chrono::minutes kProfileWithin{10};
/// How soon a disconnected caller, or a lost task, is noticed.
constexpr std::chrono::seconds kCheckProfileEvery{1};
constexpr std::chrono::seconds kClockWithin{5};

using Clocks = std::map<std::string, std::chrono::nanoseconds>;  // how far each node's is ahead of ours

/// Where a clock cannot be read, times are as that machine has them.
Clocks clocksOf(Environment& environment, const RunProfile& profile) {
    Clocks clocks;
    for (const RunProfile::Piece& piece : profile.pieces) {
        if (piece.node == "local" || clocks.contains(piece.node)) continue;
        if (const auto ahead =
                clockAhead(environment.loop, environment.nodes, piece.node, kClockWithin, base::wallNow))
            clocks[piece.node] = *ahead;
    }
    return clocks;
}

/// Puts the pieces in their documented place, and one merged trace next to them.
base::Result<v1::ProfileRunReply> publishProfile(const std::string& run, const fs::path& folder,
                                                 const RunProfile& profile, const Clocks& clocks) {
    const auto chief = std::ranges::find_if(profile.pieces, &RunProfile::Piece::isChief);
    v1::ProfileRunReply reply;
    reply.set_from_step(chief == profile.pieces.end() ? profile.pieces.front().fromStep : chief->fromStep);
    reply.set_tasks(static_cast<int>(profile.pieces.size()));
    const fs::path own = folder / "profiles" / std::to_string(reply.from_step());
    std::error_code error;
    fs::create_directories(own, error);
    std::vector<TracePiece> pieces;
    for (const RunProfile::Piece& piece : profile.pieces) {
        std::string name = piece.task;
        std::ranges::replace(name, ':', '-');
        const auto clock = clocks.find(piece.node);
        pieces.push_back({piece.task, own / (name + ".json"),
                          clock == clocks.end() ? std::chrono::nanoseconds(0) : clock->second});
    }
    const fs::path merged = folder / "profiles" / fmt::format("trace-{}.json", reply.from_step());
    TY_TRY(mayReplaceTrace(merged));
    for (const TracePiece& piece : pieces) TY_TRY(mayReplaceTrace(piece.file));
    for (std::size_t i = 0; i < pieces.size(); ++i)
        if (!error) fs::rename(profile.pieces[i].file, pieces[i].file, error);
    if (error)
        return base::fail(
            base::errnoError(error.value(), base::say("cannot put the profile into {}", own.string())));
    TraceTitle title{run, reply.from_step(), profile.steps};
    for (const auto& [node, ahead] : clocks)
        title.notes["clock_ahead_ms " + node] =
            fmt::format("{:.3f}", std::chrono::duration<double, std::milli>(ahead).count());
    TY_TRY(mergeTraces(title, pieces, merged));
    reply.set_path(merged.string());
    return reply;
}

}  // namespace

void RunProfiles::keepAnswer(const std::string& request, const v1::ProfileRunReply& reply) {
    if (profiled_.size() >= kKeptAnswers) profiled_.clear();
    profiled_[request] = reply;
}

std::optional<v1::ProfileRunReply> RunProfiles::answerTo(const std::string& request) {
    return runs_.environment().loop.call([&]() -> std::optional<v1::ProfileRunReply> {
        const auto found = profiled_.find(request);
        if (found == profiled_.end()) return std::nullopt;
        return found->second;
    });
}

base::Result<v1::ProfileRunReply> RunProfiles::profile(const v1::ProfileRunRequest& request,
                                                       const std::function<bool()>& isCancelled) {
    if (request.steps() < 1 || request.steps() > kMostProfiledSteps)
        return base::fail(
            Code::kInvalidArgument,
            base::say("a profile has 1 to {} steps, not {}", kMostProfiledSteps, request.steps()),
            "profile.steps");
    Environment& environment = runs_.environment();
    const std::string& run = request.run();
    const auto bell = std::make_shared<Bell>();
    environment.listeners.add(run, bell);
    int attempt = 0;
    fs::path folder;
    // First: what is known needs no machine, and the link that took the answer may have taken theirs, too.
    if (const auto known = answerTo(request.request_id())) return *known;
    const auto row = startedRun(environment.store, run);
    TY_TRY(mayReachTasks(runs_, run, [](const v1::Task&) { return true; }));
    TY_TRY(environment.loop.call([&]() -> base::Status {
        RunController* found = runs_.find(run);
        if (!found) {
            TY_TRY(row);
            return base::fail(cannotProfile(
                run, base::say("it is {}, and only a run that trains has steps to profile", row->status),
                "run.not_running"));
        }
        attempt = found->attempt();
        folder = found->row().dir;
        return found->beginProfile(request.steps());
    }));
    // With this run's controller, while it is still at the same attempt.
    const auto withController = [&](const auto& act) {
        return environment.loop.call([&] {
            RunController* found = runs_.find(run);
            return act(found && found->attempt() == attempt ? found : nullptr);
        });
    };
    const auto wait = [&]() -> base::Result<RunProfile> {
        const auto deadline = std::chrono::steady_clock::now() + kProfileWithin;
        for (;;) {
            TY_ASSIGN(RunProfile profile,
                      withController([&](RunController* controller) -> base::Result<RunProfile> {
                          if (!controller || !controller->profile().isTaken())
                              return base::fail(Code::kAborted,
                                                base::say("attempt {} of {} ended before {} steps of it were "
                                                          "profiled",
                                                          attempt, run, request.steps()),
                                                "profile.run_ended");
                          return controller->profile().progress();
                      }));
            if (profile.isComplete()) return profile;
            const auto now = std::chrono::steady_clock::now();
            if (isCancelled()) return base::fail(Code::kCancelled, "the client has gone");
            if (now >= deadline)
                return base::fail(Code::kDeadlineExceeded,
                                  base::say("{} has not done {} steps within {} minutes; ask for fewer", run,
                                            request.steps(), kProfileWithin.count()),
                                  "profile.deadline");
            bell->wait(std::min(deadline, now + kCheckProfileEvery));
        }
    };
    auto profile = wait();
    base::Result<v1::ProfileRunReply> reply =
        profile ? publishProfile(run, folder, *profile, clocksOf(environment, *profile))
                : base::fail(profile.error());
    withController([&](RunController* controller) {
        if (controller) controller->profile().end();
        if (reply) keepAnswer(request.request_id(), *reply);
        return 0;
    });
    return reply;
}

}  // namespace trainyard::control
