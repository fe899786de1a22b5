// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/bridge/cluster_values.h"
#include "ui/bridge/values.h"
#include "ui/models/cluster_draft.h"

/// A cluster as text, both ways, and what can be said of it: core/spec's words over the window's values. Pure
/// functions: no file, no rpc.
namespace trainyard::models {

/// What a text says of a cluster. Where `isReadable` is false the findings say why, and the draft is empty.
struct ReadCluster {
    ClusterDraft draft;
    bool isReadable = false;
    std::vector<bridge::Finding> findings;
    QStringList leftOut;  ///< keys of a run file that are no part of a cluster
    QString task;         ///< whose TF_CONFIG it was: "worker:0"
};
/// The keys `strategy`, `cluster` and `tf_config` of a run file, in block style.
QString clusterYaml(const ClusterDraft& draft);
/// The same put into a text: its comments and order stay.
QString editedYaml(const QString& text, const ClusterDraft& draft);
/// Reads a run file, a part of one, or a TF_CONFIG. `strategies` give an imported TF_CONFIG with ps its
/// strategy.
ReadCluster readCluster(const QString& text, const std::vector<bridge::StrategyRow>& strategies);

/// What is wrong with the draft, and how each is mended.
std::vector<bridge::Finding> lintCluster(const ClusterDraft& draft, const bridge::StrategyRow* strategy);
/// The draft with a finding's one-click fix; nothing where it cannot be applied.
std::optional<ClusterDraft> withFix(const ClusterDraft& draft, const bridge::Finding& finding);
/// The same for text that cannot be read yet.
std::optional<QString> fixedText(const QString& text, const bridge::Finding& finding);
/// The draft's cluster as `--set` takes it.
QString clusterSetting(const ClusterDraft& draft);

/// Names of the tasks for which no TF_CONFIG can be made, for want of a port.
QStringList tasksWithoutPort(const ClusterDraft& draft);
/// TF_CONFIG of all tasks but for `task`; entries without a port are written without one.
QString sharedTfConfig(const ClusterDraft& draft);
/// The draft that an edited sharedTfConfig() makes of `before`: who is where in another spelling stays as
/// written.
ReadCluster readSharedTfConfig(const QString& text, const ClusterDraft& before,
                               const std::vector<bridge::StrategyRow>& strategies);

enum class TaskFormat { kEnvironment, kShell, kJson };
/// What starts one task by hand: a .env line, a shell line, or JSON. Needs every port.
QString taskConfig(const ClusterDraft& draft, int row, TaskFormat format, const QString& runFile);
/// A run file with this cluster that trains a small model on Fashion-MNIST.
QString starterRunFile(const ClusterDraft& draft, const QString& name);

/// Two tasks that talk to each other in every step.
struct ClusterLink {
    int from = 0;  ///< rows of the draft
    int to = 0;
    bool carriesGradients = true;  ///< false: commands alone
    friend bool operator==(const ClusterLink&, const ClusterLink&) = default;
};
std::vector<ClusterLink> clusterLinks(const ClusterDraft& draft, const bridge::StrategyRow& strategy);
/// Bytes that one process with replicas sends in a step, for a model of so many parameters; NaN: not known.
double processBytesPerStep(const ClusterDraft& draft, const bridge::StrategyRow& strategy, double parameters);
/// The built-in models and their parameters.
struct BuiltinModel {
    QString name;
    double parameters = 0;
};
std::vector<BuiltinModel> builtinModels();

}  // namespace trainyard::models
