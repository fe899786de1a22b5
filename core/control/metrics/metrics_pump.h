// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/control/metrics/combined_events.h"
#include "core/control/metrics/metric_sources.h"
#include "core/control/metrics/spool.h"
#include "core/control/run/attempt_file.h"
#include "core/control/run/run_log.h"
#include "core/events/run_progress.h"

struct inotify_event;

namespace trainyard::control {

/// Moves a run's metrics from the tasks' event files to the store and to watchers, and reports its steps and
/// epochs on the way. Woken by inotify; everything that arrives within 50 ms goes into one transaction. Owned
/// by the control loop.
class MetricsPump {
  public:
    MetricsPump(Environment& environment, RunLog& log, const RunFolder& folder, const AttemptPlan& attempt,
                const std::vector<spec::TaskPlan>& tasks);
    /// Of a command run: follows whatever event files there are in its log folders.
    MetricsPump(Environment& environment, RunLog& log, const RunFolder& folder, const AttemptPlan& attempt,
                const std::vector<spec::TaskPlan>& tasks, const v1::RunSpec& spec, TaskOfProcess taskOf);
    ~MetricsPump();
    MetricsPump(const MetricsPump&) = delete;
    MetricsPump& operator=(const MetricsPump&) = delete;

    /// Have to be there before start() and resume().
    std::vector<std::filesystem::path> foldersToMake() const { return spool_.foldersToMake(); }
    /// Follows the files of this attempt; those of earlier attempts have been read completely. Before its
    /// tasks are launched. May be called again. What a command writes is read from release() on.
    base::Status start();
    /// The attempt's start is published. A command's first task may have written before the last was
    /// launched, and nothing of an attempt precedes its start.
    void release();
    /// Reads what a former agent had read of this attempt, for resume(). Blocks on the disk; [any], before
    /// anything else is called.
    void readPast();
    /// In place of start(): continues from what readPast() has read.
    base::Status resume();
    enum class Read {
        kAll,        ///< everything currently there
        kInPart,     ///< as much as the time limit allows; the rest follows automatically
        kNotStored,  ///< some of it could not be stored; it will be retried
    };
    /// Reads what is currently there, the chief's first, without keeping the loop's other users waiting too
    /// long.
    Read pump();
    /// Like pump() for a run whose tasks have ended: uses the reserve of a full disk, and what a damaged
    /// store does not take counts as read, since the event files are read into a repaired one.
    Read pumpAtEnd();
    /// The program whose output is searched for metrics has ended on its own: its last line is whole, whether
    /// or not it has a line end. Before pumpAtEnd().
    void endOutput() { spool_.endOutput(); }
    /// Called after the chief's plan or any other new data was read.
    void onChange(std::function<void()> changed) { onChange_ = std::move(changed); }
    /// Called once, when a followed folder or file of the run was deleted or moved.
    void onMissing(std::function<void(const std::filesystem::path&)> missing) {
        onMissing_ = std::move(missing);
    }
    const events::RunProgress& progress() const { return progress_; }
    /// Steady seconds when the last piece was stored; 0: none was.
    double heardAt() const { return heardAt_; }
    /// Reports the last step even if it is not due yet.
    void reportLastStep();

  private:
    using Clock = events::RunProgress::Clock;

    MetricsPump(Environment& environment, RunLog& log, const RunFolder& folder, const AttemptPlan& attempt,
                Spool spool, bool isCommand);
    base::Status follow();
    base::Status watchFolders();
    base::Result<int> watchFolder(const std::filesystem::path& folder);
    base::Status watchNewFolders();
    base::Result<bool> watchFound(const std::filesystem::path& folder);
    void noteTouched(const inotify_event& event);
    base::Result<std::vector<store::SpoolOffset>> offsetsBefore() const;
    base::Status eachStored(std::initializer_list<std::string_view> kinds,
                            const std::function<void(const v1::RunEvent&)>& take) const;
    base::Result<std::set<int>> toldEpochs();
    base::Result<std::map<std::string, double>> metricsBefore();
    base::Status awaitNews();
    void readNews();
    void wakeAfter(std::chrono::milliseconds delay);
    bool store(const SpoolPiece& piece);
    void announce(std::vector<store::SeriesPoints> points);
    void reportAll(std::vector<v1::RunEvent> told);
    void reportDueSteps(events::RunProgress::Due due);
    void updateRow();

    Environment& environment_;
    RunLog& log_;
    RunFolder folder_;
    int attempt_;
    const std::int64_t fromStep_;
    Spool spool_;
    base::Result<std::vector<events::Event>> past_;  ///< the chief's
    events::RunProgress progress_;
    CombinedEvents combined_;
    MetricSources sources_;  ///< of a command run
    bool hasCombinedFailed_ = false;
    bool hasTimeFailed_ = false;
    bool hasStoreFailed_ = false;
    double heardAt_ = 0;
    base::UniqueFd inotify_;
    std::map<int, std::filesystem::path> watched_;  ///< by watch
    bool isCommand_ = false;
    bool isHeld_ = false;  ///< until release()
    bool hasNewFolders_ = true, hasWatchFailed_ = false;
    std::vector<std::filesystem::path> madeFolders_;  ///< since the last look
    int logsWatch_ = -1;
    bool hasLogGrown_ = false;
    bool hasNewsToRead_ = false;  ///< from inotify, which is not watched meanwhile
    base::Timer pumpTimer_, stepTimer_;
    std::function<void()> onChange_;
    std::function<void(const std::filesystem::path&)> onMissing_;
};

}  // namespace trainyard::control
