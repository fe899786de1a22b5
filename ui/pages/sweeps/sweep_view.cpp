// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/sweeps/sweep_view.h"

#include <QAction>
#include <QEvent>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <initializer_list>

#include "ui/models/agent_words.h"
#include "ui/models/format.h"
#include "ui/models/parallel_axes.h"
#include "ui/pages/sweeps/sweep_scatter.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/columns.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/named.h"
#include "ui/widgets/notice_line.h"
#include "ui/widgets/parallel_view.h"
#include "ui/widgets/state_delegate.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {

using models::SweepRunModel;
using widgets::named;
using widgets::withRole;

SweepView::SweepView(QWidget* parent) : QWidget(parent) {
    makeActions();
    table_ = makeTable();
    parallel_ = named(new widgets::ParallelView, "sweeps.parallel.view", tr("Parallel coordinates"));
    connect(parallel_, &widgets::ParallelView::runChosen, this, &SweepView::chooseInTable);
    scatter_ = new SweepScatter;
    auto* tabs = named(new QTabWidget, "sweeps.view.tabs", tr("Runs of the sweep"));
    tabs->setDocumentMode(true);
    tabs->tabBar()->setDrawBase(false);
    tabs->addTab(table_, tr("Table"));
    tabs->addTab(parallel_, tr("Parallel coordinates"));
    tabs->addTab(scatter_, tr("Scatter"));
    auto* body = withRole(new QWidget, "panel");
    body->setAttribute(Qt::WA_StyledBackground);
    auto* bodyLayout = new QVBoxLayout(body);
    bodyLayout->setContentsMargins(0, 0, 0, 0);
    bodyLayout->addWidget(tabs);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(1);
    layout->addWidget(makeHeader());
    layout->addWidget(body, 1);
}

QAction* SweepView::makeAction(const QString& name, const QString& text, const QString& help) {
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    action->setToolTip(help);
    action->setStatusTip(help);
    action->setEnabled(false);
    return action;
}

void SweepView::makeActions() {
    hold_ = makeAction("sweeps.actions.hold", tr("Hold"),
                       tr("Starts no further run until the sweep is released. Those in progress continue."));
    release_ = makeAction("sweeps.actions.release", tr("Release"), tr("Starts the held runs again"));
    stop_ = makeAction("sweeps.actions.stop", tr("Stop"),
                       tr("Cancels the runs that wait, and stops the others after a checkpoint"));
    openBest_ = makeAction("sweeps.actions.open_best", tr("Open best run"), tr("Opens the best run"));
    hold_->setShortcut(Qt::Key_F8);
    release_->setShortcut(Qt::SHIFT | Qt::Key_F8);
    stop_->setShortcut(Qt::SHIFT | Qt::Key_F5);
    openBest_->setShortcut(Qt::CTRL | Qt::Key_B);
    const std::pair<QAction*, bridge::SweepAction> edits[] = {{hold_, bridge::SweepAction::kHold},
                                                              {release_, bridge::SweepAction::kRelease},
                                                              {stop_, bridge::SweepAction::kStop}};
    for (const auto& [action, edit] : edits)
        connect(action, &QAction::triggered, this, [this, edit = edit] { emit editRequested(edit); });
    connect(openBest_, &QAction::triggered, this, [this] {
        if (const auto* best = sweep().bestRun()) emit runRequested(best->run);
    });
}

QWidget* SweepView::makeHeader() {
    auto* header = withRole(new QWidget, "panel");
    header->setAttribute(Qt::WA_StyledBackground);
    title_ = withRole(named(new QLabel, "sweeps.header.title", tr("Sweep")), "title");
    // One line each, however long: what is below them must not move when a run ends.
    state_ = named(new widgets::ElidedLabel, "sweeps.header.state", tr("State"));
    best_ = named(new widgets::ElidedLabel, "sweeps.header.best", tr("Best run"));
    problem_ =
        withRole(named(new QLabel, "sweeps.header.problem", tr("Why the sweep cannot be read")), "failure");
    notice_ = widgets::noticeLine("sweeps.header.notice", tr("Message"));
    problem_->setWordWrap(true);
    const std::initializer_list<QLabel*> texts = {title_, state_, best_, problem_};
    for (QLabel* label : texts) {
        label->setFont(widgets::tabularFont(label->font()));
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    auto* first = new QHBoxLayout;
    first->setSpacing(8);
    first->addWidget(title_, 1);
    for (QAction* action : actions()) first->addWidget(widgets::actionButton(action));
    auto* layout = new QVBoxLayout(header);
    layout->setContentsMargins(16, 12, 16, 8);
    layout->setSpacing(4);
    layout->addLayout(first);
    for (QLabel* label : std::initializer_list<QLabel*>{state_, best_, problem_, notice_})
        layout->addWidget(label);
    return header;
}

QTableView* SweepView::makeTable() {
    sorted_ = new QSortFilterProxyModel(this);
    sorted_->setSourceModel(&runs_);
    sorted_->setSortRole(models::kSortRole);
    sorted_->setDynamicSortFilter(false);  // see sortUnlessPointedAt()
    auto* table = named(new QTableView, "sweeps.table.runs", tr("Runs of the sweep"));
    table->setModel(sorted_);
    table->setItemDelegateForColumn(SweepRunModel::kState, new widgets::StateDelegate(table));
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setTabKeyNavigation(false);
    table->setFrameShape(QFrame::NoFrame);
    table->setFont(widgets::tabularFont(font()));
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(26);
    new widgets::TableHeader(*table);
    table->horizontalHeader()->setStretchLastSection(true);
    table->setSortingEnabled(true);
    table->sortByColumn(SweepRunModel::kNumber, Qt::AscendingOrder);
    table->viewport()->installEventFilter(this);
    connect(table, &QAbstractItemView::activated, this, &SweepView::openCurrent);
    connect(table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                parallel_->setChosen(current.isValid() ? sorted_->mapToSource(current).row() : -1);
            });
    connect(&runs_, &QAbstractItemModel::modelReset, this, &SweepView::fitColumns);
    return table;
}

void SweepView::fitColumns() {
    QFont bold = table_->font();
    bold.setBold(true);
    QStringList states = models::stateWords();
    states << SweepRunModel::runStateWord(
        {.state = QStringLiteral("started"), .runState = bridge::RunState::kStopped, .isStoppedEarly = true});
    widgets::fitColumn(*table_, SweepRunModel::kNumber, {QStringLiteral("★ 8888")});
    widgets::fitColumn(*table_, SweepRunModel::kState, states, widgets::StateDelegate::kShapeWidth);
    for (int column = SweepRunModel::kFirstParameter; column < runs_.metricColumn(); ++column) {
        QStringList values;
        int emboldened = 0;  // the best run's are bold
        for (const bridge::SweepRunRow& run : sweep().runs) {
            values << run.values.value(column - SweepRunModel::kFirstParameter);
            emboldened = std::max(emboldened, QFontMetrics(bold).horizontalAdvance(values.last()) -
                                                  table_->fontMetrics().horizontalAdvance(values.last()));
        }
        widgets::fitColumn(*table_, column, values, emboldened);
    }
    widgets::fitColumn(*table_, runs_.metricColumn(), {models::number(0.8888), models::number(8.888e-8)});
    widgets::fitColumn(*table_, runs_.placeColumn(), {models::count(88888)});
}

/// A row that is about to be clicked stays where it is; the rows are in order again once the pointer has
/// left.
void SweepView::sortUnlessPointedAt() {
    if (table_->viewport()->underMouse()) return;
    const QHeaderView& header = *table_->horizontalHeader();
    sorted_->sort(header.sortIndicatorSection(), header.sortIndicatorOrder());
}

bool SweepView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == table_->viewport() && event->type() == QEvent::Leave) sortUnlessPointedAt();
    return QWidget::eventFilter(watched, event);
}

void SweepView::show(const bridge::SweepRow& sweep) {
    if (sweep.id != runs_.sweep().id) notice_->clear();
    runs_.setSweep(sweep);
    sortUnlessPointedAt();
    QStringList texts;
    for (const bridge::SweepRunRow& run : sweep.runs) texts << SweepRunModel::describe(sweep, run);
    parallel_->setAxes(models::parallelAxes(sweep), std::move(texts), sweep.best - 1);
    scatter_->setSweep(sweep);
    refreshHeader();
}

void SweepView::setNotice(const QString& text) {
    notice_->setText(text);
}

void SweepView::refreshHeader() {
    const bridge::SweepRow& sweep = this->sweep();
    const auto* best = sweep.bestRun();
    const auto ended = std::ranges::count_if(sweep.runs, [](const bridge::SweepRunRow& run) {
        return run.state == QLatin1String("started") && bridge::hasEnded(run.runState);
    });
    const int started = sweep.count(QStringLiteral("started"));
    const int waiting = sweep.count(QStringLiteral("waiting")), held = sweep.count(QStringLiteral("held"));
    const QString goal = sweep.isMaximized ? tr("higher %1 is better") : tr("lower %1 is better");
    title_->setText(models::shown(sweep.id));
    state_->setWhole(tr("%1: %2 of %3 runs ended, %4 running, %5 waiting, %6 held; %7")
                         .arg(SweepRunModel::sweepStateWord(sweep.state), QString::number(ended),
                              QString::number(sweep.runs.size()), QString::number(started - ended),
                              QString::number(waiting), QString::number(held),
                              goal.arg(models::shown(sweep.metric))));
    best_->setWhole(best ? QStringLiteral("★ ") + SweepRunModel::describe(sweep, *best)
                         : tr("No run has a result yet."));
    problem_->setText(models::shown(models::inReadersLanguage(sweep.problem)));
    const bool isReadable = sweep.problem.isEmpty() && !sweep.id.isEmpty();
    for (widgets::ElidedLabel* label : {state_, best_}) label->setVisible(isReadable);
    problem_->setVisible(!sweep.problem.isEmpty());
    const bool isActive = isReadable && sweep.ended == 0;
    hold_->setEnabled(isActive && waiting > 0);
    release_->setEnabled(isActive && held > 0);
    stop_->setEnabled(isActive && sweep.state != QLatin1String("stopping"));
    openBest_->setEnabled(best && !best->run.isEmpty());
}

void SweepView::chooseInTable(int run) {
    table_->setCurrentIndex(sorted_->mapFromSource(runs_.index(run, SweepRunModel::kNumber)));
}

void SweepView::openCurrent() {
    const auto* run = runs_.run(table_->currentIndex().data(models::kIdRole).toInt());
    if (run && !run->run.isEmpty()) emit runRequested(run->run);
}

}  // namespace trainyard::pages

#include "moc_sweep_view.cpp"
