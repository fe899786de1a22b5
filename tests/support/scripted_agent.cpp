// SPDX-License-Identifier: Apache-2.0
#include "tests/support/scripted_agent.h"

#include <algorithm>

#include "tests/support/scripted_agent_state.h"

namespace trainyard::testing {

ScriptedAgent::ScriptedAgent() : state_(std::make_shared<State>()) {
}

void ScriptedAgent::addPlugin(const QString& folder) {
    std::lock_guard lock(state_->mutex);
    state_->plugins.emplace_back(folder.toStdString());
}

void ScriptedAgent::setClusters(std::vector<SavedCluster> clusters) {
    std::lock_guard lock(state_->mutex);
    state_->clusters = std::move(clusters);
}

void ScriptedAgent::setMedia(const QString& run, const MediaSeries& series, Media items) {
    std::lock_guard lock(state_->mutex);
    auto& all = state_->media[run];
    std::erase_if(
        all, [&](const auto& one) { return one.first.kind == series.kind && one.first.key == series.key; });
    all.emplace_back(series, std::move(items));
}

void ScriptedAgent::setGpus(std::vector<GpuRow> gpus) {
    std::lock_guard lock(state_->mutex);
    state_->gpus = std::move(gpus);
}

void ScriptedAgent::setNodes(std::vector<NodeRow> nodes, const QString& busy) {
    std::lock_guard lock(state_->mutex);
    state_->nodes = std::move(nodes);
    state_->busyNode = busy;
}

void ScriptedAgent::finishSetUp(Outcome<NodeRow> node) {
    std::lock_guard lock(state_->mutex);
    state_->setUpNode = std::move(node);
    state_->changed.notify_all();
}

void ScriptedAgent::finishSending(Outcome<std::int64_t> sent) {
    std::lock_guard lock(state_->mutex);
    state_->sent = std::move(sent);
    state_->changed.notify_all();
}

QStringList ScriptedAgent::sendings() const {
    std::lock_guard lock(state_->mutex);
    return state_->sendings;
}

int ScriptedAgent::cancelledSendings() const {
    std::lock_guard lock(state_->mutex);
    return state_->cancelledSendings;
}

void ScriptedAgent::askInSetUp(const SshQuestion& question) {
    std::lock_guard lock(state_->mutex);
    if (state_->setUpProgress) state_->setUpProgress->ask(question);
}

QStringList ScriptedAgent::nodeOrders() const {
    std::lock_guard lock(state_->mutex);
    return state_->nodeOrders;
}

void ScriptedAgent::setNodeTests(NodeTests tests) {
    std::lock_guard lock(state_->mutex);
    state_->nodeTests = std::move(tests);
}

void ScriptedAgent::setSweeps(std::vector<SweepRow> sweeps) {
    std::lock_guard lock(state_->mutex);
    state_->sweeps = std::move(sweeps);
}

QStringList ScriptedAgent::sweepEdits() const {
    std::lock_guard lock(state_->mutex);
    return state_->sweepEdits;
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

void ScriptedAgent::setStoreDamage(const QString& damage) {
    std::lock_guard lock(state_->mutex);
    state_->storeDamage = damage;
    ++state_->version;
    state_->changed.notify_all();
}

void ScriptedAgent::setSilent(bool isSilent) {
    std::lock_guard lock(state_->mutex);
    state_->isSilent = isSilent;
}

void ScriptedAgent::setDamage(const QString& path, const bridge::Sentences& damage) {
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

std::vector<ExportRequest> ScriptedAgent::exports() const {
    std::lock_guard lock(state_->mutex);
    return state_->exports;
}

int ScriptedAgent::cancelledExports() const {
    std::lock_guard lock(state_->mutex);
    return state_->cancelledExports;
}

void ScriptedAgent::setExported(Outcome<void> outcome) {
    std::lock_guard lock(state_->mutex);
    state_->exported = std::move(outcome);
    state_->changed.notify_all();
}

QStringList ScriptedAgent::importedFolders() const {
    std::lock_guard lock(state_->mutex);
    return state_->importedFolders;
}

QMap<QString, std::shared_ptr<bridge::ImportProgress>> ScriptedAgent::followedLogs() const {
    std::lock_guard lock(state_->mutex);
    return state_->followedLogs;
}

void ScriptedAgent::setImported(Outcome<std::vector<ImportedRun>> runs) {
    std::lock_guard lock(state_->mutex);
    state_->imported = std::move(runs);
    state_->changed.notify_all();
}

int ScriptedAgent::stackReadings() const {
    std::lock_guard lock(state_->mutex);
    return state_->stackReadings;
}

int ScriptedAgent::cancelledStackReadings() const {
    std::lock_guard lock(state_->mutex);
    return state_->cancelledStackReadings;
}

void ScriptedAgent::setStacks(Outcome<std::vector<TaskStacks>> stacks) {
    std::lock_guard lock(state_->mutex);
    state_->stacks = std::move(stacks);
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

void ScriptedAgent::end() {
    std::lock_guard lock(state_->mutex);
    state_->isAway = state_->isEnded = true;
    state_->changed.notify_all();
}

void ScriptedAgent::comeBack() {
    std::lock_guard lock(state_->mutex);
    state_->isAway = state_->isEnded = false;
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

QString ScriptedAgent::file(const QString& path) const {
    std::lock_guard lock(state_->mutex);
    return state_->runFiles[path];
}

QString ScriptedAgent::startedText() const {
    std::lock_guard lock(state_->mutex);
    return state_->startedText;
}

void ScriptedAgent::setRecord(const QString& file, const QString& text) {
    setRunFile(file, text);
    std::lock_guard lock(state_->mutex);
    state_->records << file;
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
