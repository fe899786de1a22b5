// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/nodes/nodes_page.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/bridge/agent_bridge.h"
#include "ui/models/agent_words.h"
#include "ui/models/format.h"
#include "ui/pages/nodes/gpu_part.h"
#include "ui/widgets/chart/chart.h"
#include "ui/widgets/named.h"
#include "ui/widgets/notice_line.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

namespace {

constexpr int kRefreshMs = 3000;
constexpr int kHiddenRefreshMs = 15000;  // so that the history has no gap when the user returns
constexpr int kChartHeight = 150;
constexpr int kCardWidth = 420;

}  // namespace

NodeCard::NodeCard(QWidget* parent) : QWidget(parent) {
    withRole(this, "card");
    setAttribute(Qt::WA_StyledBackground);
    setFixedWidth(kCardWidth);
    name_ = withRole(new QLabel, "section");
    host_ = withRole(new QLabel, "muted");
    machine_ = withRole(new QLabel, "muted");
    machine_->setWordWrap(true);
    auto* first = new QHBoxLayout;
    first->addWidget(name_);
    first->addWidget(host_);
    first->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 14, 16, 16);
    layout->setSpacing(6);
    layout->addLayout(first);
    layout->addWidget(machine_);
    load_ = new UsageBar(tr("Load"), UsageBar::Full::kWarns);
    memory_ = new UsageBar(tr("Memory"), UsageBar::Full::kWarns);
    disk_ = new UsageBar(tr("Disk"), UsageBar::Full::kWarns);
    for (UsageBar* bar : {load_, memory_, disk_}) layout->addWidget(bar);
    chart_ = new widgets::Chart;
    chart_->setFixedHeight(kChartHeight);
    layout->addWidget(chart_);
    gpuCount_ = withRole(new QLabel, "muted");
    gpuCount_->setWordWrap(true);
    gpuCount_->hide();
    layout->addSpacing(6);
    layout->addWidget(gpuCount_);
    gpuList_ = new QVBoxLayout;
    gpuList_->setSpacing(4);
    layout->addLayout(gpuList_);
}

void NodeCard::show(const bridge::NodeRow& node, double time) {
    name_->setText(node.name);
    host_->setText(node.name == node.host ? QString() : node.host);
    const QString cpus = tr("CPUs: %1").arg(node.cpus);
    machine_->setText(
        tr("%1 · agent %2").arg(node.cpu.isEmpty() ? cpus : cpus + " · " + node.cpu, node.version));
    named(this, "nodes.card." + node.name, tr("Node %1").arg(node.name));
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
    showHistory(node, time);
    showGpus(node);
    setVisible(true);
}

void NodeCard::showHistory(const bridge::NodeRow& node, double time) {
    using widgets::ChartContent;
    if (std::exchange(node_, node.name) != node.name) history_ = {};
    history_.add(node, time);
    named(chart_, "nodes.history." + node.name, tr("Load and memory of %1").arg(node.name));
    constexpr double kMinute = 60;
    ChartContent content{.kind = ChartContent::Kind::kLines,
                         .range = std::pair(-models::NodeLoad::kSpanSeconds / kMinute, 0.0),
                         .full = 100,
                         .series = {{tr("Load"), 0, {}}, {tr("Memory"), 1, {}}}};
    for (const models::NodeLoad::Part& part : history_.parts()) {
        const double x = std::min(0.0, (part.time - time) / kMinute);
        const QString clock = QDateTime::fromSecsSinceEpoch(static_cast<qint64>(part.time))
                                  .time()
                                  .toString(QStringLiteral("HH:mm:ss"));
        content.series[0].points.push_back({x, std::round(part.load), clock});
        content.series[1].points.push_back({x, std::round(part.memory), clock});
    }
    chart_->setVisible(!content.isEmpty());
    chart_->setContent(std::move(content), tr("Percent, over the last 10 minutes"));
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
        const bool isThere = i < node.gpus.size();
        if (isThere) gpus_[i]->show(node.name, node.gpus[i]);
        gpus_[i]->setVisible(isThere);
    }
}

NodesPage::NodesPage(Agent agent, QWidget* parent) : Page(parent), agent_(agent) {
    auto* header = withRole(new QWidget, "panel");
    header->setAttribute(Qt::WA_StyledBackground);
    auto* add = named(new QPushButton(tr("Add node…")), "nodes.header.add", tr("Add node"));
    notice_ = widgets::noticeLine("nodes.header.notice", tr("Message"));
    connect(add, &QPushButton::clicked, this, [this] {
        notice_->setText(
            tr("Add a node with the command `trainyard --headless nodes add HOST`, and then name it in the "
               "cluster of a run."));
    });
    auto* first = new QHBoxLayout;
    first->setSpacing(8);
    first->addWidget(withRole(new QLabel(tr("Nodes")), "title"));
    first->addStretch();
    first->addWidget(add);
    auto* headerLayout = new QVBoxLayout(header);
    headerLayout->setContentsMargins(16, 12, 16, 8);
    headerLayout->setSpacing(4);
    headerLayout->addLayout(first);
    headerLayout->addWidget(notice_);
    auto* body = new QWidget;
    list_ = new QVBoxLayout(body);
    list_->setContentsMargins(16, 16, 16, 16);
    list_->setSpacing(16);
    list_->addStretch();
    auto* scroll = named(new QScrollArea, "nodes.list.area", tr("Nodes"));
    scroll->setWidget(body);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(1);
    layout->addWidget(header);
    layout->addWidget(scroll, 1);
    connect(&every_, &QTimer::timeout, this, &NodesPage::refresh);
    connect(&agent_.news(), &bridge::AgentNews::agentStatusChanged, this,
            [this](const bridge::AgentStatus& status) {
                if (status.state == bridge::AgentState::kConnected) refresh();
            });
}

void NodesPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    refresh();
    every_.start(kRefreshMs);
}

void NodesPage::hideEvent(QHideEvent* event) {
    every_.start(kHiddenRefreshMs);
    Page::hideEvent(event);
}

void NodesPage::refresh() {
    agent_.ask(&bridge::NodeCalls::listNodes, this,
               [this](const bridge::Outcome<std::vector<bridge::NodeRow>>& nodes) {
                   // An answer clears the reason for the last failure.
                   if (nodes && notice_->text() == failure_) notice_->clear();
                   failure_ = nodes ? QString() : models::inReadersLanguage(nodes.error().message);
                   if (nodes) return take(*nodes);
                   notice_->setText(failure_);
               });
}

void NodesPage::take(const std::vector<bridge::NodeRow>& nodes) {
    while (cards_.size() < nodes.size()) {
        cards_.push_back(new NodeCard);
        list_->insertWidget(static_cast<int>(cards_.size()) - 1, cards_.back());
    }
    const double now = static_cast<double>(QDateTime::currentMSecsSinceEpoch()) / 1000;
    for (std::size_t i = 0; i < cards_.size(); ++i) {
        if (i < nodes.size())
            cards_[i]->show(nodes[i], now);
        else
            cards_[i]->hide();
    }
}

PageInfo nodesPage() {
    return {.id = QStringLiteral("nodes"),
            .title = NodesPage::tr("Nodes"),
            .icon = QStringLiteral("nodes"),
            .order = 30,
            .make = [](bridge::AgentBridge& bridge, QWidget* parent) -> Page* {
                return new NodesPage(bridge, parent);
            }};
}

}  // namespace trainyard::pages

#include "moc_nodes_page.cpp"
