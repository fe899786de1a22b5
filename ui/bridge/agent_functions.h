// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <expected>
#include <functional>
#include <stop_token>
#include <vector>

#include "ui/bridge/cluster_values.h"
#include "ui/bridge/values.h"

namespace trainyard::bridge {

template <typename T>
using Outcome = std::expected<T, Failure>;

/// A call that stops a run: it waits for nothing but another of its kind.
template <typename Signature>
struct Order : std::function<Signature> {
    using std::function<Signature>::function;
};
/// A call that may take minutes: no short one waits for it.
template <typename Signature>
struct LongCall : std::function<Signature> {
    using std::function<Signature>::function;
};

/// The first reply of watchRuns is the whole list, the later ones what changed.
struct RunListChange {
    std::vector<RunRow> runs;
    bool isSnapshot = false;
    QString storeDamage =
        {};  ///< why the agent's store takes nothing any more, and the remedy; empty: it does
};

/// One message of a run's stream; what is empty did not change.
struct RunUpdate {
    std::vector<EventRow> events;
    std::vector<SeriesPoints> points;
    std::optional<Progress> progress;
    std::uint64_t lastSeq = 0;  ///< of the newest event in it, shown or not; 0: none
};

/// A trace of some steps of a run, of all its tasks.
struct ProfileOutcome {
    QString path;
    std::int64_t fromStep = 0;  ///< steps finished before its first
    int tasks = 0;
};

struct ThreadStack {
    int tid = 0;
    QString name;
    QStringList frames;  ///< innermost first
};

/// What a task of a live run was at when it was looked at.
struct TaskStacks {
    QString task;
    int pid = 0;
    QString state;                     ///< of the process: running, sleeping, waiting for a disk, stopped
    QString error;                     ///< why there are no threads; empty: there are
    std::vector<ThreadStack> threads;  ///< the main thread first
};

/// The few things the window asks of an agent. Each call blocks, so only AgentBridge's own threads make them;
/// streams end when `stop` is requested, the callback returns false, or the agent is gone. Tests fill this in
/// by hand, the program by clientFunctions(). Thread-safe. [any but gui]
struct AgentFunctions {
    /// Shakes hands (starting an agent where that is allowed) and says whom it found.
    std::function<Outcome<QString>()> connect;
    std::function<Outcome<void>(std::stop_token, const std::function<bool(RunListChange)>&)> watchRuns;
    std::function<Outcome<RunDetail>(const QString& run)> runDetail;
    std::function<Outcome<void>(const QString& run, std::uint64_t afterSeq, std::stop_token,
                                const std::function<bool(RunUpdate)>&)>
        watchRun;
    std::function<Outcome<std::vector<SeriesKey>>(const QString& run)> listSeries;
    std::function<Outcome<std::vector<SeriesPoints>>(const SeriesQuery&)> querySeries;
    /// Every task's log of the newest attempt, from `tailLines` before its end on, until the run has
    /// finished.
    std::function<Outcome<void>(const QString& run, int tailLines, std::stop_token,
                                const std::function<bool(LogChunk)>&)>
        followLog;
    /// Reads and checks a run file; never fails, what is wrong is a finding.
    LongCall<LoadedRun(const RunSource&)> loadRun;
    LongCall<Outcome<StartOutcome>(const LoadedRun&)> startRun;
    /// What a run file may hold, as JSON: {"schema": the run file's JSON Schema, expanded, with the options
    /// of every strategy there is; "roles": {strategy: {role: {"min", "max"}}}}.
    std::function<Outcome<QByteArray>()> formSchema;
    /// Writes a run file or another text that a person chose a place for, whole or not at all; refused
    /// (kRecordCode) in the folder of a run.
    std::function<Outcome<void>(const QString& file, const QString& text)> saveTextFile;
    Order<Outcome<void>(const QString& run, StopAfter)> stopRun;
    LongCall<Outcome<StartOutcome>(const ResumeRequest&)> resumeRun;
    /// The step from which on the change counts; waits some seconds for it.
    LongCall<Outcome<std::int64_t>(const QString& run, const RunChange&)> changeRun;
    std::function<Outcome<void>(const QString& run, const RunEdit&)> editRun;
    /// One sentence about what happened; blocks until the run steps again.
    LongCall<Outcome<QString>(const DrillRequest&)> drill;
    /// Blocks until the run has done so many steps and their trace is written.
    LongCall<Outcome<ProfileOutcome>(const QString& run, int steps)> profileRun;
    /// Of all tasks of a live run; some tenths of a second.
    LongCall<Outcome<std::vector<TaskStacks>>(const QString& run)> readStacks;
    std::function<Outcome<std::vector<CheckpointRow>>(const QString& run)>
        listCheckpoints;  ///< empty: of all
    /// The path of what was made, of kExport.
    LongCall<Outcome<QString>(const QString& path, CheckpointAction, const QString& to)> editCheckpoint;
    LongCall<Outcome<CheckpointContent>(const QString& path)> showCheckpoint;
    LongCall<Outcome<CheckOutcome>(const QString& path)> verifyCheckpoint;
    /// Blocks until the result is there, or `progress` was cancelled.
    LongCall<Outcome<Prediction>(const PredictionRequest&)> predict;
    LongCall<Outcome<CheckpointDiff>(const QString& left, const QString& right)> diffCheckpoints;
    /// The plugins this machine has, by their manifests; needs no agent.
    std::function<PluginList()> listPlugins;
    std::function<Outcome<std::vector<SavedCluster>>()> listClusters;
    std::function<Outcome<void>(const QString& name, const QString& text)> saveCluster;
    std::function<Outcome<void>(const QString& name)> deleteCluster;
    std::function<Outcome<std::vector<NodeRow>>()> listNodes;
    /// Makes runs of the logs in a folder, or reads on in them. Blocks until all is read, or `progress` was
    /// cancelled.
    LongCall<Outcome<std::vector<ImportedRun>>(const QString& folder,
                                               const std::shared_ptr<ImportProgress>& progress)>
        importLogs;
    /// By its name and by what stands in it; needs no agent.
    std::function<PathKind(const QString& path)> pathKind;
    /// A small text file that a person chose.
    std::function<Outcome<QString>(const QString& file)> readTextFile;
};

}  // namespace trainyard::bridge
