// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/runs/runs_page.h"

#include <QDateTime>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include "ui/bridge/agent_bridge.h"
#include "ui/models/format.h"
#include "ui/pages/runs/run_view.h"
#include "ui/widgets/columns.h"
#include "ui/widgets/named.h"
#include "ui/widgets/state_delegate.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

RunsPage::RunsPage(bridge::AgentBridge& bridge, QWidget* parent) : Page(parent), bridge_(bridge) {
    view_ = new RunView(bridge_);
    columns_ = named(new QSplitter(Qt::Horizontal), "runs.page.columns", tr("Run list and run"));
    columns_->setChildrenCollapsible(false);
    columns_->addWidget(makeList());
    columns_->addWidget(view_);
    columns_->setStretchFactor(1, 1);
    columns_->setSizes({472, 732});
    stack_ = new QStackedWidget;
    stack_->addWidget(makeWelcome());
    stack_->addWidget(columns_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(stack_);

    connect(&bridge_, &bridge::AgentBridge::runsChanged, this, &RunsPage::takeRuns);
    connect(&bridge_, &bridge::AgentBridge::agentStatusChanged, this, &RunsPage::refreshEmptyText);
    clock_.setInterval(1000);
    connect(&clock_, &QTimer::timeout, this, &RunsPage::refreshClock);
    clock_.start();
    refreshClock();
    refreshEmptyText();
}

QWidget* RunsPage::makeList() {
    auto* panel = withRole(new QWidget, "panel");
    panel->setAttribute(Qt::WA_StyledBackground);
    panel->setMinimumWidth(260);
    filter_ = named(new QLineEdit, "runs.list.filter", tr("Filter the runs"));
    filter_->setPlaceholderText(tr("Filter the runs"));
    filter_->setToolTip(
        tr("Words to look for, all of them; also state:failed (how the state begins) and "
           "strategy:mirror (what the strategy holds)"));
    filter_->setClearButtonEnabled(true);
    filtered_ = new models::RunFilterModel(this);
    filtered_->setSourceModel(&runs_);
    connect(filter_, &QLineEdit::textChanged, filtered_, &models::RunFilterModel::setQuery);
    connect(filter_, &QLineEdit::textChanged, this, &RunsPage::refreshEmptyText);

    table_ = named(new QTableView, "runs.list.table", tr("Runs"));
    table_->setModel(filtered_);
    table_->setItemDelegateForColumn(models::RunListModel::kState, new widgets::StateDelegate(table_));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setShowGrid(false);
    table_->setWordWrap(false);
    table_->setTabKeyNavigation(false);
    table_->setFont(widgets::tabularFont(font()));
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(32);
    QHeaderView* header = table_->horizontalHeader();
    header->setHighlightSections(false);
    header->setSortIndicatorShown(true);
    header->setSectionResizeMode(models::RunListModel::kName, QHeaderView::Stretch);
    using Column = models::RunListModel::Column;
    widgets::fitColumn(*table_, Column::kState, models::stateWords(), widgets::StateDelegate::kShapeWidth);
    widgets::fitColumn(*table_, Column::kEpoch, {QStringLiteral("100/100")});
    widgets::fitColumn(*table_, Column::kAccuracy, {models::number(0.8888)});
    constexpr double kMinute = 60;
    widgets::fitColumn(*table_, Column::kAge,
                       {models::age(0), models::age(59 * kMinute), models::age(888 * 24 * 60 * kMinute)});
    table_->setColumnHidden(models::RunListModel::kStrategy, true);
    table_->setColumnHidden(models::RunListModel::kLoss, true);
    header->setSortIndicator(models::RunListModel::kAge, Qt::AscendingOrder);
    table_->setSortingEnabled(true);
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsPage::takeSelection);
    empty_ = withRole(new QLabel(table_->viewport()), "empty");
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    auto* over = new QVBoxLayout(table_->viewport());
    over->addWidget(empty_);

    auto* layout = new QVBoxLayout(panel);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* margin = new QVBoxLayout;
    margin->setContentsMargins(12, 12, 12, 8);
    margin->addWidget(filter_);
    layout->addLayout(margin);
    layout->addWidget(table_, 1);
    return panel;
}

QWidget* RunsPage::makeWelcome() {
    auto* panel = new QWidget;
    auto* title = withRole(new QLabel(tr("Runs")), "title");
    title->setAlignment(Qt::AlignCenter);
    welcome_ = withRole(new QLabel, "empty");
    welcome_->setAlignment(Qt::AlignCenter);
    welcome_->setWordWrap(true);
    auto* start =
        withRole(named(new QPushButton(tr("New run")), "runs.welcome.new_run", tr("New run")), "primary");
    connect(start, &QPushButton::clicked, this,
            [this] { emit pageRequested(QStringLiteral("new_run"), {}); });
    auto* layout = new QVBoxLayout(panel);
    layout->setSpacing(16);
    layout->addStretch();
    layout->addWidget(title);
    layout->addWidget(welcome_);
    layout->addWidget(start, 0, Qt::AlignHCenter);
    layout->addStretch();
    return panel;
}

void RunsPage::open(const QString& run) {
    if (run.isEmpty()) return;
    wanted_ = run;
    selectWanted();
}

QList<QAction*> RunsPage::menuActions() const {
    return view_->stopActions();
}

bool RunsPage::focusSearch() {
    if (stack_->currentIndex() == 0) return false;
    if (table_->hasFocus() || filter_->hasFocus()) {
        filter_->setFocus(Qt::ShortcutFocusReason);
    } else {
        view_->focusSearch();
    }
    return true;
}

void RunsPage::takeRuns(const bridge::RunListChange& change) {
    hasList_ = hasList_ || change.isSnapshot;
    const QString chosen = view_->run();
    runs_.apply(change);
    if (wanted_.isEmpty() && change.isSnapshot) wanted_ = chosen;
    if (wanted_.isEmpty() && runs_.rowCount() > 0)
        wanted_ = filtered_->index(0, 0).data(models::kIdRole).toString();
    selectWanted();
    if (const bridge::RunRow* row = runs_.run(view_->run())) view_->update(*row);
    stack_->setCurrentIndex(runs_.rowCount() > 0 ? 1 : 0);
    refreshEmptyText();
}

void RunsPage::selectWanted() {
    if (wanted_.isEmpty()) return;
    int row = runs_.rowOf(wanted_);
    if (row < 0) {
        // A run kept from the last time may be gone; one just started will come with the next change.
        if (!hasList_ || !view_->run().isEmpty() || runs_.rowCount() == 0) return;
        row = 0;
    }
    QModelIndex index = filtered_->mapFromSource(runs_.index(row, 0));
    if (!index.isValid()) {
        filter_->clear();
        index = filtered_->mapFromSource(runs_.index(row, 0));
    }
    if (runs_.rowOf(wanted_) >= 0) wanted_.clear();
    table_->selectRow(index.row());
    table_->scrollTo(index);
}

void RunsPage::takeSelection() {
    const QModelIndexList chosen = table_->selectionModel()->selectedRows();
    if (chosen.isEmpty()) return;
    if (const bridge::RunRow* row = runs_.run(chosen.front().data(models::kIdRole).toString()))
        view_->show(*row);
}

void RunsPage::refreshClock() {
    const double now = double(QDateTime::currentMSecsSinceEpoch()) / 1000;
    runs_.setNow(now);
    view_->setNow(now);
}

void RunsPage::refreshEmptyText() {
    empty_->setText(tr("No run matches “%1”.").arg(filter_->text()));
    empty_->setVisible(filtered_->rowCount() == 0 && runs_.rowCount() > 0);
    const bridge::AgentStatus& agent = bridge_.agentStatus();
    switch (agent.state) {
        case bridge::AgentState::kConnected:
            welcome_->setText(
                hasList_
                    ? tr("No run yet. Start one from a run file or an example, and its curves appear here.")
                    : tr("Reading the runs…"));
            break;
        case bridge::AgentState::kConnecting:
            welcome_->setText(tr("Looking for the agent…"));
            break;
        case bridge::AgentState::kAway:
            welcome_->setText(tr("The agent cannot be reached: %1").arg(agent.detail));
            break;
    }
}

QVariantMap RunsPage::saveState() const {
    QVariantMap state = view_->saveState();
    state.insert(QStringLiteral("columns"), columns_->saveState());
    state.insert(QStringLiteral("run"), view_->run());
    return state;
}

void RunsPage::restoreState(const QVariantMap& state) {
    view_->restoreState(state);
    columns_->restoreState(state.value(QStringLiteral("columns")).toByteArray());
    open(state.value(QStringLiteral("run")).toString());
}

PageInfo runsPage() {
    return {.id = QStringLiteral("runs"),
            .title = RunsPage::tr("Runs"),
            .icon = QStringLiteral("runs"),
            .order = 10,
            .make = [](bridge::AgentBridge& bridge, QWidget* parent) -> Page* {
                return new RunsPage(bridge, parent);
            }};
}

}  // namespace trainyard::pages
