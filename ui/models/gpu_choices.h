// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <map>
#include <vector>

#include "ui/bridge/cluster_values.h"
#include "ui/models/cluster_draft.h"

namespace trainyard::models {

/// A line of a list of GPUs: one that a task can be given, or why a machine offers none.
struct GpuChoice {
    int index = -1;  ///< as `gpus` of a task counts them; -1: nothing that can be chosen
    QString text;    ///< "GPU 0: NVIDIA H100, 72 GB of 80 GB free, used by worker:1"

    friend bool operator==(const GpuChoice&, const GpuChoice&) = default;
};

/// What the machine offers, as it was seen last; never empty. `holders`: which task of the cluster being
/// edited names which GPU.
std::vector<GpuChoice> gpuChoices(const bridge::NodeRow& machine, const std::map<int, QString>& holders);

/// The GPUs that a task names.
std::vector<int> gpusOf(const ClusterTask& task);

/// Which tasks of the draft name which GPUs of a machine, but `row`; -1: all of them.
std::map<int, QString> gpuHolders(const ClusterDraft& draft, const QString& machine, int row = -1);

}  // namespace trainyard::models
