// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/home.h"
#include "core/control/preflight/preflight.h"
#include "core/control/run/run_controller.h"
#include "core/control/runs/store_restore.h"

namespace trainyard::control {

/// The share of a run's time that went into steps that were kept.
struct Goodput {
    double share = 0;  ///< 0…1; 0: no step yet
    /// Optimal time between checkpoints, from the measured duration of a save and the measured time between
    /// failures (J. W. Young, "A first order approximation to the optimum checkpoint interval", 1974); 0: not
    /// measured.
    double advisedIntervalSeconds = 0;
};

/// All runs of one home: starts them, reattaches to those that a former agent started, and gives other
/// threads access to them. Owns the control loop, the store and the unfinished runs.
class RunManager {
  public:
    struct Options {
        base::Home home{""};
        std::filesystem::path socket;
        Programs programs = Programs::besideThisOne();
        bool isStoreRebuilt = false;  ///< the existing store is set aside and rebuilt
        /// Called several times a second while runs are read from their folders, from the thread in open().
        std::function<void(const base::StartProgress&)> onStartProgress = {};
    };
    /// Opens the store and adopts the runs that were running. `onAttemptEnd` is called in the loop.
    static base::Result<std::unique_ptr<RunManager>> open(
        Options options, std::function<void(const std::string& run, int attempt)> onAttemptEnd);
    /// Leaves the runs to the next agent: their tasks keep running.
    ~RunManager();

    // [any]; these block on the disk and on the control loop.
    Checked check(const v1::RunSpec& spec) const;
    /// Which task reads which training data. Counts the samples: may take long.
    base::Result<std::vector<v1::ShardPreview>> previewShards(const v1::RunSpec& spec) const;
    base::Result<v1::StartRunReply> start(const v1::StartRunRequest& request);
    /// The next attempt of a run that has ended, or a branch. A refusal is a reply with problems and no run.
    base::Result<v1::StartRunReply> resume(const v1::ResumeRunRequest& request);
    base::Result<v1::RunStatus> stop(const v1::StopRunRequest& request);
    /// Pause, learning rate, epochs. Waits briefly for the step at which the tasks apply it; from_step 0:
    /// they have not yet.
    base::Result<v1::ChangeRunReply> change(const v1::ChangeRunRequest& request);
    /// Name, note, tags, trash.
    base::Result<v1::EditRunReply> edit(const v1::EditRunRequest& request);
    /// Of one run, or of all runs.
    base::Result<v1::ListCheckpointsReply> listCheckpoints(const std::string& run);
    base::Result<v1::EditCheckpointReply> editCheckpoint(const v1::EditCheckpointRequest& request);
    /// Sends a signal to a task; returns when the next step was completed, or after the request's timeout.
    base::Result<v1::DrillReply> drill(const v1::DrillRequest& request);
    /// Records the next steps of all tasks that train, as one trace file; returns once it is written. Refused
    /// for a run that does not train or is being profiled; kAborted if a task ends meanwhile, kCancelled if
    /// `isCancelled`.
    base::Result<v1::ProfileRunReply> profile(const v1::ProfileRunRequest& request,
                                              const std::function<bool()>& isCancelled);
    /// The stacks of all tasks of a live run, or of one of them.
    base::Result<v1::ReadStacksReply> readStacks(const v1::ReadStacksRequest& request,
                                                 const std::function<bool()>& isCancelled);
    /// Evaluates a run's newest checkpoint, or any checkpoint, on data; see control::predict.
    base::Status predict(v1::PredictRequest request,
                         const std::function<bool(const v1::PredictReply&)>& onReply,
                         const std::function<bool()>& isCancelled);
    /// Creates runs from the logs in a folder, or reads new data into those created before; see
    /// control::LogImport. `onReply` receives the progress about ten times a second, and the result last.
    base::Status importLogs(const v1::ImportLogsRequest& request,
                            const std::function<bool(const v1::ImportLogsReply&)>& onReply,
                            const std::function<bool()>& isCancelled);
    Goodput goodputOf(const store::RunRow& row);
    base::Result<v1::JoinReply> join(const TaskIdentity& identity, const v1::JoinRequest& request);
    base::Result<v1::PublishCheckpointReply> publish(const TaskIdentity& identity,
                                                     const v1::PublishCheckpointRequest& request);
    /// The live tasks of a run, with phase and step; empty if it is not running.
    std::vector<v1::Task> liveTasks(const std::string& run);
    int runningRuns();
    /// Stops every run as with `now` and returns once no task and no shim is left, or after ten seconds; the
    /// reply then lists what is left. kDeadlineExceeded if even that is unknown. Nothing new can be started
    /// afterwards.
    base::Result<v1::ShutdownReply> stopAll();

    // [any]; these return immediately.
    void sessionOpened(const TaskIdentity& identity, std::shared_ptr<CommandSink> sink);
    void sessionClosed(const TaskIdentity& identity, std::shared_ptr<CommandSink> sink);
    void report(const TaskIdentity& identity, v1::TaskReport report);
    base::Status authorise(const TaskIdentity& identity) const { return directory_.check(identity); }

    store::RunStore& store() { return *store_; }
    /// What was read again from the runs' folders into the store.
    v1::StoreRestore restored() const { return restore_->report(); }
    RunListeners& listeners() { return listeners_; }
    const base::Home& home() const { return options_.home; }

  private:
    explicit RunManager(Options options)
        : options_(std::move(options)), reserve_(options_.home.root() / "disk-reserve") {}
    void keepReserve();
    base::Status openStore();
    base::Status readImported(const store::RunRow& row, const std::stop_token& stop);
    base::Status adoptAll();
    void reconcileNext();
    base::Status adopt(const store::RunRow& row);
    base::Status completeFinish(store::RunRow row);
    void launch(store::RunRow row, v1::RunSpec spec, spec::StrategyInfo strategy, AttemptPlan plan,
                std::vector<v1::Problem> hints);
    void startNext(const std::string& run, AttemptPlan plan);
    base::Result<AttemptPlan> planResume(const v1::ResumeRunRequest& request, const store::RunRow& row,
                                         const v1::RunSpec& spec);
    base::Result<v1::StartRunReply> takeUp(store::RunRow row, const v1::RunSpec& spec,
                                           const spec::StrategyInfo& strategy, AttemptPlan plan,
                                           std::vector<v1::Problem> hints);
    /// The row of a run that was started here: kNotFound, and kRefused for imported logs.
    base::Result<store::RunRow> startedRun(const std::string& run);
    RunController* find(const TaskIdentity& identity);
    void forget(const std::string& run);
    base::Status awaitEndOfEnding(const std::string& run);
    void tellIfIdle();
    static void addWhatIsLeft(const std::string& id, RunController& run, v1::ShutdownReply& reply);

    Options options_;
    std::unique_ptr<store::RunStore> store_;
    RunListeners listeners_;
    TaskDirectory directory_;
    PortBook ports_;
    mutable GpuBook gpus_;
    node::DiskReserve reserve_;
    std::unique_ptr<Environment> environment_;
    std::mutex importMutex_;  ///< one import at a time
    std::unique_ptr<StoreRestore> restore_;
    // [loop]
    std::map<std::string, std::unique_ptr<RunController>> runs_;
    std::map<std::string, v1::ProfileRunReply> profiled_;  ///< the last answers, by request id
    static constexpr std::size_t kKeptAnswers = 100;
    std::vector<std::function<void()>> whenIdle_;
    std::vector<std::string> unreconciled_;  ///< ended runs whose checkpoints are still to be reconciled
    bool isClosing_ = false;
    bool isShuttingDown_ = false;            ///< `agent stop`: nothing new can be started
    std::unique_ptr<base::Executor> disk_;   // ends before the loop, to which it posts
    std::unique_ptr<base::EventLoop> loop_;  // last: it is the first to end
};

base::Error noSuchRun(const std::string& run);
/// Why a run cannot be resumed or branched, according to its row.
std::optional<v1::Problem> refusalToResume(const store::RunRow& row, const v1::ResumeRunRequest& request,
                                           const v1::RunSpec& spec);
/// The outcome in the row of a run that has ended.
base::Result<v1::RunFinished> finishedOf(const store::RunRow& row);
/// The row of a run that has not started; its id and folder come from the store.
store::RunRow newRow(const v1::RunSpec& spec, const spec::StrategyInfo& strategy,
                     const std::string& requestId, const std::string& client);
/// A run's row as shown to clients.
v1::RunSummary summaryOf(const store::RunRow& row);

}  // namespace trainyard::control
