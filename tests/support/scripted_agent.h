// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMap>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "ui/bridge/agent_functions.h"

namespace trainyard::testing {

/// An agent that does what a test tells it: the AgentFunctions of a window under test, without processes and
/// without gRPC. Its streams block and end like real ones. Every function may be called from any thread.
class ScriptedAgent {
  public:
    ScriptedAgent();
    bridge::AgentFunctions functions() const;

    // ---- what the script says
    // ------------------------------------------------------------------------------------
    void setRuns(std::vector<bridge::RunRow> runs);
    void updateRun(const bridge::RunRow& run);
    void setDetail(const bridge::RunDetail& detail);
    /// Sends an update to the watchers of `run`, and keeps its events and points for later ones.
    void push(const QString& run, bridge::RunUpdate update);
    void pushLog(const QString& run, const QString& task, const QStringList& lines);
    /// The run has succeeded; its streams end.
    void finish(const QString& run);
    /// Its streams may be opened again: the run continues.
    void resumeStreams(const QString& run);
    /// From now on every call fails and every stream breaks, until comeBack().
    void goAway();
    void comeBack();
    /// Is away, having been stopped on purpose, until comeBack().
    void end();
    /// Its process hangs, or no longer: streams stay open, and pings are not answered in time.
    void setSilent(bool isSilent);
    /// The next loadRun answers with these findings; an ERROR among them means no spec.
    void setFindings(std::vector<bridge::Finding> findings);
    /// What every loadRun from now on returns besides its findings.
    void setPreview(bridge::RunPreview preview);
    /// The text of a run file; any other file holds a small run.
    void setRunFile(const QString& file, const QString& text);
    QString file(const QString& path) const;
    /// The same, in the folder of a run.
    void setRecord(const QString& file, const QString& text);
    void setStartOutcome(bridge::StartOutcome outcome);
    /// A checkpoint of a run, with its contents.
    void addCheckpoint(const bridge::CheckpointContent& checkpoint);
    void setCheckpointDiff(bridge::CheckpointDiff diff);
    /// The GPUs of the only machine; none by default.
    void setGpus(std::vector<bridge::GpuRow> gpus);
    /// Machines besides the only one. `busy`: a run has tasks on it.
    void setNodes(std::vector<bridge::NodeRow> nodes, const QString& busy = {});
    /// What the setup of a node yields that is waited for now, or the next one.
    void finishSetUp(bridge::Outcome<bridge::NodeRow> node);
    /// Of ssh, in the setup that was begun last; with an empty id: no more.
    void askInSetUp(const bridge::SshQuestion& question);
    /// "add me@gpu-a", "prepare gpu-a", "check gpu-a", "remove gpu-a".
    QStringList nodeOrders() const;
    void setNodeTests(bridge::NodeTests tests);
    /// What the sending of files yields that is waited for now, or the next one.
    void finishSending(bridge::Outcome<std::int64_t> sent);
    void setSweeps(std::vector<bridge::SweepRow> sweeps);
    /// "stop rates-sweep-1".
    QStringList sweepEdits() const;
    /// "start", "resume r-1", "branch r-1": for what the files of a run were to be sent.
    QStringList sendings() const;
    /// How many of them ended because nobody waited for them any more.
    int cancelledSendings() const;
    void setClusters(std::vector<bridge::SavedCluster> clusters);
    /// What a run has logged beside scalars, from now on.
    using Media = std::vector<std::pair<bridge::MediaItem, bridge::MediaContent>>;
    void setMedia(const QString& run, const bridge::MediaSeries& series, Media items);
    /// An additional plugin, by the folder of its manifest; add it before the window requests the form.
    void addPlugin(const QString& folder);
    /// What predict() returns from now on.
    void setPrediction(bridge::Outcome<bridge::Prediction> prediction);
    /// The problem with the store, from now on.
    void setStoreDamage(const QString& damage);
    void setDamage(const QString& path, const bridge::Sentences& damage);

    // ---- what the window did
    // -------------------------------------------------------------------------------------
    std::vector<std::pair<QString, bridge::StopAfter>> stops() const;
    int starts() const;
    /// The last text that was started.
    QString startedText() const;
    /// How often a run file was checked.
    int checks() const;
    std::vector<bridge::ResumeRequest> resumes() const;
    std::vector<std::pair<QString, bridge::RunChange>> changes() const;
    /// The actions on checkpoints, one "delete /path" per line.
    QStringList checkpointEdits() const;
    std::vector<bridge::SavedCluster> clusters() const;
    /// Text files that the window wrote or will find, by path.
    std::map<QString, QString> files() const;
    void setFile(const QString& path, const QString& text);
    std::vector<bridge::DrillRequest> drills() const;
    /// The requested profiles: run and steps. Each waits for setProfile().
    std::vector<std::pair<QString, int>> profiles() const;
    void setProfile(bridge::Outcome<bridge::ProfileOutcome> profile);
    /// What was to be exported. Each waits for setExported().
    std::vector<bridge::ExportRequest> exports() const;
    int cancelledExports() const;
    void setExported(bridge::Outcome<void> outcome);
    /// Folders whose logs were to be imported. Each waits for setImported().
    QStringList importedFolders() const;
    /// What is followed now, by its folder.
    QMap<QString, std::shared_ptr<bridge::ImportProgress>> followedLogs() const;
    void setImported(bridge::Outcome<std::vector<bridge::ImportedRun>> runs);
    /// How often stacks were requested. Each waits for setStacks().
    int stackReadings() const;
    /// How many of them ended because nobody waited for them any more.
    int cancelledStackReadings() const;
    void setStacks(bridge::Outcome<std::vector<bridge::TaskStacks>> stacks);
    std::vector<bridge::PredictionRequest> predictions() const;
    std::vector<bridge::SeriesQuery> queries() const;
    int openStreams() const;

  private:
    struct State;
    static void addChanges(bridge::AgentFunctions& agent, const std::shared_ptr<State>& state);
    static void addCheckpoints(bridge::AgentFunctions& agent, const std::shared_ptr<State>& state);
    static void addLibrary(bridge::AgentFunctions& agent, const std::shared_ptr<State>& state);
    static void addMedia(bridge::AgentFunctions& agent, const std::shared_ptr<State>& state);
    static void addNodes(bridge::AgentFunctions& agent, const std::shared_ptr<State>& state);
    static void addSending(bridge::AgentFunctions& agent, const std::shared_ptr<State>& state);
    static void addSweeps(bridge::AgentFunctions& agent, const std::shared_ptr<State>& state);
    std::shared_ptr<State> state_;
};

/// A hundred stored runs, newest first, of every state; the first one is running when `now` is its clock.
std::vector<bridge::RunRow> hundredRuns(double now);
/// Two tasks, chief first.
bridge::RunDetail detailOf(const bridge::RunRow& run);

}  // namespace trainyard::testing
