// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/nodes/gpu_part.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>

#include "ui/models/agent_words.h"
#include "ui/models/format.h"
#include "ui/widgets/named.h"

namespace trainyard::pages {

using widgets::withRole;

GpuPart::GpuPart(QWidget* parent) : QWidget(parent) {
    title_ = new QLabel;
    name_ = withRole(new QLabel, "muted");
    error_ = withRole(new QLabel, "waiting");
    error_->setWordWrap(true);
    used_ = new UsageBar(tr("Busy"), UsageBar::Full::kIsFine);
    memory_ = new UsageBar(tr("Memory"), UsageBar::Full::kWarns);
    auto* first = new QHBoxLayout;
    first->setSpacing(8);
    first->addWidget(title_);
    first->addWidget(name_, 1);
    auto* bars = new QHBoxLayout;
    bars->setSpacing(16);
    bars->addWidget(used_, 1);
    bars->addWidget(memory_, 2);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(first);
    layout->addWidget(error_);
    layout->addLayout(bars);
}

void GpuPart::show(const QString& node, const bridge::GpuRow& gpu) {
    const bool isKnown = gpu.index >= 0;
    const QString title = isKnown ? tr("GPU %1").arg(gpu.index) : tr("GPUs");
    const QString place = isKnown ? QString::number(gpu.index) : QStringLiteral("all");
    title_->setText(title);
    QStringList facts{gpu.name};
    if (gpu.powerWatts) facts << tr("%1 W").arg(QLocale().toString(*gpu.powerWatts, 'f', 0));
    if (gpu.celsius) facts << tr("%1 °C").arg(QLocale().toString(*gpu.celsius, 'f', 0));
    name_->setText(facts.join(QStringLiteral(" · ")));
    name_->setObjectName(QStringLiteral("nodes.gpu_name.%1.%2").arg(node, place));
    error_->setText(models::inReadersLanguage(gpu.error));
    error_->setVisible(!gpu.error.isEmpty());
    error_->setObjectName(QStringLiteral("nodes.gpu_error.%1.%2").arg(node, place));
    used_->setTextName(QStringLiteral("nodes.gpu_used.%1.%2").arg(node, place));
    used_->setAccessibleTitle(tr("%1: busy").arg(title));
    used_->setVisible(gpu.error.isEmpty() && gpu.used);
    memory_->setTextName(QStringLiteral("nodes.gpu_memory.%1.%2").arg(node, place));
    memory_->setAccessibleTitle(tr("%1: memory").arg(title));
    memory_->setVisible(gpu.error.isEmpty());
    if (!gpu.error.isEmpty()) return;
    const double used = gpu.used.value_or(0);
    used_->set(used, QStringLiteral("%1 %").arg(QLocale().toString(100 * used, 'f', 0)));
    const double free = gpu.memoryBytes > 0 ? double(gpu.memoryFreeBytes) / double(gpu.memoryBytes) : 0;
    memory_->set(
        1 - free,
        tr("%1 of %2 free").arg(models::byteSize(gpu.memoryFreeBytes), models::byteSize(gpu.memoryBytes)));
}

}  // namespace trainyard::pages

#include "moc_gpu_part.cpp"
