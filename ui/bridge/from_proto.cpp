// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/from_proto.h"
#include "core/proto/failure.h"

namespace trainyard::bridge {
RunState toRunState(v1::RunStatus status) {
    switch (status) {
        case v1::QUEUED:
            return RunState::kQueued;
        case v1::STARTING:
            return RunState::kStarting;
        case v1::RUNNING:
            return RunState::kRunning;
        case v1::STOPPING:
            return RunState::kStopping;
        case v1::SUCCEEDED:
            return RunState::kSucceeded;
        case v1::FAILED:
            return RunState::kFailed;
        case v1::STOPPED:
            return RunState::kStopped;
        case v1::PREEMPTED:
            return RunState::kPreempted;
        case v1::IMPORTED:
            return RunState::kImported;
        default:
            return RunState::kUnknown;
    }
}

namespace {

template <typename Message>
Sentence messageOf(const Message& message) {
    return toSentence(message.message_words(), message.message());
}

/// An older agent sends no words: then these are as many plain texts.
template <typename Words, typename Texts>
Sentences toSentences(const Words& words, const Texts& english) {
    Sentences all;
    for (int i = 0; i < english.size(); ++i)
        all.push_back(i < words.size() ? toSentence(words[i], english[i]) : Sentence(text(english[i])));
    return all;
}

TaskState toTaskState(v1::TaskState state) {
    switch (state) {
        case v1::TASK_STARTING:
            return TaskState::kStarting;
        case v1::TASK_RUNNING:
            return TaskState::kRunning;
        case v1::TASK_SUCCEEDED:
            return TaskState::kSucceeded;
        case v1::TASK_FAILED:
            return TaskState::kFailed;
        case v1::TASK_STOPPED:
            return TaskState::kStopped;
        case v1::TASK_LOST:
            return TaskState::kLost;
        default:
            return TaskState::kUnknown;
    }
}

TaskRow toTaskRow(const v1::Task& task) {
    const bool hasTimes = task.input_ms() + task.compute_ms() + task.wait_ms() > 0;
    return {.task = text(task.task()),
            .node = text(task.node()),
            .address = text(task.address()),
            .state = toTaskState(task.state()),
            .isChief = task.is_chief(),
            .pid = task.pid(),
            .exitCode = task.exit_code(),
            .exitSignal = task.exit_signal(),
            .phase = toKnown(task.phase()),
            .step = task.step(),
            .inputMs = hasTimes ? task.input_ms() : kNotKnown,
            .computeMs = hasTimes ? task.compute_ms() : kNotKnown,
            .waitMs = hasTimes ? task.wait_ms() : kNotKnown,
            .rssBytes = task.rss_bytes(),
            .cpu = task.cpu(),
            .gpus = task.has_gpus() ? task.gpus() : kNotKnown,
            .gpuBytes = task.has_gpu_memory_bytes() ? task.gpu_memory_bytes() : -1,
            .call = toSentence(task.call_words(), task.call()),
            .callSince = task.call_since(),
            .isSuspended = task.suspended(),
            .isBlocking = task.holds_up(),
            .listens = texts(task.listens())};
}

template <typename Tasks>
std::vector<TaskRow> toTaskRows(const Tasks& tasks) {
    std::vector<TaskRow> rows;
    for (const v1::Task& task : tasks) rows.push_back(toTaskRow(task));
    return rows;
}

double positiveOrUnknown(double value) {
    return value > 0 ? value : kNotKnown;
}

Progress toProgress(const v1::StepFinished& step) {
    Progress progress;
    progress.step = step.step();
    progress.epoch = step.epoch();
    progress.msPerStep = positiveOrUnknown(step.ms_per_step());
    return progress;
}

Progress toProgress(const v1::Progress& message) {
    Progress progress;
    progress.step = message.step();
    progress.totalSteps = message.total_steps();
    progress.etaSeconds = positiveOrUnknown(message.eta_seconds());
    progress.tasks = toTaskRows(message.tasks());
    return progress;
}

/// Fills in what the event says; false when the window shows no line for it.
bool describe(const v1::RunEvent& event, EventRow& row) {
    switch (event.body_case()) {
        case v1::RunEvent::kStarted:
            row.kind = EventKind::kStarted;
            return true;
        case v1::RunEvent::kAttempt:
            row.kind = EventKind::kAttempt;
            row.number = event.attempt().number();
            row.step = event.attempt().from_step();
            row.isStepUnknown = event.attempt().is_step_unknown();
            row.text = toSentence(event.attempt().cause_words(), event.attempt().cause());
            row.from = text(event.attempt().from_checkpoint());
            row.changed = toSentences(event.attempt().changed_words(), event.attempt().changed());
            return true;
        case v1::RunEvent::kEpoch:
            row.kind = EventKind::kEpoch;
            row.number = event.epoch().epoch();
            row.step = event.epoch().step();
            row.value = event.epoch().seconds();
            row.metrics = toMetrics(event.epoch().metrics());
            return true;
        case v1::RunEvent::kCheckpoint:
            row.kind = EventKind::kCheckpoint;
            row.step = event.checkpoint().step();
            row.value = event.checkpoint().stall_ms();
            row.text = text(event.checkpoint().path());
            row.isBackup = event.checkpoint().is_backup();
            return true;
        case v1::RunEvent::kEvaluation:
            row.kind = EventKind::kEvaluation;
            row.step = event.evaluation().step();
            row.value = event.evaluation().seconds();
            row.metrics = toMetrics(event.evaluation().metrics());
            row.text = text(event.evaluation().task());
            return true;
        case v1::RunEvent::kMetricsFound:
            row.kind = EventKind::kMetricsFound;
            row.text = text(event.metrics_found().task());
            row.format = text(event.metrics_found().format());
            row.regex = text(event.metrics_found().regex());
            return true;
        case v1::RunEvent::kWarning:
            // A live change is reported as a hint, so that every client shows it.
            row.kind =
                event.warning().code().starts_with("run.changed") ? EventKind::kChange : EventKind::kWarning;
            row.text = messageOf(event.warning());
            row.code = text(event.warning().code());
            return true;
        case v1::RunEvent::kWaiting:
            row.kind = EventKind::kWaiting;
            row.text = messageOf(event.waiting());
            row.code = text(event.waiting().code());
            return true;
        case v1::RunEvent::kStatus:
            row.kind = EventKind::kStatus;
            row.state = toRunState(event.status().status());
            row.text = toSentence(event.status().reason_words(), event.status().reason());
            return true;
        case v1::RunEvent::kFinished:
            row.kind = EventKind::kFinished;
            row.state = toRunState(event.finished().status());
            row.step = event.finished().step();
            row.metrics = toMetrics(event.finished().metrics());
            row.text = messageOf(event.finished().failure());
            return true;
        default:
            return false;  // steps appear as progress and curves, log lines have their own stream
    }
}

std::vector<ServerTraffic> toTraffic(const google::protobuf::RepeatedPtrField<v1::ServerTraffic>& traffic) {
    std::vector<ServerTraffic> servers;
    for (const v1::ServerTraffic& server : traffic)
        servers.push_back(
            {text(server.task()), server.variable_bytes(), server.bytes_sent(), server.bytes_received()});
    return servers;
}

/// From an Estimate or a Measured.
template <typename Message>
Figures toFigures(const Message& figures) {
    return {figures.memory_per_replica(), figures.bytes_per_step(), toTraffic(figures.traffic())};
}

RunState runStateOf(const v1::RunSummary& run) {
    if (!run.paused() || run.status() != v1::RUNNING) return toRunState(run.status());
    return run.pause_pending() ? RunState::kPausing : RunState::kPaused;
}

}  // namespace

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

Sentence toSentence(const v1::Words& words, const std::string& english) {
    return toSentence(proto::fromMessage(words, english));
}

QStringList texts(const google::protobuf::RepeatedPtrField<std::string>& all) {
    QStringList list;
    for (const std::string& one : all) list << text(one);
    return list;
}

Failure toFailure(const base::Error& error) {
    const std::string code = error.id.empty() ? std::string(base::codeName(error.code)) : error.id;
    return {toSentence(error.words()), text(code), error.code};
}

RunRow toRunRow(const v1::RunSummary& run) {
    return {.id = text(run.run()),
            .name = text(run.name()),
            .state = runStateOf(run),
            .strategy = text(run.strategy()),
            .model = text(run.model()),
            .created = run.created(),
            .ended = run.ended(),
            .step = run.step(),
            .totalSteps = run.total_steps(),
            .epoch = run.epoch(),
            .epochs = run.epochs(),
            .attempts = run.attempts(),
            .replicas = run.replicas(),
            .metrics = toMetrics(run.metrics()),
            .dir = text(run.dir()),
            .failure = toSentence(run.failure_words(), run.failure()),
            .tags = texts(run.tags()),
            .note = text(run.note()),
            .isTrashed = run.trashed(),
            .parent = text(run.parent()),
            .canResume = run.can_resume(),
            .liveSeconds = run.live_seconds(),
            .resumed = run.resumed()};
}

RunDetail toRunDetail(const v1::GetRunReply& reply) {
    RunDetail detail;
    detail.summary = toRunRow(reply.summary());
    detail.tasks = toTaskRows(reply.tasks());
    detail.source = text(reply.source());
    detail.stepsPerEpoch = reply.steps_per_epoch();
    detail.goodput = positiveOrUnknown(reply.goodput());
    detail.estimated = toFigures(reply.estimated());
    detail.measured = toFigures(reply.measured());
    if (reply.has_finished() && reply.finished().has_failure()) {
        const v1::TaskFailure& failure = reply.finished().failure();
        detail.failureText = messageOf(failure);
        for (const std::string& line : failure.last_log_lines()) detail.failureLog << text(line);
    }
    return detail;
}

RunUpdate toRunUpdate(const v1::WatchRunReply& reply) {
    RunUpdate update;
    switch (reply.body_case()) {
        case v1::WatchRunReply::kEvent: {
            const v1::RunEvent& event = reply.event();
            update.lastSeq = event.seq();
            EventRow row{.seq = event.seq(), .time = event.time()};
            if (describe(event, row)) update.events.push_back(std::move(row));
            if (event.has_step()) update.progress = toProgress(event.step());
            if (event.has_started() && event.started().total_steps() > 0) {
                update.progress.emplace();
                update.progress->totalSteps = event.started().total_steps();
            }
            break;
        }
        case v1::WatchRunReply::kMetrics:
            for (const v1::Points& points : reply.metrics().points())
                update.points.push_back(toSeriesPoints(points));
            break;
        case v1::WatchRunReply::kProgress:
            update.progress = toProgress(reply.progress());
            break;
        default:
            break;
    }
    return update;
}

SeriesKey toSeriesKey(const v1::SeriesKey& key) {
    return {text(key.task()), text(key.split()), text(key.tag())};
}

v1::SeriesKey toProto(const SeriesKey& key) {
    v1::SeriesKey message;
    message.set_task(key.task.toStdString());
    message.set_split(key.split.toStdString());
    message.set_tag(key.tag.toStdString());
    return message;
}

SeriesPoints toSeriesPoints(const v1::Points& points) {
    // Parallel arrays: if one is shorter, only indexes in both are points.
    const int count = std::min(points.step_size(), points.value_size());
    SeriesPoints series{.key = toSeriesKey(points.key()),
                        .attempt = points.attempt(),
                        .step = {points.step().begin(), points.step().begin() + count},
                        .value = {points.value().begin(), points.value().begin() + count}};
    if (points.wall_time_size() >= count)
        series.time.assign(points.wall_time().begin(), points.wall_time().begin() + count);
    return series;
}

Estimate toEstimate(const v1::Estimate& estimate) {
    Estimate values{.replicas = estimate.replicas(),
                    .globalBatch = estimate.global_batch(),
                    .trainSamples = estimate.train_samples(),
                    .validationSamples = estimate.validation_samples(),
                    .stepsPerEpoch = estimate.steps_per_epoch(),
                    .totalSteps = estimate.total_steps(),
                    .parameters = estimate.parameters(),
                    .weightBytes = estimate.weight_bytes(),
                    .optimizerBytes = estimate.optimizer_bytes(),
                    .activationBytes = estimate.activation_bytes(),
                    .memoryPerReplica = estimate.memory_per_replica(),
                    .bytesPerStep = estimate.bytes_per_step(),
                    .checkpointBytes = estimate.checkpoint_bytes()};
    for (const v1::LayerRow& layer : estimate.layers())
        values.layers.push_back({text(layer.name()),
                                 text(layer.kind()),
                                 {layer.output_shape().begin(), layer.output_shape().end()},
                                 layer.parameters()});
    values.traffic = toTraffic(estimate.traffic());
    return values;
}

ShardRow toShardRow(const v1::ShardPreview& shard) {
    return {.task = text(shard.task()),
            .policy = text(shard.policy()),
            .reason = toSentence(shard.reason_words(), shard.reason()),
            .files = texts(shard.files()),
            .samples = shard.samples(),
            .dropped = shard.dropped(),
            .duplicated = shard.duplicated(),
            .total = shard.total()};
}

/// As reported by agent::ThisNode.
GpuRow toGpuRow(const v1::GpuInfo& gpu) {
    if (gpu.memory_bytes() <= 0)
        return {.index = gpu.index(), .error = toSentence(gpu.name_words(), gpu.name())};
    GpuRow row{.index = gpu.index(),
               .name = text(gpu.name()),
               .memoryBytes = gpu.memory_bytes(),
               .memoryFreeBytes = gpu.memory_free_bytes()};
    if (gpu.used() >= 0) row.used = gpu.used();
    if (gpu.power_watts() > 0) row.powerWatts = gpu.power_watts();
    if (gpu.celsius() > 0) row.celsius = gpu.celsius();
    return row;
}

Finding toFinding(const v1::Problem& problem) {
    return {.severity = problem.severity() == v1::Problem::ERROR     ? Severity::kError
                        : problem.severity() == v1::Problem::WARNING ? Severity::kWarning
                                                                     : Severity::kHint,
            .code = text(problem.code()),
            .message = messageOf(problem),
            .path = text(problem.path()),
            .file = text(problem.file()),
            .line = problem.line(),
            .fix = toSentence(problem.fix_words(), problem.fix()),
            .fixSet = text(problem.fix_set())};
}

std::vector<Finding> toFindings(const google::protobuf::RepeatedPtrField<v1::Problem>& problems) {
    std::vector<Finding> findings;
    for (const v1::Problem& problem : problems) findings.push_back(toFinding(problem));
    return findings;
}

}  // namespace trainyard::bridge
