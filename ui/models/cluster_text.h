// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/bridge/cluster_values.h"
#include "ui/bridge/values.h"
#include "ui/models/cluster_draft.h"

/// Converts clusters to and from text and checks them: core/spec's functions for the window's values. Pure
/// functions: no file access, no rpc.
namespace trainyard::models {

/// The cluster parsed from a text. Where `isReadable` is false, the findings say why and the draft is empty.
struct ReadCluster {
    ClusterDraft draft;
    bool isReadable = false;
    std::vector<bridge::Finding> findings;
    QStringList leftOut;  ///< keys of a run file that are not part of a cluster
    QString task;         ///< the task whose TF_CONFIG it was: "worker:0"
};
/// The keys `strategy`, `cluster` and `tf_config` of a run file, in block style.
QString clusterYaml(const ClusterDraft& draft);
/// Puts the same into an existing text, keeping its comments and order.
QString editedYaml(const QString& text, const ClusterDraft& draft);
/// Reads a run file, a part of one, or a TF_CONFIG. `strategies` provide the strategy for an imported
/// TF_CONFIG with ps.
ReadCluster readCluster(const QString& text, const std::vector<bridge::StrategyRow>& strategies);

/// What is wrong with the draft, and how to fix each problem.
std::vector<bridge::Finding> lintCluster(const ClusterDraft& draft, const bridge::StrategyRow* strategy);
/// The draft with a finding's one-click fix; nothing where it cannot be applied.
std::optional<ClusterDraft> withFix(const ClusterDraft& draft, const bridge::Finding& finding);
/// The same for text that cannot be parsed yet.
std::optional<QString> fixedText(const QString& text, const bridge::Finding& finding);
/// The draft's cluster in the form that `--set` takes.
QString clusterSetting(const ClusterDraft& draft);

/// Names of the tasks for which no TF_CONFIG can be created because a port is missing.
QStringList tasksWithoutPort(const ClusterDraft& draft);
/// TF_CONFIG of all tasks but for `task`; entries without a port are written without one.
QString sharedTfConfig(const ClusterDraft& draft);
/// Applies an edited sharedTfConfig() to `before`: an entry that differs only in spelling stays as written.
ReadCluster readSharedTfConfig(const QString& text, const ClusterDraft& before,
                               const std::vector<bridge::StrategyRow>& strategies);

enum class TaskFormat { kEnvironment, kShell, kJson };
/// What starts one task manually: a .env line, a shell line, or JSON. Needs every port.
QString taskConfig(const ClusterDraft& draft, int row, TaskFormat format, const QString& runFile);
/// A run file with this cluster that trains a small model on Fashion-MNIST.
QString starterRunFile(const ClusterDraft& draft, const QString& name);

/// Two tasks that talk to each other in every step.
struct ClusterLink {
    int from = 0;  ///< rows of the draft
    int to = 0;
    bool carriesGradients = true;  ///< false: only commands
    friend bool operator==(const ClusterLink&, const ClusterLink&) = default;
};
std::vector<ClusterLink> clusterLinks(const ClusterDraft& draft, const bridge::StrategyRow& strategy);
/// Bytes that one process with replicas sends per step, for a model with this many parameters; NaN: not
/// known.
double processBytesPerStep(const ClusterDraft& draft, const bridge::StrategyRow& strategy, double parameters);
/// The built-in models and their parameter counts.
struct BuiltinModel {
    QString name;
    double parameters = 0;
};
std::vector<BuiltinModel> builtinModels();

}  // namespace trainyard::models
