// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

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

/// Where a task's commands go: its session. send() must return at once.
class CommandSink {
  public:
    virtual ~CommandSink() = default;
    virtual void send(const v1::TaskCommand& command) = 0;
};

v1::Task taskMessage(const store::TaskRow& row);

/// Whether a run that is taken up may begin another attempt when its tasks are found dead.
enum class Relaunch { kAllowed, kRefused };

/// One attempt of a run, from its launch to the run's `finished` event or to the next attempt: starts the
/// tasks, watches them, passes on what is asked of them, and decides how it ended and whether there is
/// another one. Owned by the control loop, as is everything it calls. States: queued → starting → running →
/// stopping → succeeded | failed | stopped | preempted.
class RunController {
  public:
    RunController(Environment& environment, store::RunRow row, v1::RunSpec spec, spec::StrategyInfo strategy,
                  AttemptPlan plan);
    ~RunController();
    RunController(const RunController&) = delete;
    RunController& operator=(const RunController&) = delete;

    /// Launches every task, once the plan's back-off is over. A failure on the way ends the run as failed; it
    /// is not the caller's.
    void start(const std::vector<v1::Problem>& hints);
    /// Finds again what a former agent has started: tasks by their records, metrics by their offsets. What
    /// it had only half started begins again, as the next attempt, where that is allowed.
    void adopt(Relaunch relaunch = Relaunch::kAllowed);

    base::Result<v1::JoinReply> join(const std::string& task, const v1::JoinRequest& request);
    void sessionOpened(const std::string& task, std::shared_ptr<CommandSink> sink);
    void sessionClosed(const std::string& task, const CommandSink* sink);
    void report(const std::string& task, const v1::TaskReport& report);
    base::Result<v1::PublishCheckpointReply> publish(const v1::PublishCheckpointRequest& request);
    v1::RunStatus stop(const v1::StopRunRequest& request);
    /// Pause, learning rate, epochs, from a step on that the tasks agree on. False: it is so already.
    base::Result<bool> change(const v1::ChangeRunRequest& request);
    /// How many changes the tasks of this attempt have taken up, and after which step the last one.
    struct Taken {
        int changes = 0;
        std::int64_t step = 0;
    };
    Taken taken() const { return taken_; }

    /// Asks every task that trains for a profile of its next steps.
    base::Status beginProfile(int steps);
    bool isProfiled() const { return profile_.has_value(); }
    /// Of a run that isProfiled(): how far it is, or why there will be none.
    base::Result<RunProfile> profile() const;
    /// Tells those that are still at it to drop it, and deletes what came to nothing.
    void endProfile();

    /// The tasks that are there, or one of them: kNotFound, kFailedPrecondition when there is none.
    base::Result<std::vector<StackTarget>> stackTargets(const std::string& task) const;

    /// The last word of an attempt that is over: from here on the run is the next one's. False: a stop was
    /// asked for since, and the run ends with this attempt.
    bool handOver(const AttemptPlan& next);

    /// No task is left, nor will another be launched: what is missing is to be stored.
    bool isOver() const { return isEnding_ && allOver() && (!restart_ || stopOrder_); }

    /// What people have written on the run since, as the store has it.
    void takeEdit(const store::RunRow& row);
    /// In steps of this attempt so far.
    double goodSeconds() const;

    int attempt() const { return plan_.number; }
    const store::RunRow& row() const { return log_.row(); }
    const v1::RunSpec& spec() const { return spec_; }
    const spec::StrategyInfo& strategy() const { return strategy_; }
    /// Every task of this attempt, ended ones too.
    std::vector<v1::Task> tasks() const;

  private:
    struct Member {
        spec::TaskPlan plan;
        store::TaskRow row;
        std::unique_ptr<TaskProcess> process;  ///< empty before the launch
        std::shared_ptr<CommandSink> session;
        bool hasJoined = false;
        bool isOver = false;
        std::string error, errorCode;  ///< as it reported itself
        std::int64_t step = 0;
        v1::TaskReport heard;   ///< the newest
        double heardAt = 0;     ///< steady seconds; 0: nothing yet
        double launchedAt = 0;  ///< steady seconds, or when this agent took it up; 0: it is not waited for
        Usage usage;            ///< as last looked at
        int restarts = 0;       ///< of this task alone, in this attempt
        EventLoop::TimerId restartTimer = 0;
        bool isUnsaved = false;      ///< its row could not be stored
        bool isForgiven = false;     ///< it ended, and the run goes on
        bool isToldSilent = false;   ///< that it reports no more
        bool isOutOfMemory = false;  ///< it was ended by the kernel's out-of-memory killer
    };
    // Launching and finding again (run_launch.cpp)
    void launchNow();
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

    // Who holds up the others (run_stall.cpp)
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

    // Tasks that are restarted alone (task_restart.cpp)
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
    /// The Unix socket at which a task serves the others; empty where it serves at none.
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
    std::vector<Member> members_;
    std::unique_ptr<MetricsPump> pump_;

    std::optional<StopOrder> stopOrder_;
    std::optional<v1::TaskFailure> failure_;
    bool isEnding_ = false;  ///< the rest is being ended: what ends from now on decides nothing
    /// Why there is another attempt once everything has ended; `isFree`: it was not the run that failed.
    struct Restart {
        std::string cause;
        bool isFree = false;
    };
    std::optional<Restart> restart_;
    bool isRecovering_ = false;  ///< everything has ended; until the next attempt has begun, or none is to
    bool isFolderLost_ = false;
    Relaunch relaunch_ = Relaunch::kAllowed;
    bool isFinished_ = false;
    bool hasToldStarted_ = false;
    bool hasToldWaiting_ = false;
    EventLoop::TimerId waitingTimer_ = 0, killTimer_ = 0, lostTimer_ = 0, stopTimer_ = 0, progressTimer_ = 0,
                       finishTimer_ = 0, startTimer_ = 0, stallTimer_ = 0, graceTimer_ = 0, causeTimer_ = 0;
    bool isCauseGraceOver_ = false;
    double stallLookedAt_ = 0;  ///< steady seconds
    /// When it was looked, and the time before: an end is told within the second.
    std::int64_t oomKillsSeen_ = node::oomKills(), oomKillsBefore_ = oomKillsSeen_;
    Taken taken_;
    std::optional<RunProfile> profile_;
    std::string toldStall_;        ///< the task whose stall is told; "-": all of them
    bool isTrainingOver_ = false;  ///< only an evaluator is left, for its grace time
    std::int64_t stepAtStopCheck_ = -1;
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);  ///< for what is posted from `search_`
    std::jthread search_;
    /// The stacks of those in a stall, while they are read.
    struct StallReading {
        Stall stall;
        bool isTold = false;
        EventLoop::TimerId patience = 0;  ///< until it is told without them
        std::jthread thread;
    };
    std::map<std::string, StallReading> stallReadings_;  ///< by Stall::task
};

}  // namespace trainyard::control
