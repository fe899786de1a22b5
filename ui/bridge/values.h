// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMap>
#include <QMetaType>
#include <QString>
#include <QStringList>
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/error.h"
#include "ui/bridge/sentence.h"

/// What the window shows, as plain values: created on a worker thread, passed to the GUI thread, never
/// changed afterwards. No protobuf or gRPC type appears in this header.
namespace trainyard::bridge {

enum class RunState {
    kUnknown,
    kQueued,
    kStarting,
    kRunning,
    kStopping,
    kSucceeded,
    kFailed,
    kStopped,
    kPreempted,
    kPausing,  ///< running, asked to pause: no task has confirmed yet that it waits
    kPaused,   ///< running, but paused
    kImported  ///< imported from another program's logs
};
enum class TaskState { kUnknown, kStarting, kRunning, kSucceeded, kFailed, kStopped, kLost };
/// When a stop takes effect; the names are those of `stop --after`.
enum class StopAfter { kStep, kEpoch, kSave, kNow };

/// True once nothing can change any more.
constexpr bool hasEnded(RunState state) {
    return state == RunState::kSucceeded || state == RunState::kFailed || state == RunState::kStopped ||
           state == RunState::kPreempted || state == RunState::kImported;
}

/// True while a pause is in force, be it confirmed or not: `Continue` ends it.
constexpr bool isToPause(RunState state) {
    return state == RunState::kPausing || state == RunState::kPaused;
}

constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();

/// One run as the list shows it. Times are seconds since 1970, 0 where there is none; `epoch` is 0-based.
struct RunRow {
    QString id;
    QString name;
    RunState state = RunState::kUnknown;
    QString strategy;
    QString model;
    double created = 0;
    double ended = 0;
    std::int64_t step = 0;
    std::int64_t totalSteps = 0;
    int epoch = 0;
    int epochs = 0;
    int attempts = 0;
    int replicas = 0;
    QMap<QString, double> metrics;  ///< newest of loss, accuracy, val_loss, val_accuracy
    QString dir;
    Sentence failure;
    QStringList tags;
    QString note;
    bool isTrashed = false;
    QString parent;  ///< the run it was branched from
    bool canResume = false;
    double liveSeconds = 0;  ///< total time between starts (or resumes) and ends, without the current stretch
    double resumed = 0;      ///< when the current stretch began; 0: not running
};

/// Whether it runs a program whose steps and checkpoints Trainyard doesn't know.
inline bool isCommand(const RunRow& run) {
    return run.strategy == QLatin1String("command");
}

/// The epoch as shown to the user: counted from 1, never beyond the last.
inline int epochToShow(int epoch, int epochs) {
    return epochs > 0 ? std::min(epoch + 1, epochs) : epoch + 1;
}

/// Number of steps on the curves' axis: the planned steps, or the completed ones where only its log is known.
inline std::int64_t stepsToDraw(const RunRow& run) {
    return run.state == RunState::kImported ? run.step : run.totalSteps;
}

struct TaskRow {
    QString task;  ///< "worker:0"
    QString node;
    QString address;
    TaskState state = TaskState::kUnknown;
    bool isChief = false;
    int pid = 0;
    int exitCode = -1;
    int exitSignal = 0;
    Sentence phase;
    std::int64_t step = 0;
    // Breakdown of the time of its last steps, per step; NaN: not reported.
    double inputMs = kNotKnown;
    double computeMs = kNotKnown;
    double waitMs = kNotKnown;   ///< for other tasks
    std::int64_t rssBytes = 0;   ///< 0: not reported
    double cpu = 0;              ///< cores in use
    double gpus = kNotKnown;     ///< in use, as cores are
    std::int64_t gpuBytes = -1;  ///< of all GPUs; -1: it uses none, or that is not known
    Sentence call;               ///< the call it is waiting in; empty: none
    double callSince = 0;        ///< seconds since 1970
    bool isSuspended = false;    ///< its process was stopped by SIGSTOP or a debugger
    bool isBlocking = false;     ///< it blocks the other tasks, according to the newest stall
    QStringList listens = {};    ///< "address:port" of each TCP port at which one of its processes listens
};

enum class EventKind {
    kStarted,
    kAttempt,
    kEpoch,
    kCheckpoint,
    kWarning,
    kWaiting,
    kStatus,
    kFinished,
    kChange,
    kEvaluation,
    kMetricsFound
};

/// One line of a run's history. Numbers stay numbers so that the view can format them for the user's locale.
struct EventRow {
    std::uint64_t seq = 0;
    double time = 0;
    EventKind kind = EventKind::kStarted;
    RunState state = RunState::kUnknown;  ///< for kStatus and kFinished
    int number = 0;                       ///< attempt, or epoch (0-based)
    std::int64_t step = 0;
    double value = kNotKnown;  ///< stall in ms of a checkpoint, seconds of an epoch
    QMap<QString, double> metrics;
    Sentence text;               ///< path, cause, reason or message, as the agent wrote it
    QString code;                ///< stable code of a warning or a wait
    QString from;                ///< path of the checkpoint that an attempt started from
    QString format;              ///< of the output in which metrics were found: "keras", "json" …
    QString regex;               ///< that has found them; neither: they were found in event files
    Sentences changed;           ///< what differs in an attempt from its checkpoint
    bool isBackup = false;       ///< of a checkpoint
    bool isStepUnknown = false;  ///< of an attempt of a program, which begins where it likes
};

struct Progress {
    std::int64_t step = 0;
    std::int64_t totalSteps = 0;
    double etaSeconds = kNotKnown;
    double msPerStep = kNotKnown;
    int epoch = -1;              ///< 0-based; -1: not known yet
    std::vector<TaskRow> tasks;  ///< empty: unchanged
};

/// Merges the known fields of `news` and keeps the others.
void merge(Progress& into, Progress news);
/// Seconds until `totalSteps` are done, computed from the speed where that is known (it is newer than the
/// agent's estimate, which is the fallback); NaN if unknown.
double secondsLeft(const Progress& progress, std::int64_t totalSteps);

/// What one parameter server transfers per step, which is one closure of one worker.
struct ServerTraffic {
    QString task;
    std::int64_t variableBytes = 0;  ///< stored by it, including optimizer state
    std::int64_t sentBytes = 0;      ///< variables, or rows of them, to the worker
    std::int64_t receivedBytes = 0;  ///< gradients
};

/// What a run needs; 0: not known.
struct Figures {
    std::int64_t memoryPerReplica = 0;
    std::int64_t bytesPerStep = 0;       ///< sent by one task for gradients or variables
    std::vector<ServerTraffic> traffic;  ///< under parameter servers
};

struct RunDetail {
    RunRow summary;
    std::vector<TaskRow> tasks;
    QString source;          ///< the run file as written by the user
    QString runFile;         ///< the current complete run file; empty: none, as for imported logs
    QString startedRunFile;  ///< the run file at the start; empty: same as `runFile`
    Sentence failureText;
    QStringList failureLog;
    int stepsPerEpoch = 0;
    Figures estimated;                  ///< before the start
    Figures measured;                   ///< of the newest attempt that has ended
    double goodput = kNotKnown;         ///< fraction of the time spent on steps that were kept, 0…1
    std::map<QString, QString> config;  ///< every key of the complete run file, "train.epochs", and its value
};

/// The learning rate in its run file if it is a number; otherwise empty.
QString learningRateOf(const RunDetail& detail);

/// The user's annotations of a run; unset fields stay unchanged.
struct RunEdit {
    std::optional<QString> name;
    std::optional<QString> note;
    QStringList addTags;
    QStringList removeTags;
    std::optional<bool> isTrashed;
};

/// What can be changed while a run is in progress.
struct RunChange {
    std::optional<bool> isPaused;
    std::optional<double> learningRate;
    std::optional<int> epochs;
};

struct ResumeRequest {
    QString run;
    QString from;           ///< path of a checkpoint; empty: the newest that verifies
    bool isBranch = false;  ///< a new run that starts from `from`
    /// What the branch changes; unset fields are the same as in the parent run.
    std::optional<QString> name;
    std::optional<int> epochs;
    std::optional<double> learningRate;
};

/// A task killed on purpose, to test the run's recovery.
struct DrillRequest {
    QString run;
    QString task;  ///< "worker:1"
    int signal = 9;
};

/// What a check found: the damage, if any.
struct CheckOutcome {
    Sentences damage;
    std::int64_t bytes = 0;
};

struct CheckpointRow {
    QString run;
    QString path;
    std::int64_t step = 0;
    int epoch = 0;    ///< 0-based
    double time = 0;  ///< seconds since 1970
    std::int64_t bytes = 0;
    QMap<QString, double> metrics;
    bool isPinned = false;
    bool isBackup = false;
    bool isBest = false;
    QString state;  ///< good, unverified, damaged
    int attempt = 0;
};

/// The progress of a log import, shared with the thread that waits for it; setting `isCancelled` ends the
/// import.
struct ImportProgress {
    std::atomic<int> files{0};
    std::atomic<int> filesDone{0};
    std::atomic<std::int64_t> bytes{0};
    std::atomic<std::int64_t> bytesDone{0};
    std::atomic<bool> isFollowing{false};  ///< everything there has been read, and what is added follows
    std::atomic<int> runs{0};              ///< that are followed
    std::atomic<std::int64_t> points{0};   ///< read while following
    std::atomic<bool> isCancelled{false};
};
/// The result of importing the logs of one folder.
struct ImportedRun {
    QString run;  ///< empty: none, see `problems`
    QString folder;
    std::int64_t points = 0;  ///< added by this import
    bool isNew = false;
    bool isRestored = false;  ///< it was in the trash
    Sentences problems;
};

/// What the user wants to have written, and where.
struct ExportRequest {
    QStringList runs;  ///< several for a report alone
    QString format;    ///< html | csv | npy | tensorboard
    QString path;      ///< of a file or folder that does not exist yet
};

/// The kind of a file or folder on the disk.
enum class PathKind { kRunFile, kTfConfig, kCheckpoint, kLogs };

/// The progress of a prediction, shared with the thread that waits for it; setting `isCancelled` ends the
/// prediction.
struct PredictionProgress {
    std::atomic<std::int64_t> done{0};
    std::atomic<std::int64_t> total{0};
    std::atomic<bool> isCancelled{false};
};
struct PredictionRequest {
    QString checkpoint;
    QStringList data;  ///< as accepted by `predict`; empty: the run's validation data
    int worst = 0;     ///< how many of the largest-loss samples to send
    std::shared_ptr<PredictionProgress> progress;
};
struct PredictedSample {
    std::int64_t index = 0;
    QString file;  ///< of a single picture
    int label = -1;
    int predicted = -1;
    double loss = kNotKnown;
    double probability = kNotKnown;  ///< of the predicted class
    std::vector<std::int64_t> shape;
    std::vector<float> values;
};
struct Prediction {
    std::int64_t samples = 0;
    QMap<QString, double> metrics;
    int classes = 0;
    std::vector<std::int64_t> confusion;  ///< classes × classes, row: label, column: predicted; or nothing
    std::vector<PredictedSample> worst;   ///< largest loss first; for single pictures: all, in their order
};

enum class CheckpointAction { kPin, kUnpin, kDelete, kExport };

struct TensorRow {
    QString file;  ///< "model.safetensors"
    QString name;
    QString dtype;
    std::vector<std::int64_t> shape;
    std::int64_t bytes = 0;
    double min = kNotKnown;
    double mean = kNotKnown;
    double max = kNotKnown;
    double deviation = kNotKnown;
    std::int64_t notFinite = 0;
    std::vector<std::int64_t> histogram;  ///< between min and max
};
struct CheckpointContent {
    CheckpointRow checkpoint;
    std::vector<TensorRow> tensors;
    QStringList preprocessing;  ///< a line per entry with values of the training data: vocabularies, means
};

struct TensorDiff {
    QString file;
    QString name;
    QString change;  ///< same, changed, added, removed, shape, dtype
    double maxAbs = kNotKnown;
    double meanAbs = kNotKnown;
};
struct CheckpointDiff {
    std::vector<TensorDiff> tensors;
    Sentences state;  ///< what differs in state.json, as text
};

struct SeriesKey {
    QString task;
    QString split;  ///< "train" or "validation"
    QString tag;    ///< "batch_loss", "epoch_accuracy" …
    friend bool operator==(const SeriesKey&, const SeriesKey&) = default;
    friend auto operator<=>(const SeriesKey& a, const SeriesKey& b) {
        if (const int byTag = QString::compare(a.tag, b.tag)) return byTag <=> 0;
        if (const int bySplit = QString::compare(a.split, b.split)) return bySplit <=> 0;
        return QString::compare(a.task, b.task) <=> 0;
    }
};

/// Points of one series in one attempt, in step order; `step` counts finished steps.
struct SeriesPoints {
    SeriesKey key;
    int attempt = 1;
    std::vector<std::int64_t> step;
    std::vector<double> value;
    std::vector<double> time;  ///< seconds since 1970; empty: not known
};

struct SeriesQuery {
    QString run;
    SeriesKey key;
    std::int64_t firstStep = 0;
    std::int64_t lastStep = 0;  ///< 0: to the end
    int pixels = 0;             ///< columns; the answer has at most two points per column
};

struct LogChunk {
    QString task;
    int attempt = 0;
    QStringList lines;
};

enum class Severity { kHint, kWarning, kError };
struct Finding {
    Severity severity = Severity::kError;
    QString code;
    Sentence message;
    QString path;  ///< key path in the run file
    QString file;
    int line = 0;       ///< 1-based; 0: unknown
    Sentence fix;       ///< how to fix it, as text
    QString fixSet;     ///< the same in the form that `--set` takes; empty: no simple fix
    QString node = {};  ///< of the task that it is about; empty: none, or not known
    bool operator==(const Finding&) const = default;
};

/// Where a run file comes from: a file, or text without a file (an example).
struct RunSource {
    QString file;  ///< empty: `text` holds it
    QString text;
    QString name;    ///< for messages when there is no file
    QString folder;  ///< relative paths of `text` are relative to it
};

struct LayerRow {
    QString name;
    QString kind;
    std::vector<std::int64_t> outputShape;  ///< without the batch dimension, channels first
    std::int64_t parameters = 0;
};

/// What a run will need. Counts are 0 if unknown.
struct Estimate {
    int replicas = 0;
    std::int64_t batchPerReplica = 0;
    int accumulate = 1;  ///< batches per step
    std::int64_t globalBatch = 0;
    std::int64_t trainSamples = 0;
    std::int64_t validationSamples = 0;
    std::int64_t stepsPerEpoch = 0;
    std::int64_t totalSteps = 0;
    double firstRate = kNotKnown;  ///< learning rate of the first step
    double lastRate = kNotKnown;   ///< and of the last one
    std::int64_t parameters = 0;
    std::int64_t weightBytes = 0;
    std::int64_t optimizerBytes = 0;
    std::int64_t activationBytes = 0;  ///< of one replica's batch
    std::int64_t memoryPerReplica = 0;
    std::int64_t bytesPerStep = 0;  ///< sent by each process for the gradients of a step
    std::int64_t checkpointBytes = 0;
    std::vector<LayerRow> layers;
    std::vector<ServerTraffic> traffic;  ///< under parameter servers
};

/// The training data that one task reads in an epoch.
struct ShardRow {
    QString task;
    QString policy;  ///< file, data or off, as decided
    Sentence reason;
    QStringList files;
    std::int64_t samples = 0;
    std::int64_t dropped = 0;
    std::int64_t duplicated = 0;
    std::int64_t total = 0;  ///< samples of the whole set
};

struct TaskConfig {
    QString task;
    QString tfConfig;  ///< JSON on one line; port 0: chosen at the start
    bool hasPorts = false;
};

/// A preview of a run before it starts.
struct RunPreview {
    std::optional<Estimate> estimate;  ///< empty: not requested yet, or not predictable
    std::vector<ShardRow> shards;
    std::vector<TaskConfig> tasks;
};

/// A run file, read and checked. `spec` is the complete message, opaque here, passed back to startRun
/// unchanged.
struct LoadedRun {
    RunSource source;
    QString text;
    std::vector<Finding> findings;
    std::shared_ptr<const void> spec;
    RunPreview preview;
    /// `source.file` is in the folder of a run: a record kept by the agent, never a place to save to.
    bool isRecord = false;
    bool canRun() const;
};

struct StartOutcome {
    QString run;  ///< empty: refused, see the findings
    std::vector<Finding> findings;
};

/// The code of a Finding: a node lacks files that the run names (SendCalls).
inline const QString kLacksFilesCode = QStringLiteral("node.lacks_files");
/// The code of a Finding: its node has no libtorch (NodeCalls::prepareNode).
inline const QString kNotPreparedCode = QStringLiteral("node.not_prepared");
/// The code of a Failure for refusing to write into the folder of a run.
inline const QString kRecordCode = QStringLiteral("run.record");
/// The code of a Failure for refusing to replace what another program has written meanwhile.
inline const QString kChangedCode = QStringLiteral("file.changed");
/// Failure::code of an agent that was stopped on purpose, and is not restarted automatically.
inline const QString kEndedCode = QStringLiteral("agent.ended");

/// A text to be written to a file of the user.
struct TextFile {
    QString file;
    QString text;
    std::optional<QString> before;  ///< what the file contained when it was read; unset: that does not matter
};

/// Why a call failed, as one sentence for the user.
struct Failure {
    Sentence message;
    QString code;
    base::Code kind = base::Code::kInternal;  ///< where the agent or its client has said it
};

enum class AgentState {
    kConnecting,
    kConnected,
    kSilent,  ///< connected, and it does not answer: its process hangs or is stopped
    kAway,
    kEnded  ///< stopped on purpose, so it is not restarted automatically
};
struct AgentStatus {
    AgentState state = AgentState::kConnecting;
    Sentence detail;       ///< version and home when connected, the error when disconnected
    int retrySeconds = 0;  ///< when disconnected: seconds until the next attempt
    QString machine = {};  ///< that it is on, as --agent names it; empty: this one
};

}  // namespace trainyard::bridge

Q_DECLARE_METATYPE(trainyard::bridge::RunRow)
