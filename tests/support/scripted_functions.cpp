// SPDX-License-Identifier: Apache-2.0
// The functions that a window under test calls, answered by the script.
#include <algorithm>

#include "core/plugin/catalog.h"
#include "ui/bridge/run_files.h"

#include "tests/support/sample_sweep.h"
#include "tests/support/scripted_agent_state.h"
#include "tests/support/strategies.h"

namespace trainyard::testing {

namespace {

const QString kSmallRun = QStringLiteral(
    "trainyard: 1\nname: small\ntrain:\n  model: {builtin: mlp}\n  data:\n    train: {builtin: "
    "fashion_mnist}\n");

}  // namespace

AgentFunctions ScriptedAgent::functions() const {
    AgentFunctions agent;
    const auto s = state_;
    agent.connect = [s]() -> Outcome<QString> {
        std::lock_guard lock(s->mutex);
        if (s->isEnded) return std::unexpected(Failure{QStringLiteral("the agent was stopped"), kEndedCode});
        if (s->isAway) return std::unexpected(State::away());
        return QStringLiteral("scripted agent");
    };
    agent.ping = [s](const std::stop_token&) -> Outcome<void> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        if (s->isSilent)
            return std::unexpected(
                Failure{"no answer in time", "agent.silent", base::Code::kDeadlineExceeded});
        return {};
    };
    agent.watchRuns = [s](std::stop_token stop,
                          const std::function<bool(RunListChange)>& onChange) -> Outcome<void> {
        std::unique_lock lock(s->mutex);
        ++s->openStreams;
        std::uint64_t seen = 0;
        bool isFirst = true;
        while (!stop.stop_requested() && !s->isAway) {
            RunListChange change{{}, isFirst, s->storeDamage};
            for (const RunRow& run : s->runs)
                if (isFirst || s->runVersion[run.id] > seen) change.runs.push_back(run);
            seen = s->version;
            isFirst = false;
            lock.unlock();
            const bool continues = onChange(std::move(change));
            lock.lock();
            if (!continues) break;
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
    addMedia(agent, s);
    agent.followLog = [s](const QString& run, int, std::stop_token stop,
                          const std::function<bool(LogChunk)>& onChunk) -> Outcome<void> {
        const auto [chunks, isEnded] = [&] {
            std::lock_guard lock(s->mutex);
            return std::pair{&s->logs[run], &s->hasEnded[run]};
        }();
        return s->stream(stop, *chunks, *isEnded, onChunk);
    };
    agent.loadRun = [s](const RunSource& source, const std::stop_token&) {
        std::lock_guard lock(s->mutex);
        LoadedRun run{source, source.text, s->findings, nullptr, s->preview};
        if (!source.file.isEmpty())
            run.text = s->runFiles.contains(source.file) ? s->runFiles[source.file] : kSmallRun;
        run.isRecord = s->records.contains(source.file);
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
    addSweeps(agent, s);
    addLibrary(agent, s);
    return agent;
}

void ScriptedAgent::addMedia(AgentFunctions& agent, const std::shared_ptr<State>& s) {
    const auto itemsOf = [s](const QString& run, const MediaSeries& series) {
        std::lock_guard lock(s->mutex);
        for (const auto& [known, items] : s->media[run])
            if (known.kind == series.kind && known.key == series.key) return items;
        return Media{};
    };
    agent.listMedia = [s](const QString& run) -> Outcome<std::vector<MediaSeries>> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        std::vector<MediaSeries> all;
        for (const auto& [series, items] : s->media[run]) all.push_back(series);
        return all;
    };
    agent.mediaItems = [itemsOf](const QString& run,
                                 const MediaSeries& series) -> Outcome<std::vector<MediaItem>> {
        std::vector<MediaItem> items;
        for (const auto& [item, content] : itemsOf(run, series)) items.push_back(item);
        return items;
    };
    agent.readMedia = [itemsOf](const QString& run, const MediaSeries& series,
                                std::int64_t id) -> Outcome<MediaContent> {
        for (const auto& [item, content] : itemsOf(run, series))
            if (item.id == id) return content;
        return MediaContent{};
    };
}

void ScriptedAgent::addChanges(AgentFunctions& agent, const std::shared_ptr<State>& s) {
    agent.resumeRun = [s](const ResumeRequest& request) -> Outcome<StartOutcome> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        s->resumes.push_back(request);
        const bool isRefused = !s->startOutcome.findings.empty();
        return request.isBranch || isRefused ? s->startOutcome : StartOutcome{.run = request.run};
    };
    agent.changeRun = [s](const QString& run, const RunChange& change) -> Outcome<std::int64_t> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        s->changes.emplace_back(run, change);
        const auto row = std::ranges::find(s->runs, run, &RunRow::id);
        if (row == s->runs.end()) return std::unexpected(Failure{"no run " + run, "not_found"});
        if (change.isPaused) row->state = *change.isPaused ? RunState::kPaused : RunState::kRunning;
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
    agent.drill = [s](const DrillRequest& request) -> Outcome<bridge::Sentence> {
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
    agent.readStacks = [s](const QString&, const std::stop_token& stop) -> Outcome<std::vector<TaskStacks>> {
        std::unique_lock lock(s->mutex);
        ++s->stackReadings;
        s->changed.wait(lock, stop, [&] { return s->stacks || s->isAway; });
        if (stop.stop_requested()) {
            ++s->cancelledStackReadings;
            return std::unexpected(Failure{"cancelled", "cancelled"});
        }
        if (s->isAway) return std::unexpected(State::away());
        return *std::exchange(s->stacks, std::nullopt);
    };
    agent.exportRuns = [s](const ExportRequest& request, const std::stop_token& stop) -> Outcome<void> {
        std::unique_lock lock(s->mutex);
        s->exports.push_back(request);
        s->changed.wait(lock, stop, [&] { return s->exported || s->isAway; });
        if (stop.stop_requested()) {
            ++s->cancelledExports;
            return std::unexpected(Failure{"cancelled", "cancelled"});
        }
        if (s->isAway) return std::unexpected(State::away());
        return *std::exchange(s->exported, std::nullopt);
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
    addNodes(agent, s);
    addSending(agent, s);
    agent.importLogs = [s](const QString& folder,
                           const std::shared_ptr<ImportProgress>&) -> Outcome<std::vector<ImportedRun>> {
        std::unique_lock lock(s->mutex);
        s->importedFolders << folder;
        s->changed.wait(lock, [&] { return s->imported.has_value() || s->isAway; });
        if (!s->imported) return std::unexpected(State::away());
        return *std::exchange(s->imported, std::nullopt);
    };
    agent.followLogs = [s](const QString& folder, const std::shared_ptr<ImportProgress>& progress,
                           const std::stop_token& stop) -> Outcome<void> {
        std::unique_lock lock(s->mutex);
        const std::stop_callback woken(stop, [s] {
            std::lock_guard locked(s->mutex);
            s->changed.notify_all();
        });
        s->followedLogs[folder] = progress;
        s->changed.wait(lock, [&] { return stop.stop_requested() || s->isAway; });
        s->followedLogs.remove(folder);
        if (s->isAway) return std::unexpected(State::away());
        return {};
    };
    agent.pathKind = [s](const QString& path) {
        std::lock_guard lock(s->mutex);
        if (path.endsWith(QStringLiteral(".yaml"))) return PathKind::kRunFile;
        if (path.endsWith(QStringLiteral(".json")))
            return s->files[path].contains(QStringLiteral("\"cluster\"")) &&
                           !s->files[path].contains(QStringLiteral("\"trainyard\""))
                       ? PathKind::kTfConfig
                       : PathKind::kRunFile;
        return path.contains(QStringLiteral("logs")) ? PathKind::kLogs : PathKind::kCheckpoint;
    };
    agent.readTextFile = [s](const QString& file) -> Outcome<QString> {
        std::lock_guard lock(s->mutex);
        const auto found = s->files.find(file);
        if (found == s->files.end()) return std::unexpected(Failure{file + ": no such file", "not_found"});
        return found->second;
    };
    agent.saveTextFile = [s](const TextFile& text) -> Outcome<void> {
        std::lock_guard lock(s->mutex);
        if (s->records.contains(text.file))
            return std::unexpected(Failure{text.file + " is a record", kRecordCode});
        const auto there = s->runFiles.find(text.file);
        if (text.before && there != s->runFiles.end() && there->second != *text.before)
            return std::unexpected(Failure{text.file + " was changed", kChangedCode});
        s->files[text.file] = s->runFiles[text.file] = text.text;
        return {};
    };
}

void ScriptedAgent::addSweeps(AgentFunctions& agent, const std::shared_ptr<State>& s) {
    agent.listSweeps = [s]() -> Outcome<std::vector<SweepRow>> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        return s->sweeps;
    };
    agent.loadSweep = [](const QString& file, const std::stop_token&) -> Outcome<PlannedSweep> {
        if (!file.contains("rates"))
            return bridge::PlannedSweep{.file = file,
                                        .findings = {{.message = "no parameters", .file = file, .line = 3}}};
        return bridge::PlannedSweep{.file = file,
                                    .name = "rates",
                                    .runs = 6,
                                    .parallel = 2,
                                    .parameters = {"train.learning_rate", "train.optimizer"},
                                    .plan = std::make_shared<const int>(6)};
    };
    agent.startSweep = [s](const bridge::PlannedSweep& sweep) -> Outcome<QString> {
        std::lock_guard lock(s->mutex);
        s->sweepEdits << "start " + sweep.name;
        if (s->sweeps.size() > 1) return std::unexpected(Failure{.message = "too many sweeps"});
        s->sweeps.insert(s->sweeps.begin(), testing::sampleSweep(sweep.name + "-sweep-9"));
        return s->sweeps.front().id;
    };
    agent.editSweep = [s](const QString& sweep, SweepAction action) -> Outcome<void> {
        std::lock_guard lock(s->mutex);
        const auto row = std::ranges::find(s->sweeps, sweep, &SweepRow::id);
        if (row == s->sweeps.end()) return std::unexpected(Failure{"no sweep " + sweep, "not_found"});
        const char* const words[] = {"hold ", "release ", "stop "};
        s->sweepEdits << words[static_cast<int>(action)] + sweep;
        for (SweepRunRow& run : row->runs) {
            if (run.state == QLatin1String("started")) continue;
            run.state = action == SweepAction::kStop   ? QStringLiteral("cancelled")
                        : action == SweepAction::kHold ? QStringLiteral("held")
                                                       : QStringLiteral("waiting");
        }
        if (action == SweepAction::kStop) row->state = QStringLiteral("stopping");
        return {};
    };
}

void ScriptedAgent::addSending(AgentFunctions& agent, const std::shared_ptr<State>& s) {
    /// Ends once the test says how, or nobody waits any more.
    const auto send = [s](const QString& what, const std::shared_ptr<SendProgress>& progress,
                          const std::stop_token& stop) -> Outcome<std::int64_t> {
        std::unique_lock lock(s->mutex);
        s->sendings << what;
        progress->set(
            {.node = "gpu-a", .place = "/data/images.gz", .bytesDone = 12'000'000, .bytes = 45'000'000});
        s->changed.wait(lock, stop, [&] { return s->sent || s->isAway; });
        if (stop.stop_requested()) {
            ++s->cancelledSendings;
            return std::unexpected(Failure{"cancelled", "call.cancelled"});
        }
        if (s->isAway) return std::unexpected(State::away());
        return *std::exchange(s->sent, std::nullopt);
    };
    agent.sendFiles = [send](const LoadedRun&, const auto& progress, const std::stop_token& stop) {
        return send("start", progress, stop);
    };
    agent.sendFilesToResume = [send](const ResumeRequest& request, const auto& progress,
                                     const std::stop_token& stop) {
        return send((request.isBranch ? "branch " : "resume ") + request.run, progress, stop);
    };
}

void ScriptedAgent::addNodes(AgentFunctions& agent, const std::shared_ptr<State>& s) {
    agent.listNodes = [s]() -> Outcome<NodeList> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        NodeList list{{{.name = "local",
                        .host = "workbench",
                        .version = "0.1.0",
                        .cpu = "Example CPU",
                        .cpus = 8,
                        .load = 2.5,
                        .memoryBytes = 16'000'000'000,
                        .memoryFreeBytes = 10'000'000'000,
                        .diskBytes = 500'000'000'000,
                        .diskFreeBytes = 120'000'000'000,
                        .gpus = s->gpus}}};
        list.nodes.insert(list.nodes.end(), s->nodes.begin(), s->nodes.end());
        return list;
    };
    /// Ends once the test says how, or the window cancels it.
    const auto setUp = [s](const QString& what,
                           const std::shared_ptr<SetUpProgress>& progress) -> Outcome<NodeRow> {
        std::unique_lock lock(s->mutex);
        s->nodeOrders << what;
        progress->bytes = 45'000'000;
        progress->bytesDone = 12'000'000;
        s->setUpProgress = progress;
        s->changed.wait(lock, [&] { return s->setUpNode.has_value() || s->isAway; });
        if (!s->setUpNode) return std::unexpected(State::away());
        const auto result = *std::exchange(s->setUpNode, std::nullopt);
        if (result && what.startsWith("add ")) s->nodes.push_back(*result);
        return result;
    };
    agent.addNode = [setUp](const QString& target, const QString&, const auto& progress) {
        return setUp("add " + target, progress);
    };
    agent.prepareNode = [setUp](const QString& name, const auto& progress) {
        return setUp("prepare " + name, progress);
    };
    agent.connectNode = [setUp](const QString& name, const auto& progress) {
        return setUp("connect " + name, progress);
    };
    agent.answerQuestion = [s](const QString& question,
                               const std::shared_ptr<const SshAnswer>& answer) -> Outcome<void> {
        std::lock_guard lock(s->mutex);
        s->nodeOrders << "answer " + question + ": " +
                             (answer ? QString::fromStdString(answer->text()) : QStringLiteral("none"));
        return {};
    };
    agent.checkNode = [s](const QString& name, const std::stop_token&) -> Outcome<NodeRow> {
        std::lock_guard lock(s->mutex);
        s->nodeOrders << "check " + name;
        for (NodeRow& node : s->nodes)
            if (node.name == name) {
                node.state = NodeState::kConnected;
                node.reason = {};
                return node;
            }
        return std::unexpected(Failure{"there is no node " + name, "node.unknown"});
    };
    agent.removeNode = [s](const QString& name) -> Outcome<void> {
        std::lock_guard lock(s->mutex);
        s->nodeOrders << "remove " + name;
        if (name == s->busyNode)
            return std::unexpected(
                Failure{"run r1 has tasks on node " + name + "; stop it first", "node.in_use"});
        std::erase_if(s->nodes, [&](const NodeRow& node) { return node.name == name; });
        return {};
    };
    agent.abandonNode = [s](const QString& name) -> Outcome<void> {
        std::lock_guard lock(s->mutex);
        s->nodeOrders << "abandon " + name;
        std::erase_if(s->nodes, [&](const NodeRow& node) { return node.name == name; });
        return {};
    };
    agent.testNodes = [s](const std::stop_token&) -> Outcome<NodeTests> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        s->nodeOrders << "test";
        return s->nodeTests;
    };
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
    agent.showCheckpoint = [s](const QString& path, const std::stop_token&) -> Outcome<CheckpointContent> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        const auto at =
            std::ranges::find(s->checkpoints, path, [](const auto& c) { return c.checkpoint.path; });
        if (at == s->checkpoints.end())
            return std::unexpected(Failure{"no checkpoint at " + path, "not_found"});
        return *at;
    };
    agent.verifyCheckpoint = [s](const QString& path, const std::stop_token&) -> Outcome<CheckOutcome> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        return CheckOutcome{s->damage[path], 1'000'000};
    };
    agent.predict = [s](const PredictionRequest& request, const std::stop_token&) -> Outcome<Prediction> {
        std::lock_guard lock(s->mutex);
        s->predictions.push_back(request);
        if (s->isAway) return std::unexpected(State::away());
        return s->prediction;
    };
    agent.diffCheckpoints = [s](const QString&, const QString&,
                                const std::stop_token&) -> Outcome<CheckpointDiff> {
        std::lock_guard lock(s->mutex);
        if (s->isAway) return std::unexpected(State::away());
        return s->diff;
    };
}

}  // namespace trainyard::testing
