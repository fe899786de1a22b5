// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/attempt_start.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "core/base/file.h"
#include "core/base/time.h"
#include "core/control/run/disk_work.h"
#include "core/control/run/run_file.h"
#include "core/data/unpack_ahead.h"
#include "core/proto/failure.h"
#include "core/spec/run/command_spec.h"

namespace trainyard::control {
namespace {

/// How often an attempt tries whether a full disk has space again.
constexpr std::chrono::seconds kSpaceInterval{1};

}  // namespace

AttemptStart::AttemptStart(Environment& environment, AttemptParts attempt, AttemptAdoption::Decisions calls)
    : environment_(environment),
      attempt_(attempt),
      calls_(std::move(calls)),
      adoption_(environment, attempt, calls_,
                {.start = [this] { start({}); },
                 .prepare =
                     [this](std::function<void(const base::Status&)> done) {
                         onDisk(
                             environment_.disk, environment_.loop, alive_, preparation(),
                             [done = std::move(done)](const Prepared& prepared) { done(prepared.folder); });
                     },
                 .openCheckpoints =
                     [this](std::function<void(const base::Status&)> done) {
                         openCheckpoints(AttemptCheckpoints::Tasks::kRunning, std::move(done));
                     }}),
      backOff_(environment.loop) {
}

/// Stores what the next agent must know of the attempt, as it is now. Uses the reserve of a full disk.
void AttemptStart::save(std::function<void(const base::Status&)> saved) const {
    const auto write = [&reserve = environment_.reserve, file = attempt_.folder.attemptFile(),
                        attempt =
                            AttemptFile{attempt_.plan, attempt_.supervisor.token(), attempt_.stops.order(),
                                        attempt_.supervisor.launcher().gpusThere()}] {
        return reserve.lend([&] { return writeAttempt(file, attempt); });
    };
    onDisk(environment_.disk, environment_.loop, alive_, write, std::move(saved));
}

void AttemptStart::start(const std::vector<v1::Problem>& hints) {
    if (!attempt_.state.isLive()) return;  // stopped while it was queued
    // The plan first: a run could not be resumed from a row that counts an attempt without a plan.
    save([this, hints](const base::Status& saved) {
        if (!attempt_.state.isLive()) return;  // stopped meanwhile
        if (saved) return begin(hints);
        if (attempt_.plan.number > 1 && base::isDiskFull(saved.error()))
            return waitForSpace(saved.error(), [this, hints] { start(hints); });
        calls_.onFailure(saved.error());
    });
}

void AttemptStart::begin(const std::vector<v1::Problem>& hints) {
    const AttemptPlan& plan = attempt_.plan;
    store::RunRow& row = attempt_.log.row();
    row.attempts = plan.number;
    row.step = plan.fromStep;
    row.epoch = plan.fromEpoch;
    attempt_.log.setStatus(v1::STARTING, plan.number > 1 ? plan.cause : "");
    for (const v1::Problem& hint : hints) attempt_.log.warn(hint);
    const double left = plan.notBefore - base::wallNow();
    if (left <= 0) return launch();
    v1::RunEvent event;
    event.mutable_waiting()->set_code("restart.backoff");
    proto::setMessage(
        *event.mutable_waiting(),
        base::say("attempt {} starts in {:.1f} s: {} attempts in a row have not finished a step", plan.number,
                  left, plan.fruitless));
    attempt_.log.report(std::move(event));
    backOff_.start(std::chrono::milliseconds(static_cast<std::int64_t>(left * 1000)), [this] { launch(); });
}

void AttemptStart::launch() {
    attempt_.state.enter(AttemptPhase::kRunning);
    launchTasks();
}

void AttemptStart::launchTasks() {
    onDisk(environment_.disk, environment_.loop, alive_, preparation(), [this](const Prepared& prepared) {
        if (!prepared.folder || !attempt_.state.isLive()) return launched(prepared.folder);
        attempt_.tasks.setUnpacked(prepared.unpacked);
        attempt_.supervisor.launch([this](auto saved) { saveAndOpen(std::move(saved)); },
                                   [this](const base::Status& result) { launched(result); });
    });
}

/// The secret is known, and no task is launched yet.
void AttemptStart::saveAndOpen(std::function<void(const base::Status&)> done) {
    save([this, done = std::move(done)](const base::Status& saved) {
        if (!saved || !attempt_.state.isLive() || spec::isCommand(attempt_.spec)) return done(saved);
        openCheckpoints(AttemptCheckpoints::Tasks::kNew, done);
    });
}

void AttemptStart::openCheckpoints(AttemptCheckpoints::Tasks tasks,
                                   std::function<void(const base::Status&)> done) {
    attempt_.checkpoints.open(
        tasks, attempt_.supervisor.token(),
        [alive = std::weak_ptr(alive_), done = std::move(done)](const base::Status& opened) {
            if (!alive.expired()) done(opened);
        });
}

void AttemptStart::launched(const base::Status& launched) {
    if (!attempt_.state.isLive()) return;  // stopped, or its folder was lost meanwhile
    if (!launched && attempt_.plan.number > 1 && base::isDiskFull(launched.error()))
        return waitForSpace(launched.error(), [this] { launchTasks(); });
    if (!launched) return calls_.onFailure(launched.error());
    attempt_.supervisor.watchStalls();
    // Those who watch want the new processes now; but totals that are not known yet come with the tasks'
    // plan.
    const bool areTotalsKnown = attempt_.plan.globalBatch > 0 && attempt_.log.row().totalSteps > 0;
    if (areTotalsKnown || spec::isCommand(attempt_.spec)) attempt_.news.publishStart();
    attempt_.pump.release();
    if (!attempt_.tasks.haveJoined()) attempt_.news.expectJoins(environment_.patience.waiting);
}

/// A recovery is worth waiting for: the run had space when it started, and may get it again.
void AttemptStart::waitForSpace(const base::Error& error, std::function<void()> retry) {
    const bool isPartial = std::ranges::any_of(attempt_.tasks, &Member::isLaunched);
    if (isPartial) return calls_.onRestart(error.words());
    attempt_.tasks.machine().releasePorts();
    if (!std::exchange(hasReportedFull_, true)) {
        v1::RunEvent event;
        event.mutable_waiting()->set_code("disk.full");
        proto::setMessage(
            *event.mutable_waiting(),
            error.wrap(base::say("attempt {} starts when the disk has free space", attempt_.plan.number))
                .words());
        attempt_.log.report(std::move(event));
    }
    backOff_.start(kSpaceInterval, std::move(retry));
}

/// Of the run's folder at home, for the disk's executor.
std::function<AttemptStart::Prepared()> AttemptStart::preparation() const {
    std::function<base::Status()> checkpoints;
    if (!spec::isCommand(attempt_.spec))  // whose checkpoints are its own matter
        checkpoints = attempt_.checkpoints.preparation();
    auto folders = attempt_.pump.foldersToMake();
    folders.push_back(attempt_.folder.logs());
    folders.push_back(attempt_.folder.combined());
    const auto prepare = [folder = attempt_.folder, spec = attempt_.spec, folders,
                          checkpoints]() -> base::Status {
        for (const auto& one : folders) TY_TRY(base::makeFolders(one));
        removeLeftovers(folder);
        if (checkpoints) {
            TY_TRY(base::makeFolders(folder.checkpoints()));
            TY_TRY(checkpoints());
        }
        return writeRunFile(folder, spec);
    };
    const bool unpacks = attempt_.spec.train().data().has_train() &&
                         haveSpareCore(attempt_.tasks.plans(), std::thread::hardware_concurrency());
    return [prepare, unpacks, spec = attempt_.spec] {
        return Prepared{prepare(),
                        unpacks ? data::packedFile(spec::trainDataOf(spec)) : std::filesystem::path()};
    };
}

/// Shown only once it is stored: the next agent must know of the order that it sees in the row.
void AttemptStart::saveStop() {
    save([this](const base::Status& saved) {
        if (!saved)
            spdlog::error("run {}: cannot note that it is to stop: {}", attempt_.log.row().id,
                          saved.error().words());
        attempt_.showStop();
    });
}

}  // namespace trainyard::control
