// SPDX-License-Identifier: Apache-2.0
#include "ui/models/gpu_choices.h"

#include <QCoreApplication>
#include <QStringList>

#include "ui/models/agent_words.h"
#include "ui/models/cluster_slots.h"
#include "ui/models/format.h"

namespace trainyard::models {
namespace {

/// Below this share it is idle: a driver reports a per cent now and then.
constexpr double kIdleShare = 0.05;

QString gpuText(const bridge::GpuRow& gpu, const std::map<int, QString>& holders) {
    QString text = QStringLiteral("GPU %1: %2").arg(gpu.index).arg(shown(gpu.name));
    if (gpu.memoryBytes > 0)
        text += QCoreApplication::translate("GpuChoices", ", %1 of %2 free")
                    .arg(byteSize(gpu.memoryFreeBytes), byteSize(gpu.memoryBytes));
    if (const auto holder = holders.find(gpu.index); holder != holders.end())
        text += QCoreApplication::translate("GpuChoices", ", used by %1").arg(holder->second);
    else if (gpu.used.value_or(0) > kIdleShare)
        text += QCoreApplication::translate("GpuChoices", ", busy now");
    return text;
}

}  // namespace

std::vector<GpuChoice> gpuChoices(const bridge::NodeRow& machine, const std::map<int, QString>& holders) {
    if (machine.state != bridge::NodeState::kConnected && machine.gpus.empty())
        return {{.text = nodeStateText(machine.state)}};
    if (!machine.isDescribed)
        return {{.text = QCoreApplication::translate("GpuChoices", "Not known yet which GPUs it has")}};
    if (machine.gpus.empty())
        return {{.text = QCoreApplication::translate("GpuChoices", "This machine has no GPU")}};
    std::vector<GpuChoice> choices;
    for (const bridge::GpuRow& gpu : machine.gpus) {
        if (!gpu.error.isEmpty())
            choices.push_back({.text = inReadersLanguage(gpu.error)});
        else
            choices.push_back({.index = gpu.index, .text = gpuText(gpu, holders)});
    }
    return choices;
}

std::vector<int> gpusOf(const ClusterTask& task) {
    std::vector<int> gpus;
    for (const QString& number : task.gpus.split(',', Qt::SkipEmptyParts))
        gpus.push_back(number.trimmed().toInt());
    return gpus;
}

std::map<int, QString> gpuHolders(const ClusterDraft& draft, const QString& machine, int row) {
    std::map<int, QString> holders;
    for (const int task : draft.tasksOn(machine)) {
        if (task == row) continue;
        for (const int gpu : gpusOf(draft.tasks[task])) holders.try_emplace(gpu, draft.taskName(task));
    }
    return holders;
}

}  // namespace trainyard::models
