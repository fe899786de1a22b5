// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/attempt_adoption.h"

#include <set>
#include <utility>

#include "core/control/run/disk_work.h"
#include "core/spec/run/command_spec.h"

namespace trainyard::control {

AttemptAdoption::AttemptAdoption(Environment& environment, AttemptParts attempt, Decisions decisions,
                                 Start start)
    : environment_(environment),
      attempt_(attempt),
      decisions_(std::move(decisions)),
      start_(std::move(start)) {
}

std::function<AttemptAdoption::Left()> AttemptAdoption::readLeft() const {
    return [folder = attempt_.folder, checkpoints = attempt_.checkpoints.adoption(),
            &store = environment_.store, run = attempt_.log.row().id, number = attempt_.plan.number] {
        auto adopted = checkpoints();
        return Left{readAttempt(folder.attemptFile()), TaskLauncher::storedRows(store, run, number),
                    AttemptNews::published(store, run, number), std::move(adopted)};
    };
}

void AttemptAdoption::adopt(Relaunch relaunch, std::function<void()> done) {
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

void AttemptAdoption::adoptPlanned(const AttemptFile& file, Relaunch relaunch) {
    if (file.stop) {
        restoreStop(*file.stop);
        decisions_.onStop();
    } else if (relaunch == Relaunch::kRefused) {
        restart(relaunch, "no task of its next attempt had been started");
    } else {
        start_.start();
    }
}

/// Tasks that got as far as their records are watched: whatever else fails, a damaged store too, they can be
/// ended. So what is wrong with the folder is reported after they were found. Their ends count once it is
/// decided whether the attempt continues.
void AttemptAdoption::adoptTasks(Left left, Relaunch relaunch, std::function<void()> done) {
    attempt_.state.enter(AttemptPhase::kRunning);
    attempt_.tasks.holdEnds();
    const auto judged = [this, done = std::move(done)](const base::Status& adopted) {
        if (!adopted)
            decisions_.onFailure(adopted.error().wrap("the run cannot be continued after the agent's end"));
        attempt_.tasks.releaseEnds();
        done();
    };
    start_.prepare([this, left = std::move(left), relaunch, judged](const base::Status& folder) {
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

base::Status AttemptAdoption::takeUp(const Left& left) {
    TY_TRY(left.file);
    TY_TRY(left.rows);
    TY_TRY(left.published);
    attempt_.supervisor.launcher().takeRows(*left.rows);
    attempt_.supervisor.launcher().takeGpus(left.file->gpus);
    loseAbandoned();
    attempt_.news.recall(*left.published);
    if (left.file->stop && !attempt_.stops.order()) restoreStop(*left.file->stop);
    return {};
}

/// Of machines that were abandoned before their tasks could be found.
void AttemptAdoption::loseAbandoned() {
    std::set<std::string> gone;
    for (const Member& member : attempt_.tasks)
        if (!member.isHere() && environment_.nodes && !environment_.nodes->find(member.plan.node))
            gone.insert(member.plan.node);
    for (const std::string& node : gone)
        attempt_.log.warn(kAbandonedNode, abandonedWords(node, attempt_.tasks.lose(node)));
}

void AttemptAdoption::readOn(const Left& left, Relaunch relaunch,
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
            start_.openCheckpoints(judge);
        });
    });
}

/// The former agent may have ended before it showed it.
void AttemptAdoption::restoreStop(const StopOrder& order) {
    attempt_.stops.restore(order);
    attempt_.showStop();
}

/// What the former agent left decides whether the attempt continues.
void AttemptAdoption::judgeAdopted(Relaunch relaunch) {
    const TaskLauncher& launcher = attempt_.supervisor.launcher();
    if (!attempt_.state.isLive()) return decisions_.onStop();  // stopped, or its folder was lost meanwhile
    if (!launcher.areOfThisBoot())
        return decisions_.onFailure(
            {base::Code::kAborted,
             base::say("the machine was restarted during the run; continue it with `resume {}`",
                       attempt_.log.row().id),
             "node.rebooted"});
    if (launcher.areCopies())
        return decisions_.onFailure(
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
        decisions_.onStop();
    else if (attempt_.stops.order())
        attempt_.stops.watch();
}

/// Another attempt; but a run that was found in its folder starts none on its own.
void AttemptAdoption::restart(Relaunch relaunch, const base::Words& cause) {
    if (relaunch == Relaunch::kAllowed) return decisions_.onRestart(cause);
    decisions_.onFailure(
        {base::Code::kAborted,
         base::say("the run was found in its folder, without a living task ({}); continue it with "
                   "`resume {}`",
                   cause, attempt_.log.row().id),
         "run.found"});
}

}  // namespace trainyard::control
