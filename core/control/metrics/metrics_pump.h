// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/control/metrics/metrics_reader.h"
#include "core/control/run/run_log.h"

namespace trainyard::control {

/// Moves a run's metrics from the tasks' event files to the store and to watchers, and reports its steps and
/// epochs on the way. Decides when to read: woken by inotify, 50 ms after the first news. A MetricsReader
/// reads and stores, in turns on the storage executor; what it found comes back to the loop. Owned by the
/// control loop.
class MetricsPump {
  public:
    using Read = MetricsNews::Read;
    using Done = std::function<void(const base::Status&)>;
    using OnRead = std::function<void(Read)>;
    /// The tasks that run now.
    using ProcessesNow = std::function<MetricsReader::Processes()>;

    MetricsPump(Environment& environment, RunLog& log, const RunFolder& folder, const AttemptPlan& attempt,
                const std::vector<spec::TaskPlan>& tasks);
    /// Of a command run: follows whatever event files there are in its log folders.
    MetricsPump(Environment& environment, RunLog& log, const RunFolder& folder, const AttemptPlan& attempt,
                const std::vector<spec::TaskPlan>& tasks, const v1::RunSpec& spec, ProcessesNow processes);
    ~MetricsPump();
    MetricsPump(const MetricsPump&) = delete;
    MetricsPump& operator=(const MetricsPump&) = delete;

    /// Have to be there before start() and resume().
    const std::vector<std::filesystem::path>& foldersToMake() const { return foldersToMake_; }
    /// Follows the files of this attempt; those of earlier attempts have been read completely. Before its
    /// tasks are launched. May be called again. What a command writes is read from release() on.
    void start(Done done);
    /// The attempt's start is published. A command's first task may have written before the last was
    /// launched, and nothing of an attempt precedes its start.
    void release();
    /// Reads what a former agent had read of this attempt, for resume(). Blocks on the disk; [any], before
    /// anything else is called.
    void readPast() { reader_->readPast(); }
    /// In place of start(): continues from what readPast() has read.
    void resume(Done done);
    /// Reads what is there at this moment, or will be when the turns before are over, the chief's first, and
    /// some of a large backlog; the rest follows automatically. `done` is called when it was reported.
    void pump(OnRead done);
    /// Like pump(), again and again until all that is there was reported, or something cannot be stored.
    void pumpAll(std::function<void()> done);
    /// Like pump() for a run whose tasks have ended: uses the reserve of a full disk, counts as read what a
    /// damaged store does not take, and reports the last step even if it is not due yet.
    void pumpAtEnd(OnRead done);
    /// The program whose output is searched for metrics has ended on its own: its last line is whole, whether
    /// or not it has a line end. Before pumpAtEnd().
    void endOutput() { isOutputWhole_ = true; }
    /// Called after the chief's plan or any other new data was read.
    void onChange(std::function<void()> changed) { onChange_ = std::move(changed); }
    /// Called once, when a followed folder or file of the run was deleted or moved.
    void onMissing(std::function<void(const std::filesystem::path&)> missing) {
        onMissing_ = std::move(missing);
    }
    /// Called with what the client of a program reports. A checkpoint is in the store then, and an event.
    void onClient(std::function<void(const ClientNote&)> reported) { onClient_ = std::move(reported); }
    /// As of what has been reported.
    const events::RunProgress& progress() const { return progress_; }
    /// Steady seconds when the last piece was stored; 0: none was.
    double heardAt() const { return heardAt_; }

  private:
    using SpoolAndProcesses = std::pair<SpoolReader, std::shared_ptr<MetricsReader::Processes>>;
    MetricsPump(Environment& environment, RunLog& log, const RunFolder& folder, const AttemptPlan& attempt,
                SpoolAndProcesses spool, ProcessesNow processes,
                std::optional<MetricsReader::Machines> machines = {});
    void open(std::function<base::Result<MetricsReader::Opened>(MetricsReader&)> work, Done done);
    void post(MetricsReader::Turn turn, OnRead done);
    void awaitNotice();
    void ignoreNotices();
    void wakeAfter(std::chrono::milliseconds delay);
    void report(MetricsNews& news);
    void updateRow();

    Environment& environment_;
    RunLog& log_;
    ProcessesNow processes_;  ///< empty: not of a command
    std::vector<std::filesystem::path> foldersToMake_;
    std::shared_ptr<MetricsReader> reader_;  ///< may outlive this object, on the storage executor
    events::RunProgress progress_;
    double heardAt_ = 0;
    int notifier_ = -1;        ///< the reader's
    bool isHeld_ = false;      ///< until release()
    bool isNotified_ = false;  ///< and the notifier is not watched meanwhile
    bool isOutputWhole_ = false;
    base::Timer pumpTimer_, stepTimer_;
    std::function<void()> onChange_;
    std::function<void(const ClientNote&)> onClient_;
    std::function<void(const std::filesystem::path&)> onMissing_;
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);  ///< for what the reader answers
};

}  // namespace trainyard::control
