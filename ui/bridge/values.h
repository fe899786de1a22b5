// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMap>
#include <QMetaType>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

/// What the window shows, as plain values: made on a worker thread, handed to the GUI thread, never changed
/// after. No protobuf and no gRPC type passes this header.
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
    kPreempted
};
enum class TaskState { kUnknown, kStarting, kRunning, kSucceeded, kFailed, kStopped, kLost };
/// When a stop takes effect; the words are those of `stop --after`.
enum class StopAfter { kStep, kEpoch, kSave, kNow };

/// True once nothing will change any more.
constexpr bool hasEnded(RunState state) {
    return state == RunState::kSucceeded || state == RunState::kFailed || state == RunState::kStopped ||
           state == RunState::kPreempted;
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
    QString failure;
};

struct TaskRow {
    QString task;  ///< "worker:0"
    QString node;
    QString address;
    TaskState state = TaskState::kUnknown;
    bool isChief = false;
    int pid = 0;
    int exitCode = -1;
    int exitSignal = 0;
    QString phase;
    std::int64_t step = 0;
};

enum class EventKind { kStarted, kAttempt, kEpoch, kCheckpoint, kWarning, kWaiting, kStatus, kFinished };

/// One line of a run's history. Numbers stay numbers so that the view can say them in the reader's language.
struct EventRow {
    std::uint64_t seq = 0;
    double time = 0;
    EventKind kind = EventKind::kStarted;
    RunState state = RunState::kUnknown;  ///< of kStatus and kFinished
    int number = 0;                       ///< attempt, or epoch (0-based)
    std::int64_t step = 0;
    double value = kNotKnown;  ///< stall in ms of a checkpoint, seconds of an epoch
    QMap<QString, double> metrics;
    QString text;  ///< path, cause, reason or message, as the agent wrote it
    QString code;  ///< stable code of a warning or a wait
};

struct Progress {
    std::int64_t step = 0;
    std::int64_t totalSteps = 0;
    double etaSeconds = kNotKnown;
    double msPerStep = kNotKnown;
    int epoch = -1;              ///< 0-based; -1: not known yet
    std::vector<TaskRow> tasks;  ///< empty: unchanged
};

/// Takes over what `news` knows and keeps what it leaves out.
void merge(Progress& into, Progress news);
/// Seconds until `totalSteps` are done, from the speed where that is known (it is newer than the agent's
/// estimate, which is taken otherwise); NaN while nobody knows.
double secondsLeft(const Progress& progress, std::int64_t totalSteps);

struct RunDetail {
    RunRow summary;
    std::vector<TaskRow> tasks;
    QString source;  ///< the run file as the user wrote it
    QString failureText;
    QStringList failureLog;
    int stepsPerEpoch = 0;
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

/// Points of one series in one attempt, by rising step; `step` counts steps finished.
struct SeriesPoints {
    SeriesKey key;
    int attempt = 1;
    std::vector<std::int64_t> step;
    std::vector<double> value;
};

struct SeriesQuery {
    QString run;
    SeriesKey key;
    std::int64_t firstStep = 0;
    std::int64_t lastStep = 0;  ///< 0: to the end
    int pixels = 0;             ///< columns; the answer has at most two points in each
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
    QString message;
    QString path;  ///< key path in the run file
    QString file;
    int line = 0;  ///< 1-based; 0: unknown
    QString fix;
};

/// Where a run file comes from: a file, or text that stands in none (an example).
struct RunSource {
    QString file;  ///< empty: `text` holds it
    QString text;
    QString name;    ///< for messages when there is no file
    QString folder;  ///< relative paths of `text` are relative to it
};

/// A run file, read and checked. `spec` is the complete message, opaque here, handed back to startRun as it
/// is.
struct LoadedRun {
    RunSource source;
    QString text;
    std::vector<Finding> findings;
    std::shared_ptr<const void> spec;
    bool canRun() const;
};

struct StartOutcome {
    QString run;  ///< empty: refused, the findings say why
    std::vector<Finding> findings;
};

/// Why a call did not succeed, as one sentence for a person.
struct Failure {
    QString message;
    QString code;
};

enum class AgentState { kConnecting, kConnected, kAway };
struct AgentStatus {
    AgentState state = AgentState::kConnecting;
    QString detail;        ///< version and home when connected, what failed when away
    int retrySeconds = 0;  ///< when away: the next try
};

}  // namespace trainyard::bridge

Q_DECLARE_METATYPE(trainyard::bridge::RunRow)
