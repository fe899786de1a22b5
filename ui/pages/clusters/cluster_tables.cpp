// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/clusters/cluster_tables.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/cluster_canvas/cluster_chip.h"
#include "ui/widgets/columns.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/named.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {

using models::ClusterModel;
using widgets::named;

TaskDelegate::TaskDelegate(const ClusterModel& model, QObject* parent)
    : QStyledItemDelegate(parent), model_(model) {
}

QWidget* TaskDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                    const QModelIndex& index) const {
    switch (index.column()) {
        case ClusterModel::kRole: {
            auto* box = named(new QComboBox(parent), "clusters.table.edit_role", tr("Role"));
            box->addItems(models::clusterRoles());
            return box;
        }
        case ClusterModel::kMachine: {
            auto* box = named(new QComboBox(parent), "clusters.table.edit_machine", tr("Machine"));
            box->setEditable(true);
            box->addItems(model_.draft().machines);
            return box;
        }
        case ClusterModel::kPort: {
            auto* box = named(new QSpinBox(parent), "clusters.table.edit_port", tr("Port"));
            box->setRange(0, 65535);
            box->setSpecialValueText(tr("automatic"));
            return box;
        }
        default: {
            QWidget* editor = QStyledItemDelegate::createEditor(parent, option, index);
            return named(editor, "clusters.table.edit_cpus", tr("CPUs"));
        }
    }
}

void TaskDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
    if (auto* box = qobject_cast<QComboBox*>(editor))
        box->setCurrentText(index.data(Qt::EditRole).toString());
    else if (auto* port = qobject_cast<QSpinBox*>(editor))
        port->setValue(index.data(Qt::EditRole).toInt());
    else
        QStyledItemDelegate::setEditorData(editor, index);
}

void TaskDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const {
    if (const auto* box = qobject_cast<QComboBox*>(editor))
        model->setData(index, box->currentText());
    else if (auto* port = qobject_cast<QSpinBox*>(editor))
        model->setData(index, port->value());
    else
        QStyledItemDelegate::setModelData(editor, model, index);
}

TaskTable::TaskTable(ClusterModel& model, QWidget* parent) : QWidget(parent), model_(model) {
    widgets::withRole(this, "panel");
    setAttribute(Qt::WA_StyledBackground);
    table_ = named(new QTableView, "clusters.table.tasks", tr("Tasks"));
    table_->setModel(&model_);
    table_->setItemDelegate(new TaskDelegate(model_, table_));
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                            QAbstractItemView::AnyKeyPressed | QAbstractItemView::SelectedClicked);
    table_->setShowGrid(false);
    table_->setTabKeyNavigation(false);
    table_->setFont(widgets::tabularFont(font()));
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(30);
    new widgets::TableHeader(*table_);
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    widgets::fitColumn(*table_, ClusterModel::kTask, {QStringLiteral("evaluator:0"), tr("worker:0 (chief)")});
    widgets::fitColumn(*table_, ClusterModel::kRole, {QStringLiteral("evaluator")});
    widgets::fitColumn(*table_, ClusterModel::kPort, {tr("automatic"), QStringLiteral("65535")});
    widgets::fitColumn(*table_, ClusterModel::kCpus, {QStringLiteral("0-3")});
    table_->horizontalHeader()->setSectionResizeMode(ClusterModel::kMachine, QHeaderView::Stretch);
    table_->horizontalHeader()->setMinimumSectionSize(56);  // "local" can be read
    table_->installEventFilter(this);
    connect(table_->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                kept_ = index.isValid() ? index.row() : kept_;
                refresh();
                emit taskChosen(index.row());
            });
    // A rebuilt table has no current row; the user means the previous one.
    connect(&model_, &ClusterModel::modelReset, this,
            [this] { chooseTask(std::min(kept_, model_.rowCount() - 1)); });
    connect(&model_, &ClusterModel::draftChanged, this, &TaskTable::refresh);

    role_ = named(new QComboBox, "clusters.table.role", tr("Role of the new task"));
    for (const QString& role : models::clusterRoles()) role_->addItem(widgets::roleText(role), role);
    role_->setCurrentIndex(1);
    auto* add = named(new QPushButton(tr("Add task")), "clusters.table.add", tr("Add task"));
    connect(add, &QPushButton::clicked, this, [this] {
        const int row = chosenTask();
        const models::ClusterDraft& draft = model_.draft();
        model_.addTask(role_->currentData().toString(),
                       row >= 0 ? models::machineOf(draft.tasks[row].node)
                                : draft.machines.value(0, QStringLiteral("local")));
    });
    remove_ = named(new QPushButton(tr("Remove")), "clusters.table.remove", tr("Remove the selected task"));
    connect(remove_, &QPushButton::clicked, this, &TaskTable::remove);
    ports_ = named(new QPushButton(tr("Set ports")), "clusters.table.ports", tr("Set ports"));
    ports_->setToolTip(
        tr("Assigns the next port on its machine, starting at 2222, to every task without one"));
    connect(ports_, &QPushButton::clicked, this, [this] { model_.pinPorts(); });
    auto* tasks = new widgets::FlowLayout;
    tasks->setContentsMargins(0, 0, 0, 0);
    tasks->setSpacing(8);
    for (QWidget* control : std::initializer_list<QWidget*>{role_, add, remove_}) tasks->addWidget(control);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(12, 8, 12, 8);
    bar->setSpacing(8);
    bar->addLayout(tasks, 1);
    bar->addWidget(ports_, 0, Qt::AlignTop);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(table_, 1);
    refresh();
}

void TaskTable::refresh() {
    remove_->setEnabled(chosenTask() >= 0);
    ports_->setEnabled(!models::tasksWithoutPort(model_.draft()).isEmpty());
}

int TaskTable::chosenTask() const {
    return table_->currentIndex().isValid() ? table_->currentIndex().row() : -1;
}

void TaskTable::chooseTask(int row) {
    if (row == chosenTask()) return;
    if (row < 0)
        table_->setCurrentIndex({});
    else if (row < model_.rowCount())
        table_->setCurrentIndex(model_.index(row, std::max(table_->currentIndex().column(), 0)));
}

void TaskTable::remove() {
    model_.removeTask(chosenTask());
}

bool TaskTable::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete) {
        remove();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace trainyard::pages

#include "moc_cluster_tables.cpp"
