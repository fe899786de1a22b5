// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/profile_session.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/control/run/file_fetch.h"
#include "core/proto/failure.h"

namespace trainyard::control {
namespace {

/// In place of a number of steps: the recording is no longer wanted.
constexpr int kDropProfile = -1;

}  // namespace

base::Error cannotProfile(const std::string& run, const base::Words& why, const char* id) {
    return {base::Code::kFailedPrecondition, base::say("{} cannot be profiled: {}", run, why), id};
}

bool RunProfile::isComplete() const {
    return std::ranges::none_of(pieces, [](const Piece& piece) { return piece.file.empty(); });
}

bool RunProfile::isFollowed() const {
    return std::ranges::all_of(pieces,
                               [](const Piece& piece) { return !piece.isFollowing || piece.hasBegun; });
}

ProfileSession::ProfileSession(TaskSet& tasks, Machine machine, std::string run, std::filesystem::path folder,
                               const v1::RunSpec& spec, std::function<void()> onPiece)
    : tasks_(tasks),
      machine_(machine),
      run_(std::move(run)),
      folder_(std::move(folder)),
      spec_(spec),
      onPiece_(std::move(onPiece)) {
}

base::Status ProfileSession::begin(int steps, bool isPaused, const std::string& stage) {
    if (profile_)
        return base::fail(cannotProfile(run_, "a profile of it is being taken already", "profile.busy"));
    if (isPaused)
        return base::fail(
            cannotProfile(run_, "it is paused or about to pause; `resume` continues it", "run.paused"));
    if (!stage.empty())
        return base::fail(
            cannotProfile(run_, base::say("it is {}, and only a run that trains has steps to profile", stage),
                          "run.not_running"));
    if (!spec_.has_train())
        return base::fail(base::Code::kRefused,
                          base::say("{} runs a program whose steps Trainyard does not see; use the "
                                    "program's own profiler",
                                    run_),
                          "command.unsupported");
    const bool isCoordinated =
        std::ranges::any_of(tasks_, [](const Member& member) { return member.plan.role == "ps"; });
    if (isCoordinated && spec_.train().has_program())
        return base::fail(
            base::Code::kRefused,
            base::say(
                "{} runs a training program under parameter servers, whose steps only the program knows",
                run_),
            "not_yet");
    RunProfile profile{.steps = steps};
    for (const Member& member : tasks_) {
        if (member.isEvaluator() || member.isOver) continue;
        if (!member.session)
            return base::fail(cannotProfile(
                run_, base::say("{} is not connected to the agent at the moment", member.row.task),
                "task.not_found"));
        profile.pieces.push_back({.task = member.row.task,
                                  .node = member.plan.node,
                                  .pid = member.row.pid,
                                  .isChief = member.row.isChief,
                                  .isFollowing = isCoordinated && member.plan.role != "worker"});
    }
    if (std::ranges::all_of(profile.pieces, &RunProfile::Piece::isFollowing))
        return base::fail(
            cannotProfile(run_, "none of its workers is running at the moment", "task.not_found"));
    profile_ = std::move(profile);
    alive_ = std::make_shared<int>(0);
    const bool isFollowed = profile_->isFollowed();
    for (const RunProfile::Piece& piece : profile_->pieces)
        if (piece.isFollowing || isFollowed) ask(piece.task, profile_->steps);
    return {};
}

void ProfileSession::follow(const std::string& task) {
    if (!profile_ || profile_->isFollowed()) return;
    const auto piece = std::ranges::find(profile_->pieces, task, &RunProfile::Piece::task);
    if (piece == profile_->pieces.end()) return;
    piece->hasBegun = true;
    if (!profile_->isFollowed()) return;
    for (const RunProfile::Piece& one : profile_->pieces)
        if (!one.isFollowing) ask(one.task, profile_->steps);
}

void ProfileSession::ask(const std::string& task, int steps) const {
    const Member* member = tasks_.find(task);
    if (!member) return;
    v1::TaskCommand command;
    command.set_kind(v1::TaskCommand::PROFILE);
    command.set_profile_steps(steps);
    member->send(command);
}

void ProfileSession::take(const Member& member, const v1::TaskReport& report) {
    if (report.warning().code() == "profile.failed" && profile_ && profile_->failure.empty())
        profile_->failure = proto::messageOf(report.warning());
    if (report.profile_path().empty()) {
        if (report.profile_from_step() > 0) follow(member.row.task);
        return;
    }
    const std::filesystem::path file = folder_ / std::filesystem::path(report.profile_path()).filename();
    if (member.isHere() && file != report.profile_path()) {
        spdlog::warn("run {}: {} names a profile outside the run's folder: {}", run_, member.row.task,
                     base::printable(report.profile_path()));
        return;
    }
    std::vector<RunProfile::Piece> none;
    std::vector<RunProfile::Piece>& pieces = profile_ ? profile_->pieces : none;
    const auto piece = std::ranges::find(pieces, member.row.task, &RunProfile::Piece::task);
    if (piece == pieces.end()) {  // no longer waited for
        if (member.isHere()) remove(file);
        return;
    }
    piece->isRecorded = true;
    piece->fromStep = report.profile_from_step();
    const bool isCounted = std::ranges::all_of(
        pieces, [](const RunProfile::Piece& one) { return one.isFollowing || one.isRecorded; });
    if (isCounted && !piece->isFollowing)  // once, at the last of those that count
        for (const RunProfile::Piece& one : pieces)
            if (one.isFollowing && !one.isRecorded) ask(one.task, 0);
    if (!member.isHere()) return fetch(piece->task, file);
    piece->file = file;
    onPiece_();
}

/// The copy on the other machine stays until the task's next profile replaces it.
void ProfileSession::fetch(const std::string& task, const std::filesystem::path& file) {
    const std::filesystem::path root = folder_.parent_path();
    FileFetch::begin(
        {tasks_.machine(), machine_.loop, machine_.disk, root}, task, file.lexically_relative(root).string(),
        alive_, [this, task, file](const base::Status& fetched) {
            const auto piece = std::ranges::find(profile_->pieces, task, &RunProfile::Piece::task);
            if (!fetched)
                profile_->failure =
                    base::say("the profile of {} cannot be fetched: {}", task, fetched.error().words());
            else if (piece != profile_->pieces.end())
                piece->file = file;
            onPiece_();
        });
}

base::Result<RunProfile> ProfileSession::progress() const {
    for (const RunProfile::Piece& piece : profile_->pieces) {
        const Member* member = tasks_.find(piece.task);
        const bool isThere = member && !member->isOver && member->row.pid == piece.pid;
        if (!isThere && !piece.isRecorded)
            return base::fail(base::Code::kAborted,
                              base::say("{} (pid {}) ended before its part of the profile was complete",
                                        piece.task, piece.pid),
                              "profile.task_ended");
    }
    if (!profile_->failure.empty())
        return base::fail(base::Code::kAborted, profile_->failure, "profile.failed");
    return *profile_;
}

void ProfileSession::end() {
    if (!profile_) return;
    for (const RunProfile::Piece& piece : profile_->pieces) {
        if (!piece.isRecorded)
            ask(piece.task, kDropProfile);
        else if (!piece.file.empty())
            remove(piece.file);
    }
    profile_.reset();
    alive_.reset();
}

/// It is there only where the profile came to nothing.
void ProfileSession::remove(const std::filesystem::path& file) const {
    machine_.disk.post([file] {
        std::error_code none;
        std::filesystem::remove(file, none);
    });
}

}  // namespace trainyard::control
