// SPDX-License-Identifier: Apache-2.0
// The profile of a run: the next steps of all its tasks as one trace.
#include "core/control/run_profile.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>

#include "core/base/text.h"
#include "core/control/bell.h"
#include "core/control/run_manager.h"
#include "core/control/trace_merge.h"

namespace trainyard::control {
namespace {

using base::Code;
namespace fs = std::filesystem;

/// An evaluation and a slow checkpoint may lie before the first step of it.
constexpr std::chrono::minutes kProfileWithin{10};
/// In place of a number of steps: the recording is no longer wanted.
constexpr int kDropProfile = -1;
/// How soon a disconnected caller, or a lost task, is noticed.
constexpr std::chrono::seconds kCheckProfileEvery{1};

base::Error cannot(const std::string& run, const std::string& why, const char* id) {
    return {Code::kFailedPrecondition, fmt::format("{} cannot be profiled: {}", run, why), id};
}

}  // namespace

bool RunProfile::isComplete() const {
    return std::ranges::none_of(pieces, [](const Piece& piece) { return piece.file.empty(); });
}

bool RunProfile::isFollowed() const {
    return std::ranges::all_of(pieces,
                               [](const Piece& piece) { return !piece.isFollowing || piece.hasBegun; });
}

base::Status RunController::beginProfile(int steps) {
    const std::string& run = log_.row().id;
    if (profile_) return base::fail(cannot(run, "a profile of it is being taken already", "profile.busy"));
    if (log_.row().isPaused)
        return base::fail(cannot(run, "it is paused; `resume` lets it go on", "run.paused"));
    if (stage() != statusName(v1::RUNNING))
        return base::fail(
            cannot(run, fmt::format("it is {}, and only a run that trains has steps to profile", stage()),
                   "run.not_running"));
    const bool isCoordinated =
        std::ranges::any_of(members_, [](const Member& member) { return member.plan.role == "ps"; });
    if (isCoordinated && spec_.train().has_program())
        return base::fail(
            Code::kRefused,
            fmt::format("{} runs a program of its own under parameter servers, whose steps nobody but "
                        "itself can tell",
                        run),
            "not_yet");
    RunProfile profile{.steps = steps};
    for (const Member& member : members_) {
        if (member.plan.role == "evaluator" || member.isOver) continue;
        if (!member.session)
            return base::fail(
                cannot(run, fmt::format("{} is not connected to the agent just now", member.row.task),
                       "task.not_found"));
        profile.pieces.push_back({.task = member.row.task,
                                  .pid = member.row.pid,
                                  .isChief = member.row.isChief,
                                  .isFollowing = isCoordinated && member.plan.role != "worker"});
    }
    if (std::ranges::all_of(profile.pieces, &RunProfile::Piece::isFollowing))
        return base::fail(cannot(run, "no worker of it is there just now", "task.not_found"));
    profile_ = std::move(profile);
    const bool isFollowed = profile_->isFollowed();
    for (const RunProfile::Piece& piece : profile_->pieces)
        if (piece.isFollowing || isFollowed) askForProfile(piece.task, profile_->steps);
    return {};
}

void RunController::followProfile(const std::string& task) {
    if (!profile_ || profile_->isFollowed()) return;
    const auto piece = std::ranges::find(profile_->pieces, task, &RunProfile::Piece::task);
    if (piece == profile_->pieces.end()) return;
    piece->hasBegun = true;
    if (!profile_->isFollowed()) return;
    for (const RunProfile::Piece& one : profile_->pieces)
        if (!one.isFollowing) askForProfile(one.task, profile_->steps);
}

void RunController::askForProfile(const std::string& task, int steps) {
    const Member* member = find(task);
    if (!member || !member->session || member->isOver) return;
    v1::TaskCommand command;
    command.set_kind(v1::TaskCommand::PROFILE);
    command.set_profile_steps(steps);
    member->session->send(command);
}

void RunController::takeProfile(const Member& member, const v1::TaskReport& report) {
    if (report.warning().code() == "profile.failed" && profile_ && profile_->failure.empty())
        profile_->failure = report.warning().message();
    if (report.profile_path().empty()) {
        if (report.profile_from_step() > 0) followProfile(member.row.task);
        return;
    }
    const fs::path file = report.profile_path();
    const auto piece = profile_
                           ? std::ranges::find(profile_->pieces, member.row.task, &RunProfile::Piece::task)
                           : std::vector<RunProfile::Piece>::iterator();
    if (file.parent_path() != folder_.root / "profiles") {
        spdlog::warn("run {}: {} names a profile outside the run's folder: {}", log_.row().id,
                     member.row.task, base::printable(file.string()));
        return;
    }
    if (!profile_ || piece == profile_->pieces.end()) {  // no longer waited for
        std::error_code none;
        fs::remove(file, none);
        return;
    }
    piece->file = file;
    piece->fromStep = report.profile_from_step();
    const bool isCounted = std::ranges::all_of(
        profile_->pieces, [](const RunProfile::Piece& one) { return one.isFollowing || !one.file.empty(); });
    if (isCounted && !piece->isFollowing)  // once, at the last of those that count
        for (const RunProfile::Piece& one : profile_->pieces)
            if (one.isFollowing && one.file.empty()) askForProfile(one.task, 0);
    environment_.listeners.runChanged(log_.row().id);
}

base::Result<RunProfile> RunController::profile() const {
    for (const RunProfile::Piece& piece : profile_->pieces) {
        const auto member =
            std::ranges::find(members_, piece.task, [](const Member& one) { return one.row.task; });
        const bool isThere = member != members_.end() && !member->isOver && member->row.pid == piece.pid;
        if (!isThere && piece.file.empty())
            return base::fail(Code::kAborted,
                              fmt::format("{} (pid {}) ended before its part of the profile was complete",
                                          piece.task, piece.pid),
                              "profile.task_ended");
    }
    if (!profile_->failure.empty()) return base::fail(Code::kAborted, profile_->failure, "profile.failed");
    return *profile_;
}

void RunController::endProfile() {
    if (!profile_) return;
    std::error_code none;
    for (const RunProfile::Piece& piece : profile_->pieces) {
        if (piece.file.empty())
            askForProfile(piece.task, kDropProfile);
        else
            fs::remove(piece.file, none);  // there only where it came to nothing
    }
    profile_.reset();
}

namespace {

/// Puts the pieces in their documented place, and one merged trace next to them.
base::Result<v1::ProfileRunReply> publishProfile(const std::string& run, const fs::path& folder,
                                                 const RunProfile& profile) {
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
        pieces.push_back({piece.task, own / (name + ".json")});
        if (!error) fs::rename(piece.file, pieces.back().file, error);
    }
    if (error)
        return base::fail(
            base::errnoError(error.value(), fmt::format("cannot put the profile into {}", own.string())));
    const fs::path merged = folder / "profiles" / fmt::format("trace-{}.json", reply.from_step());
    TY_TRY(mergeTraces({run, reply.from_step(), profile.steps}, pieces, merged));
    reply.set_path(merged.string());
    return reply;
}

}  // namespace

base::Result<v1::ProfileRunReply> RunManager::profile(const v1::ProfileRunRequest& request,
                                                      const std::function<bool()>& isCancelled) {
    if (request.steps() < 1 || request.steps() > kMostProfiledSteps)
        return base::fail(
            Code::kInvalidArgument,
            fmt::format("a profile has 1 to {} steps, not {}", kMostProfiledSteps, request.steps()),
            "profile.steps");
    const std::string& run = request.run();
    const auto bell = std::make_shared<Bell>();
    listeners_.add(run, bell);
    int attempt = 0;
    fs::path folder;
    std::optional<v1::ProfileRunReply> known;
    TY_TRY(loop_->call([&]() -> base::Status {
        if (const auto found = profiled_.find(request.request_id()); found != profiled_.end()) {
            known = found->second;
            return {};
        }
        const auto found = runs_.find(run);
        if (found == runs_.end()) {
            TY_ASSIGN(const auto row, startedRun(run));
            return base::fail(cannot(
                run, fmt::format("it is {}, and only a run that trains has steps to profile", row.status),
                "run.not_running"));
        }
        attempt = found->second->attempt();
        folder = found->second->row().dir;
        return found->second->beginProfile(request.steps());
    }));
    if (known) return *known;
    // With this run's controller, while it is still at the same attempt.
    const auto withController = [&](const auto& act) {
        return loop_->call([&] {
            const auto found = runs_.find(run);
            return act(found == runs_.end() || found->second->attempt() != attempt ? nullptr
                                                                                   : found->second.get());
        });
    };
    const auto wait = [&]() -> base::Result<RunProfile> {
        const auto deadline = std::chrono::steady_clock::now() + kProfileWithin;
        for (;;) {
            TY_ASSIGN(RunProfile profile,
                      withController([&](const RunController* controller) -> base::Result<RunProfile> {
                          if (!controller || !controller->isProfiled())
                              return base::fail(
                                  Code::kAborted,
                                  fmt::format("attempt {} of {} ended before {} steps of it were "
                                              "profiled",
                                              attempt, run, request.steps()),
                                  "profile.run_ended");
                          return controller->profile();
                      }));
            if (profile.isComplete()) return profile;
            const auto now = std::chrono::steady_clock::now();
            if (isCancelled()) return base::fail(Code::kCancelled, "the client has gone");
            if (now >= deadline)
                return base::fail(Code::kDeadlineExceeded,
                                  fmt::format("{} has not done {} steps within {} minutes; ask for fewer",
                                              run, request.steps(), kProfileWithin.count()),
                                  "profile.deadline");
            bell->wait(std::min(deadline, now + kCheckProfileEvery));
        }
    };
    auto profile = wait();
    base::Result<v1::ProfileRunReply> reply =
        profile ? publishProfile(run, folder, *profile) : base::fail(profile.error());
    withController([&](RunController* controller) {
        if (controller) controller->endProfile();
        if (reply) {
            if (profiled_.size() >= kKeptAnswers) profiled_.clear();
            profiled_[request.request_id()] = *reply;
        }
        return 0;
    });
    return reply;
}

}  // namespace trainyard::control
