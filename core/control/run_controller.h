// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/base/loop/timer.h"
#include "core/checkpoint/retention.h"
#include "core/control/attempt_file.h"
#include "core/control/checkpoint_ledger.h"
#include "core/control/environment.h"
#include "core/control/metrics_pump.h"
#include "core/control/restore_point.h"
#include "core/control/run_log.h"
#include "core/control/run_profile.h"
#include "core/control/run_stacks.h"
#include "core/control/stall.h"
#include "core/control/task_process.h"
#include "core/control/usage.h"
#include "core/node/inventory.h"
#include "core/spec/run_spec.h"
#include "trainyard/v1/agent.pb.h"
#include "trainyard/v1/worker.pb.h"

namespace trainyard::control {

/// Where a task's commands are sent: its session. send() must return immediately.
class CommandSink {
  public:
    virtual ~CommandSink() = default;
    virtual void send(const v1::TaskCommand& command) = 0;
};

v1::Task taskMessage(const store::TaskRow& row);

/// Whether an adopted run may start another attempt if its tasks are found dead.
enum class Relaunch { kAllowed, kRefused };

/// One attempt of a run, from its launch to the run's `finished` event or to the next attempt: starts the
/// tasks, watches them, forwards requests to them, and decides how the attempt ended and whether there is
/// another one. Owned by the control loop, as is everything it calls. States: queued → starting → running →
/// stopping → succeeded | failed | stopped | preempted.
class RunController {
  public:
    RunController(Environment& environment, store::RunRow row, v1::RunSpec spec, spec::StrategyInfo strategy,
                  AttemptPlan plan);
    ~RunController();
    RunController(const RunController&) = delete;
    RunController& operator=(const RunController&) = delete;

    /// Launches every task once the plan's back-off is over. A failure to launch ends the run as failed; it
    /// is not returned to the caller.
    void start(const std::vector<v1::Problem>& hints);
    /// Reattaches to what a former agent started: tasks by their records, metrics by their offsets. If that
    /// agent had launched only some of the tasks, it starts over as the next attempt, where allowed.
    void adopt(Relaunch relaunch = Relaunch::kAllowed);

    base::Result<v1::JoinReply> join(const std::string& task, const v1::JoinRequest& request);
    void sessionOpened(const std::string& task, std::shared_ptr<CommandSink> sink);
    void sessionClosed(const std::string& task, const CommandSink* sink);
    void report(const std::string& task, const v1::TaskReport& report);
    base::Result<v1::PublishCheckpointReply> publish(const v1::PublishCheckpointRequest& request);
    v1::RunStatus stop(const v1::StopRunRequest& request);
    /// Pause, learning rate, epochs, from a step that the tasks agree on. False: no change.
    base::Result<bool> change(const v1::ChangeRunRequest& request);
    /// The number of changes applied by the tasks of this attempt, and the step after which the last one was.
    struct Taken {
        int changes = 0;
        std::int64_t step = 0;
    };
    Taken taken() const { return taken_; }

    /// Requests a profile of the next steps from every task that trains.
    base::Status beginProfile(int steps);
    bool isProfiled() const { return profile_.has_value(); }
    /// For a run that isProfiled(): its progress, or why it failed.
    base::Result<RunProfile> profile() const;
    /// Cancels the profile in tasks that are still recording, and deletes the incomplete files.
    void endProfile();

    /// All tasks, or one of them: kNotFound, kFailedPrecondition if there is none.
    base::Result<std::vector<StackTarget>> stackTargets(const std::string& task) const;

    /// The last call on an attempt that is over: from here on the run belongs to the next one. False: a stop
    /// was requested since, and the run ends with this attempt.
    bool handOver(const AttemptPlan& next);

    /// No task is left or will be launched; only storing the outcome remains.
    bool isOver() const { return isEnding_ && allOver() && (!restart_ || stopOrder_); }

    /// Copies the user's edits of the run from the store.
    void takeEdit(const store::RunRow& row);
    /// In the steps of this attempt so far.
    double goodSeconds() const;

    int attempt() const { return plan_.number; }
    const store::RunRow& row() const { return log_.row(); }
    const v1::RunSpec& spec() const { return spec_; }
    const spec::StrategyInfo& strategy() const { return strategy_; }
    /// Every task of this attempt, including ended ones.
    std::vector<v1::Task> tasks() const;

  private:
    struct Member {
        explicit Member(base::EventLoop& loop) : restartTimer(loop) {}

        spec::TaskPlan plan;
        store::TaskRow row;
        std::unique_ptr<TaskProcess> process;  ///< empty before the launch
        std::shared_ptr<CommandSink> session;
        bool hasJoined = false;
        bool isOver = false;
        std::string error, errorCode;  ///< as reported by the task
        std::int64_t step = 0;
        v1::TaskReport heard;   ///< the latest report
        double heardAt = 0;     ///< steady seconds; 0: no report yet
        double launchedAt = 0;  ///< steady seconds, or when this agent reattached; 0: it is not waited for
        Usage usage;            ///< as of the last sample
        int restarts = 0;       ///< of this task alone, in this attempt
        base::Timer restartTimer;
        bool isUnsaved = false;      ///< its row could not be stored
        bool isForgiven = false;     ///< it ended, and the run continues
        bool isToldSilent = false;   ///< its silence was reported
        bool isOutOfMemory = false;  ///< ended by the kernel's out-of-memory killer
    };
    // Launching and reattaching (run_launch.cpp)
    void launchNow();
    void waitForSpace(const base::Error& error);
    base::Status prepareFolder();
    base::Status leasePorts();
    base::Status launchAll(const std::string& token);
    TaskSetting settingFor(const std::string& token) const;
    base::Status launch(Member& member, const TaskSetting& setting);
    void adoptRecord(Member& member, node::TaskRecord record);
    base::Status adoptTasks();
    void judgeAdopted();
    void failFound(const std::string& cause);
    void stopBeforeLaunch(StopOrder order);
    base::Result<bool> hasToldAttempt() const;
    void admit(const std::string& token);
    void watch(Member& member);
    void failToStart(const base::Error& error);
    base::Status saveAttempt() const;
    void endUnlaunched();

    // Sessions and progress (run_tasks.cpp)
    Member* find(const std::string& task);
    void joinedOne();
    void tellStarted();
    void tellWaiting();
    void broadcastProgress();
    void sendStop(Member& member) const;
    void watchStop();

    // Which task is blocking the others (run_stall.cpp)
    void watchStalls();
    void lookForStalls();
    void lookForSilence(const TaskView& view, double now);
    void tellStall(const Stall& stall);
    void stallRead(const std::string& task, const std::vector<TaskStacks>& read);
    void endSilent(const Stall& stall);
    void endIfNeverHeard(Member& member, double now);
    static bool isAwaited(const Member& member);
    bool hasAllJoined() const;
    void save(Member& member);
    store::CheckpointRow rowOf(const v1::PublishCheckpointRequest& request,
                               const std::filesystem::path& path) const;

    // Tasks that are restarted individually (task_restart.cpp)
    bool restartsAlone(const Member& member) const;
    bool isMissed(const Member& member) const;
    bool goesOnWithout(Member& member, const std::string& how);
    void restartAlone(Member& member);

    // Changes while it trains (run_change.cpp)
    std::string stage() const;
    bool setPaused(bool isPaused);
    void sendWishes(const Member& member) const;
    base::Status keepSpec(v1::RunSpec spec);

    // Profiles (run_profile.cpp)
    void askForProfile(const std::string& task, int steps);
    void followProfile(const std::string& task);
    void takeProfile(const Member& member, const v1::TaskReport& report);

    // The evaluator (run_evaluator.cpp)
    bool isEvaluating() const;
    void endTraining();
    void tellTrainingOver(Member& member) const;
    void stopFor(const std::string& reason);

    // Ends (run_end.cpp)
    void ended(Member& member, const TaskEnd& end);
    void judge(Member& member);
    void lostGraceOver();
    void noteUntoldEnd(Member& member);
    const Member* causeOfFailure();
    void loseFolder(const std::filesystem::path& missing);
    void decideFailure();
    void killEverything();
    bool isComplete() const;
    bool allOver() const;
    void finishIfOver();
    void finish();
    void keepFigures() const;
    void tellFinished();
    v1::RunFinished finishedBody();
    v1::RunStatus outcome() const;
    v1::TaskFailure failureOf(const Member& member) const;
    std::string pathOfNewestCheckpoint() const;
    checkpoint::RetainPolicy retainPolicyFor(const v1::PublishCheckpointRequest& request) const;
    std::vector<std::filesystem::path> basesOfOthers() const;
    checkpoint::Remover removeBesideLoop() const;
    void reconcileCheckpoints(Unlisted unlisted);
    void adoptStaged();
    base::Status markBest(const std::filesystem::path& checkpoint,
                          const std::vector<store::CheckpointRow>& before);
    void dropBackup();
    bool readToTheEnd();

    // The next attempt (run_recovery.cpp)
    bool mayRestart() const;
    void restartFreely(const std::string& cause);
    void recover();
    void dropSockets() const;
    /// The Unix socket on which a task serves the others; empty if it serves on none.
    std::filesystem::path socketOf(const Member& member) const;
    void searchOver(const RestoreSearch& search);
    AttemptPlan nextPlan(const RestoreSearch& search) const;
    bool hasInjected() const;
    void cutLearningRate(double factor);
    void countSeconds(std::int64_t keptUpTo);
    std::vector<std::filesystem::path> restoreFolders() const;

    Environment& environment_;
    v1::RunSpec spec_;
    spec::StrategyInfo strategy_;
    RunLog log_;
    RunFolder folder_;
    AttemptPlan plan_;
    std::string token_;
    std::deque<Member> members_;  ///< timers and watches hold their addresses
    std::unique_ptr<MetricsPump> pump_;

    std::optional<StopOrder> stopOrder_;
    std::optional<v1::TaskFailure> failure_;
    bool isEnding_ = false;  ///< the remaining tasks are being ended: their exits decide nothing
    /// Why another attempt follows once everything has ended; `isFree`: the run did not cause the failure.
    struct Restart {
        std::string cause;
        bool isFree = false;
    };
    std::optional<Restart> restart_;
    bool isRecovering_ =
        false;  ///< everything has ended; true until the next attempt has started or was ruled out
    bool isFolderLost_ = false;
    Relaunch relaunch_ = Relaunch::kAllowed;
    bool isFinished_ = false;
    bool hasToldStarted_ = false;
    bool hasToldWaiting_ = false;
    bool hasToldFull_ = false;
    base::Timer waitingTimer_{environment_.loop}, killTimer_{environment_.loop},
        lostTimer_{environment_.loop}, stopTimer_{environment_.loop}, progressTimer_{environment_.loop},
        finishTimer_{environment_.loop}, startTimer_{environment_.loop}, stallTimer_{environment_.loop},
        graceTimer_{environment_.loop}, causeTimer_{environment_.loop};
    bool isCauseGraceOver_ = false;
    double stallLookedAt_ = 0;  ///< steady seconds
    /// The last check and the one before: an exit is reported within a second.
    std::int64_t oomKillsSeen_ = node::oomKills(), oomKillsBefore_ = oomKillsSeen_;
    Taken taken_;
    std::optional<RunProfile> profile_;
    std::string toldStall_;        ///< the task whose stall was reported; "-": all of them
    bool isTrainingOver_ = false;  ///< only an evaluator is left, within its grace period
    std::int64_t stepAtStopCheck_ = -1;
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);  ///< for work posted from `search_`
    std::jthread search_;
    /// The stacks of stalled tasks, while they are read.
    struct StallReading {
        explicit StallReading(base::EventLoop& loop) : patience(loop) {}

        Stall stall;
        bool isTold = false;
        base::Timer patience;  ///< until it is reported without them
        std::jthread thread;
    };
    std::map<std::string, StallReading> stallReadings_;  ///< by Stall::task
};

}  // namespace trainyard::control
