// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/attempt_start.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/base/file.h"
#include "core/base/time.h"
#include "core/control/run/disk_work.h"
#include "core/control/run/run_file.h"
#include "core/proto/failure.h"
#include "core/spec/run/command_spec.h"

namespace trainyard::control {
namespace {

/// How often an attempt tries whether a full disk has space again.
constexpr std::chrono::seconds kSpaceInterval{1};

}  // namespace

AttemptStart::AttemptStart(Environment& environment, Attempt attempt, Calls calls)
    : environment_(environment), attempt_(attempt), calls_(std::move(calls)), backOff_(environment.loop) {
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
    onDisk(environment_.disk, environment_.loop, alive_, preparation(), [this](const base::Status& prepared) {
        if (!prepared || !attempt_.state.isLive()) return launched(prepared);
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
std::function<base::Status()> AttemptStart::preparation() const {
    std::function<base::Status()> checkpoints;
    if (!spec::isCommand(attempt_.spec))  // whose checkpoints are its own matter
        checkpoints = attempt_.checkpoints.preparation();
    auto folders = attempt_.pump.foldersToMake();
    folders.push_back(attempt_.folder.logs());
    folders.push_back(attempt_.folder.combined());
    return [folder = attempt_.folder, spec = attempt_.spec, folders, checkpoints]() -> base::Status {
        for (const auto& one : folders) TY_TRY(base::makeFolders(one));
        removeLeftovers(folder);
        if (checkpoints) {
            TY_TRY(base::makeFolders(folder.checkpoints()));
            TY_TRY(checkpoints());
        }
        return writeRunFile(folder, spec);
    };
}

std::function<AttemptStart::Left()> AttemptStart::readLeft() const {
    return [folder = attempt_.folder, checkpoints = attempt_.checkpoints.adoption(),
            &store = environment_.store, run = attempt_.log.row().id, number = attempt_.plan.number] {
        auto adopted = checkpoints();
        return Left{readAttempt(folder.attemptFile()), TaskLauncher::storedRows(store, run, number),
                    AttemptNews::published(store, run, number), std::move(adopted)};
    };
}

void AttemptStart::adopt(Relaunch relaunch, std::function<void()> done) {
    onDisk(environment_.disk, environment_.loop, alive_, readLeft(),
           [this, relaunch, done = std::move(done)](const Left& left) {
               const auto& file = left.file;
               const int number = attempt_.plan.number;
               const bool isPlanned = file && file->plan.number == number && file->token.empty();
               // The plan was written, but nothing of it was launched: its back-off may not be over yet.
               if (attempt_.log.row().attempts >= number && !isPlanned)
                   return adoptTasks(left, relaunch, done);
               adoptPlanned(isPlanned ? *file : AttemptFile(), relaunch);
               done();
           });
}

void AttemptStart::adoptPlanned(const AttemptFile& file, Relaunch relaunch) {
    if (file.stop) {
        restoreStop(*file.stop);
        calls_.onStop();
    } else if (relaunch == Relaunch::kRefused) {
        restart(relaunch, "no task of its next attempt had been started");
    } else {
        start({});
    }
}

/// Tasks that got as far as their records are watched: whatever else fails, a damaged store too, they can be
/// ended. So what is wrong with the folder is reported after they were found. Their ends count once it is
/// decided whether the attempt continues.
void AttemptStart::adoptTasks(Left left, Relaunch relaunch, std::function<void()> done) {
    attempt_.state.enter(AttemptPhase::kRunning);
    attempt_.tasks.holdEnds();
    const auto judged = [this, done = std::move(done)](const base::Status& adopted) {
        if (!adopted)
            calls_.onFailure(adopted.error().wrap("the run cannot be continued after the agent's end"));
        attempt_.tasks.releaseEnds();
        done();
    };
    onDisk(environment_.disk, environment_.loop, alive_, preparation(),
           [this, left = std::move(left), relaunch, judged](const base::Status& folder) {
               TaskLauncher& launcher = attempt_.supervisor.launcher();
               if (left.file) launcher.setToken(left.file->token);
               const auto prepared = std::make_shared<base::Status>(folder);
               if (folder) launcher.prepare([prepared](const base::Status& machine) { *prepared = machine; });
               launcher.find([this, left, relaunch, prepared, judged](const base::Status& found) {
                   const auto takenUp = [&]() -> base::Status {
                       TY_TRY(found);
                       TY_TRY(*prepared);
                       return takeUp(left);
                   }();
                   if (!takenUp) return judged(takenUp);
                   readOn(left, relaunch, judged);
               });
           });
}

base::Status AttemptStart::takeUp(const Left& left) {
    TY_TRY(left.file);
    TY_TRY(left.rows);
    TY_TRY(left.published);
    attempt_.supervisor.launcher().takeRows(*left.rows);
    attempt_.supervisor.launcher().takeGpus(left.file->gpus);
    attempt_.news.recall(*left.published);
    if (left.file->stop && !attempt_.stops.order()) restoreStop(*left.file->stop);
    return {};
}

void AttemptStart::readOn(const Left& left, Relaunch relaunch,
                          const std::function<void(const base::Status&)>& judged) {
    attempt_.pump.resume([this, left, relaunch, judged](const base::Status& resumed) {
        if (!resumed) return judged(resumed);
        // The chief's plan is the first that there is to read; the rest may take its time.
        attempt_.pump.pump([this, left, relaunch, judged](MetricsPump::Read) {
            attempt_.supervisor.launcher().admit();
            attempt_.checkpoints.report(
                left.checkpoints, [this](const auto& saved) { return attempt_.news.hasAnnounced(saved); });
            const auto judge = [this, relaunch, judged](const base::Status& opened) {
                if (!opened) return judged(opened);
                judgeAdopted(relaunch);
                judged({});
            };
            if (spec::isCommand(attempt_.spec)) return judge({});
            openCheckpoints(AttemptCheckpoints::Tasks::kRunning, judge);
        });
    });
}

/// Shown only once it is stored: the next agent must know of the order that it sees in the row.
void AttemptStart::saveStop() {
    save([this](const base::Status& saved) {
        if (!saved)
            spdlog::error("run {}: cannot note that it is to stop: {}", attempt_.log.row().id,
                          saved.error().words());
        showStop();
    });
}

/// The former agent may have ended before it showed it.
void AttemptStart::restoreStop(const StopOrder& order) {
    attempt_.stops.restore(order);
    showStop();
}

void AttemptStart::showStop() {
    if (attempt_.log.status() != v1::STOPPING)
        attempt_.log.setStatus(v1::STOPPING, base::say("requested by {}", attempt_.stops.order()->client));
}

/// What the former agent left decides whether the attempt continues.
void AttemptStart::judgeAdopted(Relaunch relaunch) {
    const TaskLauncher& launcher = attempt_.supervisor.launcher();
    if (!attempt_.state.isLive()) return calls_.onStop();  // stopped, or its folder was lost meanwhile
    if (!launcher.areOfThisBoot())
        return calls_.onFailure(
            {base::Code::kAborted,
             base::say("the machine was restarted during the run; continue it with `resume {}`",
                       attempt_.log.row().id),
             "node.rebooted"});
    if (launcher.areCopies())
        return calls_.onFailure(
            {base::Code::kAborted,
             base::say("this home was copied during the run, and its tasks are those of the "
                       "home it was copied from; continue it here with `resume {}`",
                       attempt_.log.row().id),
             "run.copied"});
    // What the chief of another machine has written arrives here after what it has saved was announced.
    const bool hasBegun = attempt_.pump.progress().plan() || attempt_.news.hasAnnouncedAny() ||
                          (spec::isCommand(attempt_.spec) && launcher.haveAllStarted());
    const bool isStopping = attempt_.stops.isNow() || (attempt_.stops.order() && !hasBegun);
    if (!isStopping && !launcher.haveAllStarted())
        return restart(relaunch, "the agent ended while it was starting the tasks");
    // The tasks' rendezvous data was in the agent only, and unanswered calls may have ended some of the
    // tasks; one that refuses would do so again.
    if (!isStopping && !hasBegun && !launcher.hasRefusal())
        return restart(relaunch, "the agent ended while the tasks were connecting");
    attempt_.supervisor.watchStalls();
    if (!attempt_.tasks.haveJoined()) attempt_.news.expectJoins(environment_.patience.waiting);
    if (spec::isCommand(attempt_.spec)) {  // the former agent may have ended between the launch and this
        if (!isStopping && attempt_.log.status() == v1::STARTING) attempt_.log.setStatus(v1::RUNNING, "");
        attempt_.news.publishStart();
        attempt_.pump.release();
    }
    if (isStopping)
        calls_.onStop();
    else if (attempt_.stops.order())
        attempt_.stops.watch();
}

/// Another attempt; but a run that was found in its folder starts none on its own.
void AttemptStart::restart(Relaunch relaunch, const base::Words& cause) {
    if (relaunch == Relaunch::kAllowed) return calls_.onRestart(cause);
    calls_.onFailure(
        {base::Code::kAborted,
         base::say("the run was found in its folder, without a living task ({}); continue it with "
                   "`resume {}`",
                   cause, attempt_.log.row().id),
         "run.found"});
}

}  // namespace trainyard::control
