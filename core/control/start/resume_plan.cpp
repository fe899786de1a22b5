// SPDX-License-Identifier: Apache-2.0
#include "core/control/start/resume_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/json.h"
#include "core/base/path.h"
#include "core/base/special_file.h"
#include "core/base/text.h"
#include "core/control/ask/kept_elsewhere.h"
#include "core/control/run/kept_messages.h"
#include "core/control/run/launch_plan.h"
#include "core/control/run/reported_checkpoints.h"
#include "core/control/run/run_log.h"
#include "core/control/runs/run_row.h"
#include "core/proto/failure.h"
#include "core/spec/lint/callback_lint.h"
#include "core/spec/run/checkpoint_spec.h"
#include "core/spec/run/command_spec.h"

namespace trainyard::control {
namespace {

using base::Code;
namespace fs = std::filesystem;

constexpr const char* kEpochs = "train.epochs";
constexpr const char* kMaxSteps = "train.max_steps";

/// "run.complete", and the least value of the key that lets the run train on; 0: nobody knows it.
v1::Problem complete(const base::Words& message, const char* key, std::int64_t least) {
    v1::Problem problem = refusal("run.complete", message);
    problem.set_path(key);
    if (least <= 0) {
        proto::setFix(problem, base::say("raise {} to train longer", key));
        return problem;
    }
    proto::setFix(problem, base::say("set {} to {} or more, or choose an earlier checkpoint", key, least));
    problem.set_fix_set(fmt::format("{}={}", key, least));
    return problem;
}

/// Of a run that has succeeded.
v1::Problem completeAfter(const store::RunRow& row, const v1::RunSpec& spec) {
    const base::Words message =
        base::say("{} has succeeded after {} steps: there is nothing to resume", row.id, row.step);
    const std::int64_t mostSteps = spec.train().max_steps();
    if (mostSteps > 0 && row.step >= mostSteps) return complete(message, kMaxSteps, row.step + 1);
    return complete(message, kEpochs, spec.train().has_program() ? 0 : spec.train().epochs() + 1);
}

std::vector<fs::path> foldersOf(const store::RunRow& row, const v1::RunSpec& spec) {
    return {checkpointFolderOf(row.dir, spec), backupFolderOf(row.dir, spec)};
}

}  // namespace

v1::Problem refusal(const std::string& code, const base::Words& message) {
    v1::Problem problem;
    problem.set_severity(v1::Problem::ERROR);
    problem.set_code(code);
    proto::setMessage(problem, message);
    return problem;
}

std::optional<v1::Problem> whyAtTheEnd(const AttemptPlan& plan, const v1::RunSpec& spec) {
    if (!spec.has_train()) return std::nullopt;
    const std::int64_t mostSteps = spec.train().max_steps();
    if (mostSteps > 0 && plan.fromStep >= mostSteps)
        return complete(base::say("the checkpoint at step {} is at the end of train.max_steps ({}): "
                                  "nothing is left to train",
                                  plan.fromStep, mostSteps),
                        kMaxSteps, plan.fromStep + 1);
    if (spec.train().has_program() || plan.fromEpoch < spec.train().epochs()) return std::nullopt;
    return complete(
        base::say("the checkpoint at step {} is at the end of train.epochs ({}): nothing is left to train",
                  plan.fromStep, spec.train().epochs()),
        kEpochs, plan.fromEpoch + 1);
}

std::optional<v1::Problem> whyPastTheEnd(const RestorePoint& point, const v1::RunSpec& spec) {
    if (!spec.has_train()) return std::nullopt;
    const std::int64_t mostSteps = spec.train().max_steps();
    if (mostSteps > 0 && point.step > mostSteps)
        return complete(base::say("step {} is trained already, which is beyond train.max_steps ({})",
                                  point.step, mostSteps),
                        kMaxSteps, point.step);
    const int epochs = point.epoch + (point.stepInEpoch > 0 ? 1 : 0);
    if (spec.train().has_program() || epochs <= spec.train().epochs()) return std::nullopt;
    return complete(base::say("step {} is trained already, which is beyond the end of {} epochs", point.step,
                              spec.train().epochs()),
                    kEpochs, epochs);
}

std::optional<v1::Problem> refusalToResume(const store::RunRow& row, const v1::ResumeRunRequest& request,
                                           const v1::RunSpec& spec) {
    const v1::RunStatus status = summaryOf(row).status();
    if (!request.branch() && status == v1::STOPPING)
        return refusal("run.stopping",
                       base::say("{} is stopping: resume it when it has ended; `watch {}` waits for that",
                                 row.id, row.id));
    if (!request.branch() && !isFinal(status))
        return refusal("run.running", base::say("{} is {}: there is nothing to resume; `watch {}` shows it",
                                                row.id, statusName(status), row.id));
    if (spec::isCommand(spec) && request.branch())
        return refusal(
            "command.unsupported",
            base::say("{} runs a program, of which there are no branches; `resume {} --from` gives "
                      "it an earlier checkpoint, and its run file starts it again",
                      row.id, row.id));
    if (spec::isCommand(spec) && request.from().empty() && status == v1::SUCCEEDED &&
        spec::toJson(spec).dump() == row.specJson) {
        v1::Problem problem =
            refusal("run.complete", base::say("{} has succeeded: there is nothing to resume", row.id));
        proto::setFix(problem, "start its run file again");
        return problem;
    }
    // An explicitly named checkpoint is restored even if the run has reached its end.
    if (!request.branch() && request.from().empty() && status == v1::SUCCEEDED &&
        spec::toJson(spec).dump() == row.specJson)
        return completeAfter(row, spec);
    return std::nullopt;
}

namespace {

base::Error noneNamed(const store::RunRow& row, const std::string& from) {
    return {Code::kNotFound,
            base::say("run {} has no checkpoint {}; `checkpoints {}` lists them", row.id,
                      base::printable(from), row.id),
            "checkpoint.not_found"};
}

/// The checkpoint `from` of `row`, or its newest, on `node`.
base::Result<RestoreSearch> searchThere(Environment& environment, const store::RunRow& row,
                                        const std::string& node, const std::string& from,
                                        const v1::RunSpec& before, const v1::RunSpec& spec) {
    v1::KeepCall call;
    call.set_run(row.id);
    call.set_attempt(row.attempts);
    *call.mutable_search()->mutable_saved_spec() = before;
    *call.mutable_search()->mutable_spec() = spec;
    call.mutable_search()->set_from(from);
    TY_ASSIGN(const v1::KeepReply reply, askNode(environment, node, call));
    return fromMessage(reply.found(), node);
}

/// Where a run continues from: what was requested, or its newest checkpoint, or else `base`.
base::Result<RestoreSearch> search(Environment& environment, const v1::ResumeRunRequest& request,
                                   const store::RunRow& row, const std::string& base,
                                   const v1::RunSpec& before, const v1::RunSpec& spec) {
    const auto named = base::remotePathOf(request.from());
    const std::string node = named ? named->node : chiefNodeOf(before);
    const std::string from = named ? named->path : request.from();
    if (spec::isCommand(spec) && from.empty()) return findReported(environment.store, row.id);
    if (spec::isCommand(spec)) {
        RestoreSearch reported;
        TY_ASSIGN(reported.found, reportedNamed(environment.store, row.id, request.from()));
        return reported;
    }
    const bool isHere = node == "local" || (!named && from.starts_with('/'));
    if (from.empty()) {
        if (isHere) return findRestorePoint(foldersOf(row, before), row.id, base, spec);
        TY_ASSIGN(RestoreSearch there, searchThere(environment, row, node, from, before, spec));
        if (there.found || there.error || base.empty()) return there;
        RestoreSearch begun = findRestorePoint({}, row.id, base, spec);
        std::ranges::move(there.damaged, std::back_inserter(begun.damaged));
        return begun;
    }
    RestoreSearch search;
    if (isHere) {
        TY_ASSIGN(const fs::path path, checkpointNamed(from, foldersOf(row, before)));
        std::error_code error;
        if (auto special = base::specialFile(path)) return base::fail(std::move(*special));
        if (path.empty() || !fs::is_directory(path, error)) return base::fail(noneNamed(row, request.from()));
        TY_ASSIGN(search.found, examine(path, spec));
        return search;
    }
    TY_ASSIGN(search, searchThere(environment, row, node, from, before, spec));
    if (!search.found && !search.error) return base::fail(noneNamed(row, request.from()));
    return search;
}

/// A branch that is not given a file of its own would cut its parent's short.
std::optional<v1::Problem> whyParentsLog(const std::string& parent, const v1::RunSpec& before,
                                         const v1::RunSpec& spec) {
    const auto fileOf = [](const spec::CallbackEntry& entry) {
        return entry.id == "csv_log" ? entry.options.value("file", "") : std::string();
    };
    const auto parents = spec::callbacksOf(before);
    for (const spec::CallbackEntry& entry : spec::callbacksOf(spec)) {
        const std::string file = fileOf(entry);
        if (file.empty() || std::ranges::find(parents, file, fileOf) == parents.end()) continue;
        v1::Problem problem =
            refusal("callback.same_file", base::say("{} is the log of run {}, which the branch would cut "
                                                    "off at its checkpoint and write on",
                                                    file, parent));
        problem.set_path(entry.path + ".file");
        proto::setFix(problem, "give the branch a file of its own");
        return problem;
    }
    return std::nullopt;
}

bool isSameInject(const v1::RunSpec& before, const v1::RunSpec& spec) {
    const spec::Inject was = spec::injectOf(before), is = spec::injectOf(spec);
    return was.step == is.step && was.epoch == is.epoch;
}

/// Why a key that was changed for the resumption would do nothing from `point` on.
std::optional<v1::Problem> whyWithoutEffect(const v1::RunSpec& before, const v1::RunSpec& spec,
                                            const RestorePoint& point) {
    const auto refused = [](const char* key, const base::Words& message, const base::Words& fix) {
        v1::Problem problem = refusal("resume.no_effect", message);
        problem.set_path(key);
        proto::setFix(problem, fix);
        return problem;
    };
    const v1::TrainSpec &was = before.train(), &is = spec.train();
    if (is.initial_weights() != was.initial_weights())
        return refused(
            "train.initial_weights",
            base::say("this has no effect: the weights are those of the checkpoint at step {}", point.step),
            "start a new run with it");
    if (is.initial_epoch() != was.initial_epoch())
        return refused(
            "train.initial_epoch",
            base::say("this has no effect: the checkpoint at step {} says where the training continues",
                      point.step),
            "start a new run with it");
    if (isSameInject(before, spec)) return std::nullopt;
    const spec::Inject inject = spec::injectOf(spec);
    const auto past = [&](const char* key) {
        return refused(key, base::say("this has no effect: the checkpoint at step {} is past it", point.step),
                       "choose a later step or epoch, or an earlier checkpoint");
    };
    if (inject.step && *inject.step <= point.step) return past("inject.step");
    if (inject.epoch && *inject.epoch < point.epoch) return past("inject.epoch");
    return std::nullopt;
}

/// Sets `plan` to continue from there. Where the chief will be elsewhere, a copy is brought here first, from
/// which every machine gets it; a branch has one of its own, too: whose it is may delete it.
base::Status continueFrom(RestorePoint point, Environment& environment, const store::RunRow& row,
                          bool isBranch, const v1::RunSpec& spec, AttemptPlan& plan) {
    const auto there = base::remotePathOf(point.path.string());
    const bool isMoved = (there ? there->node : "local") != chiefNodeOf(spec);
    if (there && (isBranch || isMoved) && !spec::isCommand(spec)) {
        TY_ASSIGN(const FetchedCheckpoint fetched, bringCheckpoint(environment, row, *there));
        if (fetched.bytes > 0) plan.fetched = describe(fetched, *there);
        point.path = fetched.path;
    }
    plan.resumeFrom(point);
    if (isBranch || (isMoved && !spec::isCommand(spec))) plan.basePath = point.path.string();
    return {};
}

}  // namespace

void renameOnResume(store::RunRow& row, const v1::RunSpec& spec) {
    const auto before = base::parseJson(row.specJson, "the run's specification");
    if (!before || before->value("name", "") != spec.name()) row.name = spec.name();
}

base::Result<ResumePlan> planResume(Environment& environment, const v1::ResumeRunRequest& request,
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
        plan.isInjectDone &= isSameInject(before, spec);  // a new one is still to come
    }
    if (request.from().empty() && request.branch())
        return base::fail(Code::kInvalidArgument, "a branch needs a checkpoint to start from", "usage.from");
    if (request.branch())
        if (auto refused = whyParentsLog(row.id, before, spec)) return std::move(*refused);
    TY_ASSIGN(RestoreSearch found, search(environment, request, row, plan.basePath, before, spec));
    for (const auto& damaged : found.damaged) {
        plan.notices.push_back(describe(damaged));
        if (!damaged.aside.empty()) TY_TRY(environment.store.removeCheckpoint(row.id, damaged.path.string()));
    }
    if (found.error) return base::fail(*found.error);
    if (!found.found) return plan;
    if (request.from().empty() && request.has_spec())
        if (auto refused = whyPastTheEnd(*found.found, spec)) return std::move(*refused);
    if (auto refused = whyWithoutEffect(before, spec, *found.found)) return std::move(*refused);
    if (request.branch()) plan.cause = base::say("branch of {}", row.id);
    TY_TRY(continueFrom(std::move(*found.found), environment, row, request.branch(), spec, plan));
    return plan;
}

}  // namespace trainyard::control
