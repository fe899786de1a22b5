// SPDX-License-Identifier: Apache-2.0
#include "tests/support/scripted_agent.h"

#include <algorithm>
#include <filesystem>

#include "core/plugin/catalog.h"
#include "ui/bridge/run_files.h"

#include "tests/support/strategies.h"

namespace trainyard::testing {

using namespace trainyard::bridge;

namespace {

const QString kSmallRun = QStringLiteral(
    "trainyard: 1\nname: small\ntrain:\n  model: {builtin: mlp}\n  data:\n    train: {builtin: "
    "fashion_mnist}\n");

}  // namespace

struct ScriptedAgent::State {
    mutable std::mutex mutex;
    std::condition_variable_any changed;
    bool isAway = false;
    std::uint64_t version = 0;  // counts changes of the run list
    std::vector<RunRow> runs;
    std::map<QString, std::uint64_t> runVersion;
    std::map<QString, RunDetail> details;
    std::map<QString, std::vector<RunUpdate>> updates;
    std::map<QString, std::vector<LogChunk>> logs;
    std::map<QString, bool> hasEnded;
    std::vector<Finding> findings;
    RunPreview preview;
    std::map<QString, QString> runFiles;
    std::map<QString, QString> savedFiles;
    QString startedText;
    int checks = 0;
    StartOutcome startOutcome;
    std::vector<std::pair<QString, StopAfter>> stops;
    std::vector<SeriesQuery> queries;
    std::vector<ResumeRequest> resumes;
    std::vector<std::pair<QString, RunChange>> changes;
    std::vector<PredictionRequest> predictions;
    Outcome<Prediction> prediction;
    std::vector<DrillRequest> drills;
    std::vector<std::pair<QString, int>> profiles;
    std::optional<Outcome<ProfileOutcome>> profile;
    std::vector<CheckpointContent> checkpoints;
    CheckpointDiff diff;
    std::map<QString, QStringList> damage;
    QStringList checkpointEdits;
    std::vector<SavedCluster> clusters;
    std::vector<std::filesystem::path> plugins;
    std::map<QString, QString> files;
    int starts = 0;
    int openStreams = 0;

    static Failure away() {
        return {QStringLiteral("no agent answers at /tmp/agent.sock"), QStringLiteral("unavailable")};
    }

    /// Hands out `items` from `next` on as they come, until `isEnded`.
    template <typename T, typename OnItem>
    Outcome<void> stream(std::stop_token stop, const std::vector<T>& items, const bool& isEnded,
                         const OnItem& onItem) {
        std::unique_lock lock(mutex);
        ++openStreams;
        std::size_t next = 0;
        bool goesOn = true;
        while (goesOn && !stop.stop_requested() && !isAway) {
            if (next < items.size()) {
                const T item = items[next++];
                lock.unlock();
                goesOn = onItem(item);
                lock.lock();
            } else if (isEnded) {
                break;
            } else {
                changed.wait(lock, stop, [&] { return next < items.size() || isEnded || isAway; });
            }
        }
        --openStreams;
        if (isAway) return std::unexpected(away());
        return {};
    }

    std::vector<SeriesPoints> points(const SeriesQuery& query) const {
        std::map<int, SeriesPoints> byAttempt;
        const auto found = updates.find(query.run);
        if (found == updates.end()) return {};
        for (const RunUpdate& update : found->second) {
            for (const SeriesPoints& points : update.points) {
                if (!(points.key == query.key)) continue;
                SeriesPoints& all = byAttempt[points.attempt];
                all.key = points.key;
                all.attempt = points.attempt;
                for (std::size_t i = 0; i < points.step.size(); ++i) {
                    if (points.step[i] < query.firstStep ||
                        (query.lastStep > 0 && points.step[i] > query.lastStep))
                        continue;
                    all.step.push_back(points.step[i]);
                    all.value.push_back(points.value[i]);
                }
            }
        }
        std::vector<SeriesPoints> answer;
        for (auto& [attempt, all] : byAttempt) answer.push_back(thinned(std::move(all), query.pixels));
        return answer;
    }

    /// Every n-th point: enough for a look, the real agent keeps minimum and maximum.
    static SeriesPoints thinned(SeriesPoints all, int pixels) {
        const std::size_t most = static_cast<std::size_t>(std::max(pixels, 1)) * 2;
        if (all.step.size() <= most) return all;
        const std::size_t stride = all.step.size() / most + 1;
        SeriesPoints few{all.key, all.attempt, {}, {}};
        for (std::size_t i = 0; i < all.step.size(); i += stride) {
            few.step.push_back(all.step[i]);
            few.value.push_back(all.value[i]);
        }
        return few;
    }
};

ScriptedAgent::ScriptedAgent() : state_(std::make_shared<State>()) {
}

AgentFunctions ScriptedAgent::functions() const {
    AgentFunctions agent;
    const auto s = state_;
    agent.connect = [s]() -> Outcome<QString> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        return QStringLiteral("scripted agent");
    };
    agent.watchRuns = [s](std::stop_token stop,
                          const std::function<bool(RunListChange)>& onChange) -> Outcome<void> {
        std::unique_lock lock(s->mutex);
        ++s->openStreams;
        std::uint64_t seen = 0;
        bool isFirst = true;
        while (!stop.stop_requested() && !s->isAway) {
            RunListChange change{{}, isFirst};
            for (const RunRow& run : s->runs)
                if (isFirst || s->runVersion[run.id] > seen) change.runs.push_back(run);
            seen = s->version;
            isFirst = false;
            lock.unlock();
            const bool goesOn = onChange(std::move(change));
            lock.lock();
            if (!goesOn) break;
            s->changed.wait(lock, stop, [&] { return s->version > seen || s->isAway; });
        }
        --s->openStreams;
        if (s->isAway) return std::unexpected(State::away());
        return {};
    };
    agent.runDetail = [s](const QString& run) -> Outcome<RunDetail> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        if (const auto found = s->details.find(run); found != s->details.end()) return found->second;
        const auto row = std::ranges::find(s->runs, run, &RunRow::id);
        if (row == s->runs.end()) return std::unexpected(Failure{"no run " + run, "not_found"});
        return detailOf(*row);
    };
    agent.watchRun = [s](const QString& run, std::uint64_t afterSeq, std::stop_token stop,
                         const std::function<bool(RunUpdate)>& onUpdate) -> Outcome<void> {
        const auto [updates, isEnded] = [&] {
            std::lock_guard lock(s->mutex);
            return std::pair{&s->updates[run], &s->hasEnded[run]};
        }();
        return s->stream(stop, *updates, *isEnded, [&](const RunUpdate& update) {
            if (update.lastSeq != 0 && update.lastSeq <= afterSeq) return true;
            return onUpdate(update);
        });
    };
    agent.listSeries = [s](const QString& run) -> Outcome<std::vector<SeriesKey>> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        std::vector<SeriesKey> keys;
        for (const RunUpdate& update : s->updates[run])
            for (const SeriesPoints& points : update.points)
                if (std::ranges::find(keys, points.key) == keys.end()) keys.push_back(points.key);
        return keys;
    };
    agent.querySeries = [s](const SeriesQuery& query) -> Outcome<std::vector<SeriesPoints>> {
        std::lock_guard lock(s->mutex);
        s->queries.push_back(query);
        if (s->isAway) return std::unexpected(State::away());
        return s->points(query);
    };
    agent.followLog = [s](const QString& run, int, std::stop_token stop,
                          const std::function<bool(LogChunk)>& onChunk) -> Outcome<void> {
        const auto [chunks, isEnded] = [&] {
            std::lock_guard lock(s->mutex);
            return std::pair{&s->logs[run], &s->hasEnded[run]};
        }();
        return s->stream(stop, *chunks, *isEnded, onChunk);
    };
    agent.loadRun = [s](const RunSource& source) {
        std::lock_guard lock(s->mutex);
        LoadedRun run{source, source.text, s->findings, nullptr, s->preview};
        if (!source.file.isEmpty())
            run.text = s->runFiles.contains(source.file) ? s->runFiles[source.file] : kSmallRun;
        ++s->checks;
        if (std::ranges::none_of(s->findings,
                                 [](const Finding& f) { return f.severity == Severity::kError; }))
            run.spec = std::make_shared<int>(0);
        return run;
    };
    agent.formSchema = [s]() -> Outcome<QByteArray> {
        std::vector<std::filesystem::path> folders = pluginFolders();
        std::lock_guard lock(s->mutex);
        folders.insert(folders.end(), s->plugins.begin(), s->plugins.end());
        return formSchema(plugin::Catalog::loadFrom(folders));
    };
    agent.saveRunFile = [s](const QString& file, const QString& text) -> Outcome<void> {
        std::lock_guard lock(s->mutex);
        s->savedFiles[file] = text;
        return {};
    };
    agent.startRun = [s](const LoadedRun& run) -> Outcome<StartOutcome> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        ++s->starts;
        s->startedText = run.text;
        return s->startOutcome;
    };
    agent.stopRun = [s](const QString& run, StopAfter after) -> Outcome<void> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        s->stops.emplace_back(run, after);
        return {};
    };
    addChanges(agent, s);
    addCheckpoints(agent, s);
    addLibrary(agent, s);
    return agent;
}

void ScriptedAgent::addChanges(AgentFunctions& agent, const std::shared_ptr<State>& s) {
    agent.resumeRun = [s](const ResumeRequest& request) -> Outcome<StartOutcome> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        s->resumes.push_back(request);
        return request.isBranch ? s->startOutcome : StartOutcome{.run = request.run};
    };
    agent.changeRun = [s](const QString& run, const RunChange& change) -> Outcome<std::int64_t> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        s->changes.emplace_back(run, change);
        const auto row = std::ranges::find(s->runs, run, &RunRow::id);
        if (row == s->runs.end()) return std::unexpected(Failure{"no run " + run, "not_found"});
        if (change.isPaused) row->isPaused = *change.isPaused;
        if (change.epochs) row->epochs = *change.epochs;
        s->runVersion[run] = ++s->version;
        s->changed.notify_all();
        return row->step + 1;
    };
    agent.editRun = [s](const QString& run, const RunEdit& edit) -> Outcome<void> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        const auto row = std::ranges::find(s->runs, run, &RunRow::id);
        if (row == s->runs.end()) return std::unexpected(Failure{"no run " + run, "not_found"});
        if (edit.name) row->name = *edit.name;
        if (edit.note) row->note = *edit.note;
        if (edit.isTrashed) row->isTrashed = *edit.isTrashed;
        for (const QString& tag : edit.removeTags) row->tags.removeAll(tag);
        row->tags << edit.addTags;
        row->tags.removeDuplicates();
        s->runVersion[run] = ++s->version;
        s->changed.notify_all();
        return {};
    };
    agent.drill = [s](const DrillRequest& request) -> Outcome<QString> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        s->drills.push_back(request);
        return request.task + " killed, back in 0.8 s";
    };
    agent.profileRun = [s](const QString& run, int steps) -> Outcome<ProfileOutcome> {
        std::unique_lock lock(s->mutex);
        s->profiles.emplace_back(run, steps);
        s->changed.wait(lock, [&] { return s->profile || s->isAway; });
        if (s->isAway) return std::unexpected(State::away());
        return *std::exchange(s->profile, std::nullopt);
    };
}

void ScriptedAgent::addLibrary(AgentFunctions& agent, const std::shared_ptr<State>& s) {
    agent.listPlugins = [] { return plugins(); };
    agent.listClusters = [s]() -> Outcome<std::vector<SavedCluster>> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        return s->clusters;
    };
    agent.saveCluster = [s](const QString& name, const QString& text) -> Outcome<void> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        std::erase_if(s->clusters, [&](const SavedCluster& cluster) { return cluster.name == name; });
        s->clusters.push_back({name, text, 1.7e9});
        return {};
    };
    agent.deleteCluster = [s](const QString& name) -> Outcome<void> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        std::erase_if(s->clusters, [&](const SavedCluster& cluster) { return cluster.name == name; });
        return {};
    };
    agent.listNodes = [s]() -> Outcome<std::vector<NodeRow>> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        return std::vector<NodeRow>{{.name = "local",
                                     .host = "workbench",
                                     .version = "0.1.0",
                                     .cpu = "Example CPU",
                                     .cpus = 8,
                                     .load = 2.5,
                                     .memoryBytes = 16LL << 30,
                                     .memoryFreeBytes = 10LL << 30,
                                     .diskBytes = 500LL << 30,
                                     .diskFreeBytes = 120LL << 30}};
    };
    agent.readTextFile = [s](const QString& file) -> Outcome<QString> {
        std::lock_guard lock(s->mutex);
        const auto found = s->files.find(file);
        if (found == s->files.end()) return std::unexpected(Failure{file + ": no such file", "not_found"});
        return found->second;
    };
    agent.writeTextFile = [s](const QString& file, const QString& text) -> Outcome<void> {
        std::lock_guard lock(s->mutex);
        s->files[file] = text;
        return {};
    };
}

void ScriptedAgent::addPlugin(const QString& folder) {
    std::lock_guard lock(state_->mutex);
    state_->plugins.emplace_back(folder.toStdString());
}

void ScriptedAgent::setClusters(std::vector<SavedCluster> clusters) {
    std::lock_guard lock(state_->mutex);
    state_->clusters = std::move(clusters);
}

std::vector<SavedCluster> ScriptedAgent::clusters() const {
    std::lock_guard lock(state_->mutex);
    return state_->clusters;
}

std::map<QString, QString> ScriptedAgent::files() const {
    std::lock_guard lock(state_->mutex);
    return state_->files;
}

void ScriptedAgent::setFile(const QString& path, const QString& text) {
    std::lock_guard lock(state_->mutex);
    state_->files[path] = text;
}

void ScriptedAgent::addCheckpoints(AgentFunctions& agent, const std::shared_ptr<State>& s) {
    agent.listCheckpoints = [s](const QString& run) -> Outcome<std::vector<CheckpointRow>> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        std::vector<CheckpointRow> rows;
        for (const CheckpointContent& content : s->checkpoints)
            if (run.isEmpty() || content.checkpoint.run == run) rows.push_back(content.checkpoint);
        return rows;
    };
    agent.editCheckpoint = [s](const QString& path, CheckpointAction action,
                               const QString& to) -> Outcome<QString> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        const auto at =
            std::ranges::find(s->checkpoints, path, [](const auto& c) { return c.checkpoint.path; });
        if (at == s->checkpoints.end())
            return std::unexpected(Failure{"no checkpoint at " + path, "not_found"});
        const char* const words[] = {"pin", "unpin", "delete", "export"};
        s->checkpointEdits << QString::fromLatin1(words[static_cast<int>(action)]) + ' ' + path;
        if (action == CheckpointAction::kDelete) {
            s->checkpoints.erase(at);
        } else if (action != CheckpointAction::kExport) {
            at->checkpoint.isPinned = action == CheckpointAction::kPin;
        }
        return to;
    };
    agent.showCheckpoint = [s](const QString& path) -> Outcome<CheckpointContent> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        const auto at =
            std::ranges::find(s->checkpoints, path, [](const auto& c) { return c.checkpoint.path; });
        if (at == s->checkpoints.end())
            return std::unexpected(Failure{"no checkpoint at " + path, "not_found"});
        return *at;
    };
    agent.verifyCheckpoint = [s](const QString& path) -> Outcome<CheckOutcome> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        return CheckOutcome{s->damage[path], 1 << 20};
    };
    agent.predict = [s](const PredictionRequest& request) -> Outcome<Prediction> {
        std::lock_guard lock(s->mutex);
        s->predictions.push_back(request);
        if (s->isAway) return std::unexpected(State::away());
        return s->prediction;
    };
    agent.diffCheckpoints = [s](const QString&, const QString&) -> Outcome<CheckpointDiff> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        return s->diff;
    };
}

void ScriptedAgent::resumeStreams(const QString& run) {
    std::lock_guard lock(state_->mutex);
    state_->hasEnded[run] = false;
}

void ScriptedAgent::addCheckpoint(const CheckpointContent& checkpoint) {
    std::lock_guard lock(state_->mutex);
    state_->checkpoints.push_back(checkpoint);
}

void ScriptedAgent::setCheckpointDiff(CheckpointDiff diff) {
    std::lock_guard lock(state_->mutex);
    state_->diff = std::move(diff);
}

void ScriptedAgent::setPrediction(Outcome<Prediction> prediction) {
    std::lock_guard lock(state_->mutex);
    state_->prediction = std::move(prediction);
}

std::vector<PredictionRequest> ScriptedAgent::predictions() const {
    std::lock_guard lock(state_->mutex);
    return state_->predictions;
}

void ScriptedAgent::setDamage(const QString& path, const QStringList& damage) {
    std::lock_guard lock(state_->mutex);
    state_->damage[path] = damage;
}

std::vector<ResumeRequest> ScriptedAgent::resumes() const {
    std::lock_guard lock(state_->mutex);
    return state_->resumes;
}

std::vector<std::pair<QString, RunChange>> ScriptedAgent::changes() const {
    std::lock_guard lock(state_->mutex);
    return state_->changes;
}

QStringList ScriptedAgent::checkpointEdits() const {
    std::lock_guard lock(state_->mutex);
    return state_->checkpointEdits;
}

std::vector<std::pair<QString, int>> ScriptedAgent::profiles() const {
    std::lock_guard lock(state_->mutex);
    return state_->profiles;
}

void ScriptedAgent::setProfile(Outcome<ProfileOutcome> profile) {
    std::lock_guard lock(state_->mutex);
    state_->profile = std::move(profile);
    state_->changed.notify_all();
}

std::vector<DrillRequest> ScriptedAgent::drills() const {
    std::lock_guard lock(state_->mutex);
    return state_->drills;
}

void ScriptedAgent::setRuns(std::vector<RunRow> runs) {
    std::lock_guard lock(state_->mutex);
    ++state_->version;
    for (const RunRow& run : runs) state_->runVersion[run.id] = state_->version;
    state_->runs = std::move(runs);
    state_->changed.notify_all();
}

void ScriptedAgent::updateRun(const RunRow& run) {
    std::lock_guard lock(state_->mutex);
    state_->runVersion[run.id] = ++state_->version;
    const auto known = std::ranges::find(state_->runs, run.id, &RunRow::id);
    if (known == state_->runs.end()) {
        state_->runs.push_back(run);
    } else {
        *known = run;
    }
    state_->changed.notify_all();
}

void ScriptedAgent::setDetail(const RunDetail& detail) {
    std::lock_guard lock(state_->mutex);
    state_->details[detail.summary.id] = detail;
}

void ScriptedAgent::push(const QString& run, RunUpdate update) {
    std::lock_guard lock(state_->mutex);
    state_->updates[run].push_back(std::move(update));
    state_->changed.notify_all();
}

void ScriptedAgent::pushLog(const QString& run, const QString& task, const QStringList& lines) {
    std::lock_guard lock(state_->mutex);
    state_->logs[run].push_back({task, 1, lines});
    state_->changed.notify_all();
}

void ScriptedAgent::finish(const QString& run) {
    std::lock_guard lock(state_->mutex);
    state_->hasEnded[run] = true;
    const auto row = std::ranges::find(state_->runs, run, &RunRow::id);
    if (row != state_->runs.end()) {
        row->state = RunState::kSucceeded;
        state_->runVersion[run] = ++state_->version;
    }
    state_->changed.notify_all();
}

void ScriptedAgent::goAway() {
    std::lock_guard lock(state_->mutex);
    state_->isAway = true;
    state_->changed.notify_all();
}

void ScriptedAgent::comeBack() {
    std::lock_guard lock(state_->mutex);
    state_->isAway = false;
}

void ScriptedAgent::setFindings(std::vector<Finding> findings) {
    std::lock_guard lock(state_->mutex);
    state_->findings = std::move(findings);
}

void ScriptedAgent::setPreview(RunPreview preview) {
    std::lock_guard lock(state_->mutex);
    state_->preview = std::move(preview);
}

void ScriptedAgent::setRunFile(const QString& file, const QString& text) {
    std::lock_guard lock(state_->mutex);
    state_->runFiles[file] = text;
}

QString ScriptedAgent::startedText() const {
    std::lock_guard lock(state_->mutex);
    return state_->startedText;
}

std::map<QString, QString> ScriptedAgent::savedFiles() const {
    std::lock_guard lock(state_->mutex);
    return state_->savedFiles;
}

int ScriptedAgent::checks() const {
    std::lock_guard lock(state_->mutex);
    return state_->checks;
}

void ScriptedAgent::setStartOutcome(StartOutcome outcome) {
    std::lock_guard lock(state_->mutex);
    state_->startOutcome = std::move(outcome);
}

std::vector<std::pair<QString, StopAfter>> ScriptedAgent::stops() const {
    std::lock_guard lock(state_->mutex);
    return state_->stops;
}

int ScriptedAgent::starts() const {
    std::lock_guard lock(state_->mutex);
    return state_->starts;
}

std::vector<SeriesQuery> ScriptedAgent::queries() const {
    std::lock_guard lock(state_->mutex);
    return state_->queries;
}

int ScriptedAgent::openStreams() const {
    std::lock_guard lock(state_->mutex);
    return state_->openStreams;
}

}  // namespace trainyard::testing
