// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/runs/task_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include "ui/bridge/agent_bridge.h"
#include "ui/models/format.h"
#include "ui/models/task_list_model.h"
#include "ui/widgets/columns.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/keyboard.h"
#include "ui/widgets/named.h"
#include "ui/widgets/node_lane_delegate.h"
#include "ui/widgets/state_delegate.h"

namespace trainyard::pages {

using models::TaskListModel;
using widgets::named;
using widgets::withRole;

namespace {

/// Minimum width of the tasks' bars: narrower ones are unreadable.
constexpr int kLeastLaneWidth = 96;
constexpr int kTwoLinesMargin = 8;
constexpr int kAskMs = 2000;

}  // namespace

TaskPanel::TaskPanel(Agent agent, TaskListModel& tasks, QWidget* parent)
    : QWidget(parent), agent_(agent), tasks_(tasks) {
    withRole(this, "panel");
    setAttribute(Qt::WA_StyledBackground);
    auto* label = new widgets::FlowLayout;
    label->setSpacing(8);
    label->setContentsMargins(12, 8, 12, 4);
    label->addWidget(withRole(new QLabel(tr("Tasks")), "section"));
    auto* key = new widgets::LaneKey(TaskListModel::laneWords());
    key->setObjectName("runs.tasks.key");
    label->addWidget(key);
    drill_ = named(new QPushButton(tr("Kill task…")), "runs.tasks.drill", tr("Kill task…"));
    connect(drill_, &QPushButton::clicked, this, [this] {
        if (const QString task = chosen(); !task.isEmpty()) emit drillRequested(task);
    });
    label->addWidget(drill_);
    label->setAlignment(drill_, Qt::AlignRight);
    table_ = makeTable();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(label);
    layout->addWidget(table_, 1);
    setTabOrder(table_, drill_);  // a task must be selected first
    connect(table_->selectionModel(), &QItemSelectionModel::currentChanged, this, &TaskPanel::refreshDrill);
    connect(&tasks_, &TaskListModel::modelReset, this, [this] {
        table_->clearSpans();
        placeLanes();
        fitter_->choose(TaskListModel::kGpu, tasks_.hasGpus());
        refreshDrill();
        askForNodes();
    });
    connect(&tasks_, &TaskListModel::dataChanged, this, [this] {
        placeLanes();
        fitter_->choose(TaskListModel::kGpu, tasks_.hasGpus());
    });
    every_.setInterval(kAskMs);
    connect(&every_, &QTimer::timeout, this, &TaskPanel::askForNodes);
    every_.start();
}

QTableView* TaskPanel::makeTable() {
    using Column = TaskListModel::Column;
    auto* table = named(new QTableView, "runs.tasks.table", tr("Tasks"));
    table->setModel(&tasks_);
    table->setItemDelegateForColumn(Column::kTask, new widgets::NodeLaneDelegate(table));
    table->setItemDelegateForColumn(Column::kState, new widgets::StateDelegate(table));
    table->setItemDelegateForColumn(Column::kLane, new widgets::LaneDelegate(table));
    widgets::showRows(*table, Column::kLane);
    widgets::fitColumn(*table, Column::kTask, {TaskListModel::chiefText("worker:0")});
    widgets::fitColumn(*table, Column::kState,
                       models::stateWords() << TaskListModel::suspendedWord() << TaskListModel::cutOffWord(),
                       widgets::StateDelegate::kShapeWidth);
    widgets::fitColumn(*table, Column::kStep, {models::count(88'888)});
    widgets::fitColumn(*table, Column::kNode, {QString(12, QLatin1Char('n'))});
    widgets::fitColumn(*table, Column::kPhase, {QStringLiteral("evaluating")});
    widgets::fitColumn(*table, Column::kCpu, {QStringLiteral("888 %")});
    widgets::fitColumn(*table, Column::kMemory, {QStringLiteral("888 MB")});
    widgets::fitColumn(*table, Column::kGpu, {QStringLiteral("888 % · 88.8 GB")});
    fitter_ = new widgets::ColumnFitter(*table, Column::kLane, kLeastLaneWidth,
                                        {Column::kTask, Column::kState, Column::kStep, Column::kPhase,
                                         Column::kMemory, Column::kCpu, Column::kNode});
    fitter_->choose(Column::kGpu, tasks_.hasGpus());
    return table;
}

QString TaskPanel::chosen() const {
    const QModelIndex current = table_->currentIndex();
    return current.isValid() ? current.siblingAtColumn(0).data(models::kIdRole).toString() : QString();
}

void TaskPanel::setRunState(bridge::RunState state) {
    state_ = state;
    tasks_.setRunState(state);
    refreshDrill();
}

void TaskPanel::refreshDrill() {
    const bool isGoing = state_ == bridge::RunState::kRunning || bridge::isToPause(state_);
    const bool isChosen = !chosen().isEmpty();
    const QString help =
        tr("Kills the selected task as if its machine had failed, to test recovery. Asks for confirmation.");
    widgets::setEnabledKeepingFocus(*drill_, isGoing && isChosen);
    drill_->setToolTip(isChosen ? help : tr("Select a task in the table first.") + '\n' + help);
    widgets::setVisibleKeepingFocus(*drill_, isGoing);
}

void TaskPanel::placeLanes() {
    for (int row = 0; row < tasks_.rowCount(); ++row) {
        const bool isLane = tasks_.isLane(row);
        if (isLane && table_->columnSpan(row, 0) == 1) table_->setSpan(row, 0, 1, tasks_.columnCount());
        const bool hasTwoLines = isLane && tasks_.index(row, 0).data().toString().contains(QLatin1Char('\n'));
        const int height = hasTwoLines ? 2 * table_->fontMetrics().height() + kTwoLinesMargin
                                       : table_->verticalHeader()->defaultSectionSize();
        if (table_->rowHeight(row) != height) table_->setRowHeight(row, height);
    }
}

void TaskPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    askForNodes();
}

void TaskPanel::askForNodes() {
    if (!tasks_.hasLanes() || bridge::hasEnded(state_) || !isVisible()) return;
    agent_.ask(&bridge::NodeCalls::listNodes, this, [this](const bridge::Outcome<bridge::NodeList>& list) {
        tasks_.setNodes(list ? list->nodes : std::vector<bridge::NodeRow>());
    });
}

}  // namespace trainyard::pages

#include "moc_task_panel.cpp"
