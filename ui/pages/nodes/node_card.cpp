// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/nodes/node_card.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/models/agent_words.h"
#include "ui/models/cluster_slots.h"
#include "ui/models/format.h"
#include "ui/pages/nodes/gpu_part.h"
#include "ui/pages/nodes/usage_bar.h"
#include "ui/widgets/chart/chart.h"
#include "ui/widgets/keyboard.h"
#include "ui/widgets/named.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

namespace {

constexpr int kChartHeight = 124, kChartLines = 9;
constexpr double kOld = 60;  // seconds; of figures whose age is shown

}  // namespace

NodeCard::NodeCard(QWidget* parent) : QWidget(parent) {
    withRole(this, "card");
    setAttribute(Qt::WA_StyledBackground);
    setFixedWidth(kWidth);
    name_ = withRole(new QLabel, "section");
    host_ = withRole(new QLabel, "muted");
    machine_ = withRole(new QLabel, "muted");
    machine_->setWordWrap(true);
    prepared_ = withRole(new QLabel, "muted");
    prepared_->setWordWrap(true);
    age_ = withRole(new QLabel, "muted");
    age_->setWordWrap(true);
    auto* first = new QHBoxLayout;
    first->addWidget(name_);
    first->addWidget(host_);
    first->addStretch();
    state_ = new QLabel;
    first->addWidget(state_);
    reason_ = withRole(new QLabel, "waiting");
    reason_->setWordWrap(true);
    reason_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 14, 16, 16);
    layout->setSpacing(6);
    layout->addLayout(first);
    layout->addWidget(reason_);
    layout->addWidget(machine_);
    layout->addWidget(prepared_);
    layout->addWidget(age_);
    load_ = new UsageBar(tr("Load"), UsageBar::Full::kWarns);
    memory_ = new UsageBar(tr("Memory"), UsageBar::Full::kWarns);
    disk_ = new UsageBar(tr("Disk"), UsageBar::Full::kWarns);
    for (UsageBar* bar : {load_, memory_, disk_}) layout->addWidget(bar);
    for (widgets::Chart*& chart : charts_) {
        chart = new widgets::Chart;
        // Its axis has no room for its figures where the lines of the font are higher.
        chart->setFixedHeight(std::max(kChartHeight, kChartLines * fontMetrics().lineSpacing()));
        layout->addWidget(chart);
    }
    gpuCount_ = withRole(new QLabel, "muted");
    gpuCount_->setWordWrap(true);
    gpuCount_->hide();
    layout->addSpacing(6);
    layout->addWidget(gpuCount_);
    gpuList_ = new QVBoxLayout;
    gpuList_->setSpacing(4);
    layout->addLayout(gpuList_);
    layout->addStretch();  // a card is as high as its neighbours
}

/// The agent's own machine has none.
void NodeCard::makeActions() {
    if (actions_) return;
    setFocusPolicy(Qt::StrongFocus);
    actions_ = new QWidget;
    check_ = new QPushButton;
    prepare_ = new QPushButton(tr("Prepare"));
    prepare_->setToolTip(tr("Sends the machine Trainyard and libtorch, unless it has them."));
    remove_ = withRole(new QPushButton(tr("Remove…")), "danger");
    remove_->setToolTip(tr("Uses the machine no longer. What was sent to it stays there."));
    connect(check_, &QPushButton::clicked, this, &NodeCard::check);
    connect(prepare_, &QPushButton::clicked, this, [this] { emit prepareRequested(node_); });
    connect(remove_, &QPushButton::clicked, this, [this] { emit removeRequested(node_); });
    auto* row = new QHBoxLayout(actions_);
    row->setContentsMargins(0, 8, 0, 0);
    row->setSpacing(8);
    row->addWidget(check_);
    row->addWidget(prepare_);
    row->addStretch();
    row->addWidget(remove_);
    layout()->addWidget(actions_);
    QWidget* before = reason_;  // Tab goes from the card to these, not to the next card
    for (QPushButton* button : {check_, prepare_, remove_}) {
        setTabOrder(before, button);
        before = button;
    }
    setCanPrepare(canPrepare_);
}

/// On the card and on its buttons.
void NodeCard::keyPressEvent(QKeyEvent* event) {
    const bool isOnCard = hasFocus();
    if (actions_ && event->key() == Qt::Key_Delete)
        emit removeRequested(node_);
    else if (actions_ && isOnCard && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        check();
    else
        QWidget::keyPressEvent(event);
}

void NodeCard::check() {
    if (!asks_) return emit checkRequested(node_);
    if (canPrepare_) emit connectRequested(node_);
}

void NodeCard::setCanPrepare(bool can) {
    canPrepare_ = can;
    if (!actions_) return;
    widgets::setEnabledKeepingFocus(*prepare_, can);
    widgets::setEnabledKeepingFocus(*check_, can || !asks_);
}

void NodeCard::show(const bridge::NodeRow& node, double time) {
    if (std::exchange(node_, node.name) != node.name) history_ = {};
    named(this, "nodes.card." + node.name, tr("Node %1").arg(node.name));
    name_->setText(node.name);
    const QString& place = node.target.isEmpty() ? node.host : node.target;
    host_->setText(node.name == place ? QString() : place);
    showState(node);
    const QString cpus = tr("CPUs: %1").arg(node.cpus);
    machine_->setText(
        tr("%1 · agent %2").arg(node.cpu.isEmpty() ? cpus : cpus + " · " + node.cpu, node.version));
    machine_->setVisible(node.isDescribed);
    showPreparation(node, time);
    showUsage(node);
    showHistory(node, time);
    showGpus(node);
    setVisible(true);
}

void NodeCard::showState(const bridge::NodeRow& node) {
    const bool isConnected = node.state == bridge::NodeState::kConnected;
    state_->setObjectName("nodes.state." + node.name);
    state_->setText(models::nodeStateText(node.state));
    withRole(state_, isConnected ? "muted" : "waiting");
    state_->style()->unpolish(state_);
    state_->style()->polish(state_);
    reason_->setObjectName("nodes.reason." + node.name);
    reason_->setText(models::inReadersLanguage(node.reason));
    reason_->setVisible(!node.reason.isEmpty());
    if (!node.target.isEmpty()) makeActions();
    if (!actions_) return;
    actions_->setVisible(!node.target.isEmpty());
    asks_ = node.asks;
    check_->setText(asks_ ? tr("Answer…") : tr("Check"));
    check_->setToolTip(asks_ ? tr("Connects now, and shows what ssh asks.")
                             : tr("Connects now, and asks the machine how it is."));
    widgets::setEnabledKeepingFocus(*check_, canPrepare_ || !asks_);
    named(check_, "nodes.check." + node.name, (asks_ ? tr("Answer for %1") : tr("Check %1")).arg(node.name));
    named(prepare_, "nodes.prepare." + node.name, tr("Prepare %1").arg(node.name));
    named(remove_, "nodes.remove." + node.name, tr("Remove %1").arg(node.name));
}

/// Whether a run can be placed there, and how old the figures are that are shown.
void NodeCard::showPreparation(const bridge::NodeRow& node, double time) {
    prepared_->setObjectName("nodes.prepared." + node.name);
    age_->setObjectName("nodes.age." + node.name);
    const bool isConnected = node.state == bridge::NodeState::kConnected;
    if (node.isPrepared)
        prepared_->setText(*node.isPrepared ? tr("Prepared: Trainyard and libtorch are there.")
                                            : tr("Not prepared: libtorch is missing. Prepare sends it."));
    prepared_->setVisible(node.isPrepared.has_value());
    const double age = node.described > 0 ? time - node.described : 0;
    if (isConnected)
        age_->setText(tr("Figures from %1. Check reads them again.").arg(models::age(age)));
    else
        age_->setText(tr("As described %1.").arg(models::age(age)));
    age_->setVisible(node.isDescribed && node.described > 0 && (age >= kOld || !isConnected));
}

/// Of a machine that is not connected, these figures would be old.
void NodeCard::showUsage(const bridge::NodeRow& node) {
    const bool isNow = node.isDescribed && node.state == bridge::NodeState::kConnected;
    for (UsageBar* bar : {load_, memory_, disk_}) bar->setVisible(isNow);
    load_->setTextName("nodes.load." + node.name);
    memory_->setTextName("nodes.memory." + node.name);
    disk_->setTextName("nodes.disk." + node.name);
    const auto part = [](double of, double all) { return all > 0 ? of / all : 0; };
    load_->set(part(node.load, node.cpus),
               tr("%1 of %2").arg(QLocale().toString(node.load, 'f', 1)).arg(node.cpus));
    const auto usedOf = [&](std::int64_t free, std::int64_t all) {
        return tr("%1 of %2 free").arg(models::byteSize(free), models::byteSize(all));
    };
    memory_->set(1 - part(double(node.memoryFreeBytes), double(node.memoryBytes)),
                 usedOf(node.memoryFreeBytes, node.memoryBytes));
    disk_->set(1 - part(double(node.diskFreeBytes), double(node.diskBytes)),
               usedOf(node.diskFreeBytes, node.diskBytes));
}

void NodeCard::showHistory(const bridge::NodeRow& node, double time) {
    using widgets::ChartContent;
    // The agent asks other machines when it connects or is told to: their figures are no history.
    const bool isLive = node.target.isEmpty();
    if (isLive) history_.add(node, time);
    named(charts_[0], "nodes.history." + node.name, tr("Load of %1").arg(node.name));
    named(charts_[1], "nodes.memory_history." + node.name, tr("Memory of %1").arg(node.name));
    constexpr double kMinute = 60;
    // A chart each: a load of several times its CPUs would leave the memory no height.
    std::array<ChartContent, 2> contents;
    for (std::size_t i = 0; i < contents.size(); ++i)
        contents[i] = {.kind = ChartContent::Kind::kLines,
                       .range = std::pair(-models::NodeLoad::kSpanSeconds / kMinute, 0.0),
                       .full = 100,
                       .series = {{.name = {}, .colour = static_cast<int>(i), .points = {}}}};
    for (const models::NodeLoad::Part& part : history_.parts()) {
        const double x = std::min(0.0, (part.time - time) / kMinute);
        const QString clock = QDateTime::fromSecsSinceEpoch(static_cast<qint64>(part.time))
                                  .time()
                                  .toString(QStringLiteral("HH:mm:ss"));
        contents[0].series[0].points.push_back({x, std::round(part.load), clock});
        contents[1].series[0].points.push_back({x, std::round(part.memory), clock});
    }
    const std::array headings{tr("Load in %, over the last 10 minutes"),
                              tr("Memory in use in %, over the last 10 minutes")};
    for (std::size_t i = 0; i < contents.size(); ++i) {
        charts_[i]->setVisible(isLive && !contents[i].isEmpty());
        charts_[i]->setContent(std::move(contents[i]), headings[i]);
    }
}

void NodeCard::showGpus(const bridge::NodeRow& node) {
    const auto count = std::ranges::count_if(node.gpus, [](const auto& gpu) { return gpu.index >= 0; });
    gpuCount_->setObjectName("nodes.gpus." + node.name);
    gpuCount_->setText(tr("GPUs: %1").arg(count));
    gpuCount_->setVisible(count > 0);
    while (gpus_.size() < node.gpus.size()) {
        gpus_.push_back(new GpuPart);
        gpuList_->addWidget(gpus_.back());
    }
    for (std::size_t i = 0; i < gpus_.size(); ++i) {
        const bool isThere = i < node.gpus.size() && node.state == bridge::NodeState::kConnected;
        if (isThere) gpus_[i]->show(node.name, node.gpus[i]);
        gpus_[i]->setVisible(isThere);
    }
}

}  // namespace trainyard::pages

#include "moc_node_card.cpp"
