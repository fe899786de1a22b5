// SPDX-License-Identifier: Apache-2.0
#include "core/control/start/resume_plan.h"

#include <fmt/format.h>

#include "core/base/json.h"
#include "core/base/path.h"
#include "core/base/text.h"
#include "core/control/run/launch_plan.h"
#include "core/control/run/run_log.h"
#include "core/control/runs/run_row.h"
#include "core/spec/command_spec.h"

namespace trainyard::control {
namespace {

using base::Code;
namespace fs = std::filesystem;

constexpr const char* kEpochs = "train.epochs";
constexpr const char* kMaxSteps = "train.max_steps";

/// "run.complete", and the least value of the key that lets the run train on; 0: nobody knows it.
v1::Problem complete(const std::string& message, const char* key, std::int64_t least) {
    v1::Problem problem = refusal("run.complete", message);
    problem.set_path(key);
    if (least <= 0) {
        problem.set_fix(fmt::format("raise {} to train longer", key));
        return problem;
    }
    problem.set_fix(fmt::format("set {} to {} or more, or choose an earlier checkpoint", key, least));
    problem.set_fix_set(fmt::format("{}={}", key, least));
    return problem;
}

/// Of a run that has succeeded.
v1::Problem completeAfter(const store::RunRow& row, const v1::RunSpec& spec) {
    const std::string message =
        fmt::format("{} has succeeded after {} steps: there is nothing to resume", row.id, row.step);
    const std::int64_t mostSteps = spec.train().max_steps();
    if (mostSteps > 0 && row.step >= mostSteps) return complete(message, kMaxSteps, row.step + 1);
    return complete(message, kEpochs, spec.train().has_program() ? 0 : spec.train().epochs() + 1);
}

/// `from` as people name a checkpoint: its path, its folder's name, or its step.
fs::path checkpointNamed(const std::string& from, const std::vector<fs::path>& folders) {
    if (fs::path(from).is_absolute()) return base::plainPath(from);
    for (const fs::path& folder : folders)
        for (const std::string& name : {from, "ckpt-" + from}) {
            std::error_code error;  // in any case there is no such folder
            if (fs::path path = folder / name; fs::is_directory(path, error)) return path;
        }
    return {};
}

std::vector<fs::path> foldersOf(const store::RunRow& row, const v1::RunSpec& spec) {
    return {checkpointFolderOf(row.dir, spec), backupFolderOf(row.dir, spec)};
}

}  // namespace

v1::Problem refusal(const std::string& code, const std::string& message) {
    v1::Problem problem;
    problem.set_severity(v1::Problem::ERROR);
    problem.set_code(code);
    problem.set_message(message);
    return problem;
}

std::optional<v1::Problem> whyAtTheEnd(const AttemptPlan& plan, const v1::RunSpec& spec) {
    if (!spec.has_train()) return std::nullopt;
    const std::int64_t mostSteps = spec.train().max_steps();
    if (mostSteps > 0 && plan.fromStep >= mostSteps)
        return complete(fmt::format("the checkpoint at step {} has made all {} steps of train.max_steps: "
                                    "nothing is left to train",
                                    plan.fromStep, mostSteps),
                        kMaxSteps, plan.fromStep + 1);
    if (spec.train().has_program() || plan.fromEpoch < spec.train().epochs()) return std::nullopt;
    return complete(
        fmt::format("the checkpoint at step {} has finished all {} epochs: nothing is left to train",
                    plan.fromStep, spec.train().epochs()),
        kEpochs, plan.fromEpoch + 1);
}

std::optional<v1::Problem> whyPastTheEnd(const RestorePoint& point, const v1::RunSpec& spec) {
    if (!spec.has_train()) return std::nullopt;
    const std::int64_t mostSteps = spec.train().max_steps();
    if (mostSteps > 0 && point.step > mostSteps)
        return complete(fmt::format("step {} is trained already, which is beyond train.max_steps ({})",
                                    point.step, mostSteps),
                        kMaxSteps, point.step);
    const int epochs = point.epoch + (point.stepInEpoch > 0 ? 1 : 0);
    if (spec.train().has_program() || epochs <= spec.train().epochs()) return std::nullopt;
    return complete(fmt::format("step {} is trained already, which is beyond the end of {} epochs",
                                point.step, spec.train().epochs()),
                    kEpochs, epochs);
}

std::optional<v1::Problem> refusalToResume(const store::RunRow& row, const v1::ResumeRunRequest& request,
                                           const v1::RunSpec& spec) {
    const v1::RunStatus status = summaryOf(row).status();
    if (!request.branch() && status == v1::STOPPING)
        return refusal("run.stopping",
                       fmt::format("{} is stopping: resume it when it has ended; `watch {}` waits for that",
                                   row.id, row.id));
    if (!request.branch() && !isFinal(status))
        return refusal("run.running", fmt::format("{} is {}: there is nothing to resume; `watch {}` shows it",
                                                  row.id, statusName(status), row.id));
    if (spec::isCommand(spec) && (request.branch() || !request.from().empty()))
        return refusal("command.unsupported",
                       fmt::format("{} runs a program whose checkpoints Trainyard does not see; `resume {}` "
                                   "starts the program again, and it restores what it saved itself",
                                   row.id, row.id));
    if (spec::isCommand(spec) && status == v1::SUCCEEDED && spec::toJson(spec).dump() == row.specJson) {
        v1::Problem problem =
            refusal("run.complete", fmt::format("{} has succeeded: there is nothing to resume", row.id));
        problem.set_fix("start its run file again");
        return problem;
    }
    // An explicitly named checkpoint is restored even if the run has reached its end.
    if (!request.branch() && request.from().empty() && status == v1::SUCCEEDED &&
        spec::toJson(spec).dump() == row.specJson)
        return completeAfter(row, spec);
    return std::nullopt;
}

base::Result<ResumePlan> planResume(store::RunStore& store, const v1::ResumeRunRequest& request,
                                    const store::RunRow& row, const v1::RunSpec& spec) {
    TY_ASSIGN(const auto tree, base::parseJson(row.specJson, "the run's specification"));
    TY_ASSIGN(const v1::RunSpec before, spec::fromJson(tree));
    AttemptPlan plan;
    if (!request.branch()) {
        plan.number = row.attempts + 1;
        plan.cause = "resume";
        if (const auto file = readAttempt(RunFolder{row.dir}.attemptFile())) {
            plan.basePath = file->plan.basePath;
            plan.isInjectDone = file->plan.isInjectDone;
        }
        const auto finished = finishedOf(row);
        plan.isInjectDone |= injectHasHappened(before, row.step, row.stepsPerEpoch,
                                               finished ? finished->failure().code() : "");
    }
    if (request.from().empty()) {
        if (request.branch())
            return base::fail(Code::kInvalidArgument, "a branch needs a checkpoint to start from",
                              "usage.from");
        RestoreSearch search = findRestorePoint(foldersOf(row, before), row.id, plan.basePath, spec);
        for (const auto& damaged : search.damaged) {
            plan.notices.push_back(describe(damaged));
            if (!damaged.aside.empty()) TY_TRY(store.removeCheckpoint(row.id, damaged.path.string()));
        }
        if (search.error) return base::fail(*search.error);
        if (!search.found) return plan;
        if (request.has_spec())
            if (auto refused = whyPastTheEnd(*search.found, spec)) return std::move(*refused);
        plan.resumeFrom(*search.found);
        return plan;
    }
    const fs::path path = checkpointNamed(request.from(), foldersOf(row, before));
    std::error_code error;
    if (path.empty() || !fs::is_directory(path, error))
        return base::fail(Code::kNotFound,
                          fmt::format("run {} has no checkpoint {}; `checkpoints {}` lists them", row.id,
                                      base::printable(request.from()), row.id),
                          "checkpoint.not_found");
    TY_ASSIGN(const RestorePoint point, examine(path, spec));
    plan.resumeFrom(point);
    if (request.branch()) {
        plan.cause = fmt::format("branch of {}", row.id);
        plan.basePath = path.string();
    }
    return plan;
}

}  // namespace trainyard::control
