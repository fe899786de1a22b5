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
#include "ui/bridge/media_values.h"
#include "ui/bridge/sentence.h"
#include "ui/bridge/sweep_values.h"
#include "ui/bridge/values.h"

namespace trainyard::bridge {

template <typename T>
using Outcome = std::expected<T, Failure>;

/// A call that stops a run: it waits only for others of its kind.
template <typename Signature>
struct Order : std::function<Signature> {
    using std::function<Signature>::function;
};
/// A short call that changes what is saved: the next one is made after its answer, so an edit and its undo
/// take effect in the order requested.
template <typename Signature>
struct Edit : std::function<Signature> {
    using std::function<Signature>::function;
};
/// A call that may take minutes: no short call waits for it.
template <typename Signature>
struct LongCall : std::function<Signature> {
    using std::function<Signature>::function;
};

/// A LongCall that leaves nothing to be undone wherever it ends. `stop` is requested once nobody waits for
/// its answer any more, and the agent ends its work then.
template <typename Signature>
struct LongRead;
template <typename R, typename... Parameters>
struct LongRead<R(Parameters...)> : std::function<R(Parameters..., const std::stop_token& stop)> {
    using std::function<R(Parameters..., const std::stop_token&)>::function;
};

/// The first reply of watchRuns is the whole list, later ones contain what changed.
struct RunListChange {
    std::vector<RunRow> runs;
    bool isSnapshot = false;
    Sentence storeDamage = {};  ///< why the agent's store is read-only, and the remedy; empty: it is writable
};

/// One message of a run's stream; empty fields did not change.
struct RunUpdate {
    std::vector<EventRow> events;
    std::vector<SeriesPoints> points;
    std::optional<Progress> progress;
    std::uint64_t lastSeq = 0;  ///< seq of the newest event in it, shown or not; 0: none
};

/// A trace of several steps of a run, for all its tasks.
struct ProfileOutcome {
    QString path;
    std::int64_t fromStep = 0;  ///< steps finished before its first one
    int tasks = 0;
};

struct ThreadStack {
    int tid = 0;
    QString name;
    QStringList frames;  ///< innermost first
};

/// What a task of a live run was doing when it was inspected.
struct TaskStacks {
    QString task;
    int pid = 0;
    QString state;                     ///< of the process: running, sleeping, waiting for a disk, stopped
    Sentence error;                    ///< why there are no threads; empty: there are some
    std::vector<ThreadStack> threads;  ///< the main thread first
    Sentence note;                     ///< why these are not the frames of Python; empty: as expected
};

// The calls of an agent that the window makes, in groups: a page names in its header those that it needs
// (agent_for.h). Each call blocks, so only AgentBridge's own threads make them; streams end when `stop` is
// requested, the callback returns false, or the agent becomes unavailable. Thread-safe. [any but gui]

/// What a RunWatch follows; made by AgentBridge::watchRun() alone.
struct RunStreams {
    std::function<Outcome<void>(const QString& run, std::uint64_t afterSeq, std::stop_token,
                                const std::function<bool(RunUpdate)>&)>
        watchRun;
    /// Every task's log of the newest attempt, starting `tailLines` before its end, until the run has
    /// finished.
    std::function<Outcome<void>(const QString& run, int tailLines, std::stop_token,
                                const std::function<bool(LogChunk)>&)>
        followLog;
};

/// Runs that exist.
struct RunCalls {
    std::function<Outcome<RunDetail>(const QString& run)> runDetail;
    Order<Outcome<void>(const QString& run, StopAfter)> stopRun;
    LongCall<Outcome<StartOutcome>(const ResumeRequest&)> resumeRun;
    /// The first step at which the change takes effect; waits a few seconds for it.
    LongCall<Outcome<std::int64_t>(const QString& run, const RunChange&)> changeRun;
    Edit<Outcome<void>(const QString& run, const RunEdit&)> editRun;
    /// Returns one sentence about what happened; blocks until the run steps again.
    LongCall<Outcome<Sentence>(const DrillRequest&)> drill;
    /// Blocks until the run has completed that many steps and their trace is written.
    LongCall<Outcome<ProfileOutcome>(const QString& run, int steps)> profileRun;
    /// For all tasks of a live run; takes some tenths of a second.
    LongRead<Outcome<std::vector<TaskStacks>>(const QString& run)> readStacks;
};

struct SeriesCalls {
    std::function<Outcome<std::vector<SeriesKey>>(const QString& run)> listSeries;
    std::function<Outcome<std::vector<SeriesPoints>>(const SeriesQuery&)> querySeries;
    std::function<Outcome<std::vector<MediaSeries>>(const QString& run)> listMedia;
    std::function<Outcome<std::vector<MediaItem>>(const QString& run, const MediaSeries&)> mediaItems;
    /// Nothing in it: that one was thinned out since.
    std::function<Outcome<MediaContent>(const QString& run, const MediaSeries&, std::int64_t id)> readMedia;
};

/// From a run file to a run.
struct RunFileCalls {
    /// Reads and checks a run file; never fails: problems are findings.
    LongRead<LoadedRun(const RunSource&)> loadRun;
    LongCall<Outcome<StartOutcome>(const LoadedRun&)> startRun;
    /// What a run file may contain, as JSON: {"schema": the run file's JSON Schema, expanded, with the
    /// options of every available strategy; "roles": {strategy: {role: {"min", "max"}}}}.
    std::function<Outcome<QByteArray>()> formSchema;
};

/// What a run names and its nodes lack (kLacksFilesCode). Each returns the bytes sent to all nodes once they
/// lack nothing; a call that ended early is continued by the next one. Fails if the run has other errors.
struct SendCalls {
    /// Of a run that is to be started.
    LongRead<Outcome<std::int64_t>(const LoadedRun&, const std::shared_ptr<SendProgress>&)> sendFiles;
    /// Of one that is to be resumed, or branched from.
    LongRead<Outcome<std::int64_t>(const ResumeRequest&, const std::shared_ptr<SendProgress>&)>
        sendFilesToResume;
};

struct ImportCalls {
    /// Creates runs from the logs in a folder, or reads their new data. Blocks until everything is read or
    /// `progress` was cancelled.
    LongCall<Outcome<std::vector<ImportedRun>>(const QString& folder,
                                               const std::shared_ptr<ImportProgress>& progress)>
        importLogs;
    /// The same, and keeps importing what is added. Returns when it has failed or nobody waits any more.
    LongRead<Outcome<void>(const QString& folder, const std::shared_ptr<ImportProgress>& progress)>
        followLogs;
};

struct ExportCalls {
    /// Nothing is at the path before it has succeeded.
    LongRead<Outcome<void>(const ExportRequest&)> exportRuns;
};

struct CheckpointCalls {
    std::function<Outcome<std::vector<CheckpointRow>>(const QString& run)>
        listCheckpoints;  ///< empty: of all runs
    /// For kExport, the path of the exported file.
    LongCall<Outcome<QString>(const QString& path, CheckpointAction, const QString& to)> editCheckpoint;
    LongRead<Outcome<CheckpointContent>(const QString& path)> showCheckpoint;
    LongRead<Outcome<CheckOutcome>(const QString& path)> verifyCheckpoint;
    /// Blocks until the result is available, or `progress` was cancelled.
    LongRead<Outcome<Prediction>(const PredictionRequest&)> predict;
    LongRead<Outcome<CheckpointDiff>(const QString& left, const QString& right)> diffCheckpoints;
};

/// The saved clusters.
struct ClusterCalls {
    std::function<Outcome<std::vector<SavedCluster>>()> listClusters;
    Edit<Outcome<void>(const QString& name, const QString& text)> saveCluster;
    Edit<Outcome<void>(const QString& name)> deleteCluster;
};

struct NodeCalls {
    std::function<Outcome<NodeList>()> listNodes;
    /// Connects to `target` by ssh and sends it Trainyard if it has none.
    LongCall<Outcome<NodeRow>(const QString& target, const QString& name,
                              const std::shared_ptr<SetUpProgress>& progress)>
        addNode;
    /// Sends a machine Trainyard and libtorch, unless it has them.
    LongCall<Outcome<NodeRow>(const QString& name, const std::shared_ptr<SetUpProgress>& progress)>
        prepareNode;
    /// Connects to a machine whose ssh asks something (NodeRow::asks).
    LongCall<Outcome<NodeRow>(const QString& name, const std::shared_ptr<SetUpProgress>& progress)>
        connectNode;
    /// The question of the SetUpProgress of one of these calls. Null: give it up.
    Order<Outcome<void>(const QString& question, const std::shared_ptr<const SshAnswer>& answer)>
        answerQuestion;
    /// Connects to it now, unless it is connected, and asks how it is.
    LongRead<Outcome<NodeRow>(const QString& name)> checkNode;
    Edit<Outcome<void>(const QString& name)> removeNode;
    /// Removes one that cannot be reached, whose tasks count as lost.
    LongCall<Outcome<void>(const QString& name)> abandonNode;
    /// What all machines find about themselves and about the links between them.
    LongRead<Outcome<NodeTests>()> testNodes;
};

struct SweepCalls {
    std::function<Outcome<std::vector<SweepRow>>()> listSweeps;  ///< newest first
    /// Reads and checks a sweep file of this machine; what is wrong with it are findings.
    LongRead<Outcome<PlannedSweep>(const QString& file)> loadSweep;
    /// Returns the sweep's id.
    LongCall<Outcome<QString>(const PlannedSweep&)> startSweep;
    Edit<Outcome<void>(const QString& sweep, SweepAction)> editSweep;
};

struct PluginCalls {
    /// The plugins on this machine, by their manifests; needs no agent.
    std::function<PluginList()> listPlugins;
};

/// Files that the user names; they need no agent.
struct TextFileCalls {
    /// By name and contents; needs no agent.
    std::function<PathKind(const QString& path)> pathKind;
    /// A small text file that the user chose.
    std::function<Outcome<QString>(const QString& file)> readTextFile;
    /// Atomically writes a run file or another text to the path that the user chose, through a symbolic link;
    /// an existing file keeps its mode. Refused in the folder of a run (kRecordCode), and over what has
    /// changed since it was read (kChangedCode).
    Edit<Outcome<void>(const TextFile& file)> saveTextFile;
};

/// All of them. Tests fill this in directly, the program through clientFunctions().
struct AgentFunctions : RunStreams,
                        RunCalls,
                        SeriesCalls,
                        RunFileCalls,
                        SendCalls,
                        ImportCalls,
                        ExportCalls,
                        CheckpointCalls,
                        ClusterCalls,
                        NodeCalls,
                        SweepCalls,
                        PluginCalls,
                        TextFileCalls {
    /// Where the agent is, as --agent names it; empty: on this machine.
    QString machine = {};
    /// Performs the handshake (starting an agent where that is allowed) and reports which agent it found.
    std::function<Outcome<QString>()> connect;
    /// Whether it still answers: within a few seconds, or it fails.
    std::function<Outcome<void>(const std::stop_token&)> ping;
    std::function<Outcome<void>(std::stop_token, const std::function<bool(RunListChange)>&)> watchRuns;
};

}  // namespace trainyard::bridge
