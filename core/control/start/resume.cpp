// SPDX-License-Identifier: Apache-2.0
// Going on with a run that has ended, and beginning a new one from a checkpoint.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "core/base/cancel.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/control/ask/bell.h"
#include "core/control/runs/run_manager.h"

namespace trainyard::control {
namespace {

using base::Code;
namespace fs = std::filesystem;

constexpr std::chrono::seconds kEndingPatience{5};

v1::Problem refusal(const std::string& code, const std::string& message) {
    v1::Problem problem;
    problem.set_severity(v1::Problem::ERROR);
    problem.set_code(code);
    problem.set_message(message);
    return problem;
}

/// `from` as people name a checkpoint: its path, its folder's name, or its step.
fs::path checkpointNamed(const std::string& from, const std::vector<fs::path>& folders) {
    if (fs::path(from).is_absolute()) return fs::path(from).lexically_normal();
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

/// Why nothing is left to train from there on; nothing: something is. Only a program itself knows its epochs.
std::optional<std::string> whyAtTheEnd(const AttemptPlan& plan, const v1::RunSpec& spec) {
    if (!spec.has_train()) return std::nullopt;
    const std::int64_t mostSteps = spec.train().max_steps();
    if (mostSteps > 0 && plan.fromStep >= mostSteps)
        return fmt::format(
            "the checkpoint at step {} has made all {} steps of train.max_steps: nothing is "
            "left to train; raise train.max_steps, or choose an earlier checkpoint",
            plan.fromStep, mostSteps);
    if (spec.train().has_program() || plan.fromEpoch < spec.train().epochs()) return std::nullopt;
    return fmt::format(
        "the checkpoint at step {} has finished all {} epochs: nothing is left to train; set "
        "train.epochs to {} or more, or choose an earlier checkpoint",
        plan.fromStep, spec.train().epochs(), plan.fromEpoch + 1);
}

}  // namespace

std::optional<v1::Problem> refusalToResume(const store::RunRow& row, const v1::ResumeRunRequest& request,
                                           const v1::RunSpec& spec) {
    const v1::RunStatus status = summaryOf(row).status();
    if (!request.branch() && !isFinal(status))
        return refusal("run.running", fmt::format("{} is {}: there is nothing to resume; `watch {}` shows it",
                                                  row.id, statusName(status), row.id));
    // An explicitly named checkpoint is restored even if the run has reached its end.
    if (!request.branch() && request.from().empty() && status == v1::SUCCEEDED &&
        spec::toJson(spec).dump() == row.specJson)
        return refusal("run.complete",
                       fmt::format("{} has succeeded after {} steps: there is nothing to resume; to train "
                                   "longer, raise its epochs (resume {} --set train.epochs=…)",
                                   row.id, row.step, row.id));
    return std::nullopt;
}

base::Result<AttemptPlan> RunManager::planResume(const v1::ResumeRunRequest& request,
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
            return base::fail(Code::kInvalidArgument, "a branch needs a checkpoint to begin from",
                              "usage.from");
        RestoreSearch search = findRestorePoint(foldersOf(row, before), row.id, plan.basePath, spec);
        for (const auto& damaged : search.damaged) {
            plan.notices.push_back(describe(damaged));
            if (!damaged.aside.empty()) TY_TRY(store_->removeCheckpoint(row.id, damaged.path.string()));
        }
        if (search.error) return base::fail(*search.error);
        if (search.found) plan.resumeFrom(*search.found);
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

/// A run's outcome can be seen a moment before its controller is gone: whoever saw it may resume the run.
base::Status RunManager::awaitEndOfEnding(const std::string& run) {
    const auto bell = std::make_shared<Bell>();
    listeners_.add(run, bell);
    const auto isEnding = [&] {
        const auto found = runs_.find(run);
        return found != runs_.end() && isFinal(summaryOf(found->second->row()).status());
    };
    const auto deadline = std::chrono::steady_clock::now() + kEndingPatience;
    while (loop_->call(isEnding))
        if (!bell->wait(deadline))
            return base::fail(Code::kFailedPrecondition,
                              fmt::format("{} has ended, and its end could not be stored yet (is the disk "
                                          "full?); resume it again in a moment",
                                          run),
                              "run.ending");
    return {};
}

base::Result<v1::StartRunReply> RunManager::resume(const v1::ResumeRunRequest& request) {
    if (auto damage = store_->damage()) return base::fail(std::move(*damage));
    if (!request.branch()) TY_TRY(awaitEndOfEnding(request.run()));
    TY_ASSIGN(auto row, startedRun(request.run()));
    v1::RunSpec spec = request.spec();
    if (!request.has_spec()) {
        TY_ASSIGN(const auto tree, base::parseJson(row.specJson, "the run's specification"));
        TY_ASSIGN(spec, spec::fromJson(tree));
    }
    v1::StartRunReply reply;
    const auto refuse = [&](const std::string& code, const std::string& message) {
        *reply.add_problems() = refusal(code, message);
        return reply;
    };
    if (const auto refused = refusalToResume(row, request, spec)) {
        *reply.add_problems() = *refused;
        return reply;
    }
    const plugin::Catalog catalog = plugin::Catalog::load();
    auto problems = preflight(spec, catalog, options_.programs, options_.home.runs(),
                              request.branch() ? "" : row.id, &gpus_)
                        .problems;
    TY_TRY(base::checkCancelled());
    for (const v1::Problem& problem : problems) *reply.add_problems() = problem;
    if (hasError(problems)) return reply;
    const plugin::Manifest* manifest = catalog.find(spec::strategyOf(spec).name);
    if (!manifest) return base::fail(Code::kInternal, "lint let an unknown strategy pass");

    auto plan = planResume(request, row, spec);
    if (!plan && plan.error().code == Code::kRefused) return refuse(plan.error().id, plan.error().describe());
    if (!plan) return base::fail(plan.error());
    TY_TRY(base::checkCancelled());  // nobody waits for the answer: then there must be no attempt either
    // A run that is resumed from its newest may still have to save its model, or to be evaluated.
    if (const auto why = whyAtTheEnd(*plan, spec); why && !request.from().empty())
        return refuse("run.complete", *why);
    for (const std::string& notice : std::exchange(plan->notices, {})) {
        v1::Problem& problem = problems.emplace_back(refusal("checkpoint.damaged", notice));
        problem.set_severity(v1::Problem::WARNING);
    }
    if (plan->restorePath.empty()) {
        problems.push_back(refusal("restart.from_start",
                                   fmt::format("{} has no checkpoint to go on from: attempt {} starts at "
                                               "step 0",
                                               row.id, plan->number)));
        problems.back().set_severity(v1::Problem::WARNING);
    }
    if (request.branch()) {
        store::RunRow fresh = newRow(spec, manifest->strategy, request.request_id(), request.client());
        fresh.source = request.source().empty() ? row.source : request.source();
        fresh.parent = row.id;
        return takeUp(std::move(fresh), spec, manifest->strategy, std::move(*plan), std::move(problems));
    }
    return takeUp(std::move(row), spec, manifest->strategy, std::move(*plan), std::move(problems));
}

/// In the loop, so that of two concurrent requests one sees the other.
base::Result<v1::StartRunReply> RunManager::takeUp(store::RunRow row, const v1::RunSpec& spec,
                                                   const spec::StrategyInfo& strategy, AttemptPlan plan,
                                                   std::vector<v1::Problem> hints) {
    return loop_->call([&]() -> base::Result<v1::StartRunReply> {
        if (isShuttingDown_)
            return base::fail(Code::kUnavailable, "the agent is being stopped; try again in a moment",
                              "agent.stopping");
        v1::StartRunReply reply;
        // It was examined outside of the loop, where its owner's retention deletes; from here on it is kept.
        std::error_code error;
        if (!plan.restorePath.empty() && !fs::exists(plan.restorePath, error))
            return base::fail(Code::kNotFound,
                              fmt::format("{} was deleted while it was being checked; choose another one, or "
                                          "try again",
                                          plan.restorePath),
                              "checkpoint.not_found");
        if (row.id.empty()) {
            TY_ASSIGN(row, store_->createRun(row));
            if (row.status != "queued" || runs_.contains(row.id)) {  // the same request again
                reply.set_run(row.id);
                reply.set_dir(row.dir);
                return reply;
            }
        } else {
            TY_ASSIGN(const auto now, store_->run(row.id));
            if (runs_.contains(row.id) || !now || now->attempts != row.attempts) {
                *reply.add_problems() =
                    refusal("run.running", fmt::format("{} was resumed by somebody else just now", row.id));
                return reply;
            }
            // What people have written on it since it was read.
            row.name = now->name;
            row.note = now->note;
            row.tagsJson = now->tagsJson;
            row.isTrashed = now->isTrashed;
            const double kept = static_cast<double>(plan.fromStep);
            if (row.step > plan.fromStep) row.goodSeconds *= kept / static_cast<double>(row.step);
            row.status = "queued";
            row.ended = 0;
            row.failure.clear();
            row.finishedJson.clear();
            row.strategy = strategy.id;
            row.replicas = spec::replicasOf(spec, strategy);
            row.epochs = spec.train().epochs();
            row.totalSteps = row.stepsPerEpoch = 0;  // the new plan says
            row.specJson = spec::toJson(spec).dump();
            // The plan before the row: see RunController::start.
            TY_TRY(writeAttempt(RunFolder{row.dir}.attemptFile(), {plan, "", std::nullopt}));
            TY_TRY(store_->setSpec(row.id, row.specJson));
            TY_TRY(store_->updateRun(row));
        }
        reply.set_run(row.id);
        reply.set_dir(row.dir);
        for (const v1::Problem& hint : hints) *reply.add_problems() = hint;
        launch(std::move(row), spec, strategy, std::move(plan), std::move(hints));
        return reply;
    });
}

}  // namespace trainyard::control
