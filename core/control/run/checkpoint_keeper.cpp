// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/checkpoint_keeper.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/checkpoint/checkpoint.h"
#include "core/spec/run/checkpoint_spec.h"
#include "core/spec/run/sidecar.h"

namespace trainyard::control {
namespace {

base::Error attemptEnded() {
    return {base::Code::kAborted, "the run has ended", "attempt.ended"};
}

}  // namespace

CheckpointKeeper::CheckpointKeeper(Machine machine, std::string run, RunFolder folder,
                                   const v1::RunSpec& spec, const AttemptPlan& plan, Calls calls)
    : machine_(machine),
      run_(std::move(run)),
      folder_(std::move(folder)),
      spec_(spec),
      plan_(plan),
      calls_(std::move(calls)) {
    const bool hasOwn = !plan_.restorePath.empty() && plan_.restorePath != plan_.basePath;
    if (!plan_.basePath.empty() && !hasOwn) base_ = machine_.held.hold(run_, plan_.basePath);
}

std::vector<std::filesystem::path> CheckpointKeeper::folders() const {
    return {checkpointFolderOf(folder_.root, spec_), backupFolderOf(folder_.root, spec_)};
}

std::function<base::Status()> CheckpointKeeper::preparation() const {
    return [shelf = shelf(), root = folder_.root, hasBackup = spec::backupOf(spec_).has_value(),
            locks = locks_, restored = plan_.restorePath]() -> base::Status {
        TY_TRY(shelf.prepare(root, hasBackup, *locks));
        if (restored.empty()) return {};
        if (const auto marked = shelf.markBestUpTo(restored); !marked)
            spdlog::warn("run {}: {}", shelf.run, marked.error().describe());
        return {};
    };
}

std::function<CheckpointKeeper::Adopted()> CheckpointKeeper::adoption() const {
    return [shelf = shelf(), root = folder_.root, locks = locks_] {
        Adopted adopted;
        if (const auto locked = shelf.lock(root, *locks); !locked) {
            spdlog::error("run {}: {}", shelf.run, locked.error().describe());
            return adopted;
        }
        adopted = shelf.completeInterrupted();
        if (const auto agreed = shelf.reconcile(); !agreed)
            spdlog::error("run {}: {}", shelf.run, agreed.error().describe());
        return adopted;
    };
}

void CheckpointKeeper::report(const Adopted& adopted,
                              const std::function<bool(const v1::CheckpointSaved& saved)>& isAnnounced) {
    for (CheckpointShelf::Published published : adopted) {
        if (published.event && isAnnounced(published.event->checkpoint())) published.event.reset();
        report(published);
    }
}

/// As the run file and the plan are now. What this attempt continues from is kept.
CheckpointShelf CheckpointKeeper::shelf() const {
    checkpoint::RetainPolicy policy;
    policy.inUse.emplace_back(plan_.restorePath);
    policy.keep = spec_.checkpoint().keep();
    policy.keepEveryHours = spec_.checkpoint().keep_every_hours();
    policy.budgetBytes = spec_.checkpoint().disk_budget_bytes();
    policy.remove =
        removeBesideLoop(machine_.deletions, machine_.loop, [run = run_](const base::Error& error) {
            spdlog::warn("run {}: what is left of a checkpoint that was deleted takes up space: {}", run,
                         error.words());
        });
    const auto both = folders();
    return {machine_.store,
            machine_.held,
            run_,
            plan_.number,
            both[0],
            both[1],
            folder_.root / spec::kBestFolder,
            std::move(policy),
            plan_.fromStep,
            calls_.evaluated()};
}

/// Calls `then` in the loop with what `work` returned on the executor; with nothing if this has ended.
template <typename Work, typename Then>
void CheckpointKeeper::onDisk(Work work, Then then) {
    machine_.disk.post([work = std::move(work), then = std::move(then), alive = std::weak_ptr(alive_),
                        &loop = machine_.loop] {
        loop.post([then, alive, result = work()] { then(alive.expired() ? nullptr : &result); });
    });
}

void CheckpointKeeper::publish(const v1::PublishCheckpointRequest& request, OnPublished done) {
    if (isClosed_) return done(base::fail(attemptEnded()));
    if (request.staged() != checkpoint::stagedName(request.step(), plan_.number))
        return done(base::fail(base::Code::kInvalidArgument,
                               base::say("\"{}\" is not the staged folder of step {} of attempt {}",
                                         request.staged(), request.step(), plan_.number),
                               "checkpoint.staged"));
    const auto publish = [shelf = shelf(), request, locks = locks_] {
        if (locks->refusal) return CheckpointShelf::Published{base::fail(*locks->refusal), {}, {}};
        return shelf.publish(request);
    };
    onDisk(publish, [this, done = std::move(done)](const CheckpointShelf::Published* published) {
        if (!published) return done(base::fail(attemptEnded()));
        report(*published);
        done(published->reply);
    });
}

void CheckpointKeeper::report(const CheckpointShelf::Published& published) {
    if (published.event) {
        base_ = {};
        calls_.announce(*published.event);
    }
    warn(published.warnings);
}

/// An evaluator that falls behind is reported once, not for every checkpoint that it misses.
void CheckpointKeeper::warn(const CheckpointShelf::Warnings& warnings) {
    for (const auto& [code, message] : warnings)
        if (code != CheckpointShelf::kBehindCode || !std::exchange(hasReportedBehind_, true))
            calls_.warn(code, message);
}

void CheckpointKeeper::close(std::function<void()> closed) {
    isClosed_ = true;
    const auto publish = [shelf = shelf(), locks = locks_] {
        return locks->refusal ? std::vector<CheckpointShelf::Published>() : shelf.publishStaged();
    };
    onDisk(publish, [this, closed = std::move(closed)](const std::vector<CheckpointShelf::Published>* all) {
        if (!all) return;
        for (const CheckpointShelf::Published& published : *all) report(published);
        closed();
    });
}

void CheckpointKeeper::clear(Backup backup, std::function<void(const std::string& newest)> removed) {
    const auto kept = spec::backupOf(spec_);
    const bool hasBackup = backup == Backup::kRemove && kept && kept->isDeletedOnSuccess;
    const auto sidecar = spec::sidecarOf(spec_);
    const bool wasKeptForEvaluator = sidecar && sidecar->takesEvery;
    struct Cleared {
        CheckpointShelf::Warnings warnings;
        std::string newest;
    };
    const auto work = [shelf = shelf(), hasBackup, wasKeptForEvaluator, locks = locks_] {
        if (locks->refusal) return Cleared{{}, newestCheckpoint(shelf.store, shelf.run)};
        if (const auto status = shelf.removeIncomplete(); !status)
            spdlog::warn("run {}: {}", shelf.run, status.error().describe());
        CheckpointShelf::Warnings warnings = hasBackup ? shelf.removeBackup() : CheckpointShelf::Warnings();
        if (wasKeptForEvaluator) std::ranges::move(shelf.removeOld(), std::back_inserter(warnings));
        return Cleared{std::move(warnings), newestCheckpoint(shelf.store, shelf.run)};
    };
    onDisk(work, [this, removed = std::move(removed)](const Cleared* cleared) {
        if (!cleared) return;
        warn(cleared->warnings);
        // Behind what has just been renamed for deletion.
        machine_.deletions.post(
            [removed, newest = cleared->newest, alive = std::weak_ptr(alive_), &loop = machine_.loop] {
                loop.post([removed, newest, alive] {
                    if (!alive.expired()) removed(newest);
                });
            });
    });
}

}  // namespace trainyard::control
