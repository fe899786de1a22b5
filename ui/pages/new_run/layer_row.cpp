// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/new_run/layer_row.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStyle>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/agent_words.h"
#include "ui/models/format.h"
#include "ui/widgets/named.h"
#include "ui/widgets/state_delegate.h"

namespace trainyard::pages {

using models::Json;
using models::LayerListModel;
using widgets::named;
using widgets::withRole;

namespace {

constexpr int kLeastRows = 5;
constexpr int kMostRows = 12;

}  // namespace

LayerRow::LayerRow(models::RunForm& f, models::FormEntry e, int depth) : FieldRow(f, std::move(e), depth) {
    kinds_ = named(new QComboBox, name("add_kind"), tr("Kind of the layer to add"));
    for (const models::Alternative& kind :
         models::alternativesOf((*entry().schema)["items"], models::Presence::kRequired))
        kinds_->addItem(kind.label, QString::fromStdString(kind.initial.dump()));
    auto* add = named(new QPushButton(tr("Add")), name("add"), tr("Add a layer below the selected one"));
    up_ = named(new QPushButton(tr("Up")), name("up"), tr("Move the layer up"));
    down_ = named(new QPushButton(tr("Down")), name("down"), tr("Move the layer down"));
    remove_ = named(new QPushButton(tr("Remove")), name("remove"), tr("Remove the layer"));
    connect(add, &QPushButton::clicked, this, &LayerRow::add);
    connect(up_, &QPushButton::clicked, this, [this] { move(-1); });
    connect(down_, &QPushButton::clicked, this, [this] { move(1); });
    connect(remove_, &QPushButton::clicked, this, &LayerRow::remove);
    sum_ = withRole(new QLabel, "muted");
    sum_->setWordWrap(true);
    line()->addWidget(sum_, 1);

    table_ = named(new QTableView, name(), tr("Layers"));
    table_->setModel(&model_);
    table_->setItemDelegate(new widgets::SeverityDelegate(table_));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setTabKeyNavigation(false);
    table_->setShowGrid(false);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(26);
    table_->horizontalHeader()->setSectionResizeMode(LayerListModel::kOptions, QHeaderView::Stretch);
    for (const auto column : {LayerListModel::kKind, LayerListModel::kOutput, LayerListModel::kParameters})
        table_->horizontalHeader()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setHighlightSections(false);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& index) { choose(index.row()); });

    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(kinds_, 1);
    for (QPushButton* button : {add, up_, down_, remove_}) buttons->addWidget(button);
    chosen_ = new FieldRows(form(), depth, this);
    chosen_->hide();
    below()->addWidget(table_);
    below()->addLayout(buttons);
    below()->addWidget(chosen_);
    below()->setContentsMargins(0, 0, 0, kGapBelow);
}

Json LayerRow::layers() const {
    const Json* now = value();
    return now && now->is_array() ? *now : Json::array();
}

void LayerRow::refresh() {
    const Json list = layers();
    model_.setLayers(list, models::inputShape(form().tree()));
    const int rows = std::clamp(static_cast<int>(list.size()), kLeastRows, kMostRows);
    table_->setFixedHeight(table_->horizontalHeader()->sizeHint().height() + rows * 26 + 4);
    const bool isBroken = model_.brokenRow() >= 0;
    sum_->setText(
        isBroken
            ? tr("Layer %1: %2").arg(model_.brokenRow() + 1).arg(models::inReadersLanguage(model_.problem()))
            : tr("Layers: %1, parameters: %2").arg(list.size()).arg(models::count(model_.parameters())));
    withRole(sum_, isBroken ? "failure" : "muted");
    sum_->style()->unpolish(sum_);
    sum_->style()->polish(sum_);
    if (shown_ >= static_cast<int>(list.size())) choose(static_cast<int>(list.size()) - 1);
    chosen_->refresh();
    showButtons();
}

void LayerRow::choose(int row) {
    shown_ = row;
    std::vector<models::FormEntry> entries;
    if (row >= 0) {
        const auto index = static_cast<std::size_t>(row);
        entries.push_back({std::to_string(row), path().item(index), &(*entry().schema)["items"],
                           models::Presence::kRequired});
    }
    chosen_->setEntries(entries);
    chosen_->refresh();
    showButtons();
}

void LayerRow::showButtons() {
    const int row = table_->currentIndex().row();
    up_->setEnabled(row > 0);
    down_->setEnabled(row >= 0 && row + 1 < model_.rowCount());
    remove_->setEnabled(row >= 0);
}

void LayerRow::add() {
    Json list = layers();
    const int row = table_->currentIndex().isValid() ? table_->currentIndex().row() + 1 : model_.rowCount();
    list.insert(list.begin() + row, Json::parse(kinds_->currentData().toString().toStdString()));
    form().set(path(), list);
    table_->selectRow(row);
}

void LayerRow::remove() {
    const int row = table_->currentIndex().row();
    Json list = layers();
    if (row < 0 || row >= static_cast<int>(list.size())) return;
    list.erase(static_cast<std::size_t>(row));
    form().set(path(), list);
    choose(table_->currentIndex().row());
}

void LayerRow::move(int by) {
    const int row = table_->currentIndex().row();
    Json list = layers();
    if (row < 0 || row + by < 0 || row + by >= static_cast<int>(list.size())) return;
    std::swap(list[static_cast<std::size_t>(row)], list[static_cast<std::size_t>(row + by)]);
    form().set(path(), list);
    table_->selectRow(row + by);
}

}  // namespace trainyard::pages

#include "moc_layer_row.cpp"
