// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/runs/runs_page.h"

#include <QAction>
#include <QDateTime>
#include <QDir>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <utility>

#include "ui/bridge/agent_bridge.h"
#include "ui/models/agent_words.h"
#include "ui/models/format.h"
#include "ui/models/reasons.h"
#include "ui/pages/runs/compare_view.h"
#include "ui/pages/runs/export_bar.h"
#include "ui/pages/runs/import_bar.h"
#include "ui/pages/runs/run_view.h"
#include "ui/pages/runs/runs_welcome.h"
#include "ui/widgets/columns.h"
#include "ui/widgets/named.h"
#include "ui/widgets/part_stack.h"
#include "ui/widgets/state_delegate.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

namespace {
const QString kImport = QStringLiteral("import:");
const QString kFollow = QStringLiteral("follow:");
constexpr int kLeastList = 260;
constexpr int kListPaintedMs = 100;     ///< at most, also in a window that is not painted
constexpr int kReadableName = 16;       ///< letters of a name that are always shown
constexpr qsizetype kMostCompared = 8;  ///< as many as there are colours
const QString kChosenColumns = QStringLiteral("list.chosen");
const QString kCompare = QStringLiteral("compare");
const QString kColumnAction = QStringLiteral("runs.columns.");

/// The settings key of the list's columns: those of a version with different columns are ignored.
QString listState() {
    return QStringLiteral("list.%1").arg(int{models::RunListModel::kColumnCount});
}

/// Names of the columns in settings and controls.
constexpr std::array kColumnNames{"name",     "state",        "epoch",    "loss", "accuracy",
                                  "val_loss", "val_accuracy", "age",      "tags", "strategy",
                                  "model",    "step",         "attempts", "note"};
static_assert(kColumnNames.size() == models::RunListModel::kColumnCount);

QString columnName(int column) {
    return QLatin1String(kColumnNames[static_cast<std::size_t>(column)]);
}

}  // namespace

RunsPage::RunsPage(Agent agent, QWidget* parent) : Page(parent), agent_(agent) {
    view_ = new RunView(agent_);
    columns_ = named(new QSplitter(Qt::Horizontal), "runs.page.columns", tr("Run list and run"));
    columns_->setChildrenCollapsible(false);
    right_ = new QStackedWidget;
    auto* blank = withRole(new QWidget, "panel");  // until a run is open
    blank->setAttribute(Qt::WA_StyledBackground);
    right_->addWidget(blank);
    right_->addWidget(view_);
    makeActions();
    columns_->addWidget(makeList());
    columns_->addWidget(right_);
    columns_->setStretchFactor(0, 1);
    columns_->setStretchFactor(1, 3);
    connect(columns_, &QSplitter::splitterMoved, this, [this] { hasOwnWidths_ = true; });
    import_ = new ImportBar(agent_);
    exportBar_ = new ExportBar(agent_);
    connect(import_, &ImportBar::runsRead, this, &RunsPage::takeImported);
    connect(view_, &RunView::importRequested, import_, &ImportBar::read);
    connect(view_, &RunView::followRequested, import_, &ImportBar::follow);
    stack_ = new widgets::PartStack;
    welcome_ = new RunsWelcome(agent_.news());
    connect(welcome_, &RunsWelcome::pageRequested, this, &RunsPage::pageRequested);
    stack_->addWidget(welcome_);
    stack_->addWidget(columns_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(stack_, 1);
    layout->addWidget(import_);
    layout->addWidget(exportBar_);

    connect(view_, &RunView::againRequested, this, [this](const QString& text) {
        emit pageRequested(QStringLiteral("new_run"), QStringLiteral("text:") + text);
    });
    connect(view_, &RunView::checkpointChosen, this,
            [this](const QString& path) { emit pageRequested(QStringLiteral("checkpoints"), path); });
    connect(&agent_.news(), &bridge::AgentNews::runsChanged, this, &RunsPage::takeRuns);
    connect(&agent_.news(), &bridge::AgentNews::agentStatusChanged, this, &RunsPage::refreshEmptyText);
    connect(&agent_.news(), &bridge::AgentNews::storeDamageChanged, this, &RunsPage::refreshActions);
    opening_.setSingleShot(true);
    connect(&opening_, &QTimer::timeout, this, &RunsPage::takeSelection);
    clock_.setInterval(1000);
    connect(&clock_, &QTimer::timeout, this, &RunsPage::refreshClock);
    clock_.start();
    refreshClock();
    refreshEmptyText();
    if (const auto known = agent_.news().runsSoFar()) takeRuns(*known);  // another page was shown first
}

/// Until a person moves the bar between them, a run has the width in which its two charts have their legends
/// in one row, of a narrow window all that the list can spare, and of a wide one most of what is left.
void RunsPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    constexpr int kList = 430, kRun = 754;
    if (hasOwnWidths_) return;
    const int further = width() - kList - kRun;
    const int list = kList + (further < 0 ? further : further / 4);
    columns_->setSizes({std::max(list, kLeastList), width() - std::max(list, kLeastList)});
}

QWidget* RunsPage::makeList() {
    auto* panel = withRole(new QWidget, "panel");
    panel->setAttribute(Qt::WA_StyledBackground);
    panel->setMinimumWidth(kLeastList);
    filter_ = named(new QLineEdit, "runs.list.filter", tr("Filter runs"));
    filter_->setPlaceholderText(tr("Filter runs"));
    filter_->setToolTip(
        tr("Matches all words. Also state:failed, strategy:multi, tag:baseline, and is:trashed for runs in "
           "the trash."));
    filter_->setClearButtonEnabled(true);
    filtered_ = new models::RunFilterModel(this);
    filtered_->setSourceModel(&runs_);
    connect(filter_, &QLineEdit::textChanged, filtered_, &models::RunFilterModel::setQuery);
    connect(filter_, &QLineEdit::textChanged, this, &RunsPage::refreshEmptyText);
    auto* leave = new QShortcut(Qt::Key_Escape, filter_, nullptr, nullptr, Qt::WidgetShortcut);
    connect(leave, &QShortcut::activated, this, [this] {
        if (filter_->text().isEmpty()) table_->setFocus(Qt::OtherFocusReason);
        filter_->clear();
    });

    makeTable();
    columnsButton_ = named(new QToolButton, "runs.list.columns", tr("Columns"));
    columnsButton_->setIcon(widgets::Theme::icon(QStringLiteral("columns")));
    columnsButton_->setToolTip(tr("Columns of the list"));
    columnsButton_->setPopupMode(QToolButton::InstantPopup);
    makeColumnMenu();

    auto* layout = new QVBoxLayout(panel);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* margin = new QHBoxLayout;
    margin->setContentsMargins(12, 12, 8, 8);
    margin->setSpacing(4);
    margin->addWidget(filter_, 1);
    margin->addWidget(columnsButton_);
    layout->addLayout(margin);
    layout->addWidget(table_, 1);
    makeUndoBar(*layout);
    return panel;
}

void RunsPage::makeTable() {
    using Column = models::RunListModel::Column;
    table_ = named(new QTableView, "runs.list.table", tr("Runs"));
    table_->setModel(filtered_);
    table_->setItemDelegateForColumn(Column::kState, new widgets::StateDelegate(table_));
    table_->setItemDelegateForColumn(Column::kName, new widgets::SwatchDelegate(table_));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->setEditTriggers(QAbstractItemView::EditKeyPressed);
    table_->setToolTip(tr("Select several runs with Ctrl or Shift to compare them"));
    table_->setShowGrid(false);
    table_->setWordWrap(false);
    table_->setTextElideMode(Qt::ElideMiddle);  // run names usually differ at the end
    table_->setTabKeyNavigation(false);
    table_->setFont(widgets::tabularFont(font()));
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(32);
    table_->setContextMenuPolicy(Qt::ActionsContextMenu);
    table_->addActions(actions_);
    auto* header = new widgets::TableHeader(*table_);
    header->setSortIndicatorShown(true);
    header->setMinimumSectionSize(60);
    resizeColumns();
    widgets::fitColumn(*table_, Column::kName, {QString(kReadableName, QLatin1Char('n'))});
    table_->viewport()->installEventFilter(this);
    fitter_ = new widgets::ColumnFitter(*table_, Column::kName, table_->columnWidth(Column::kName),
                                        {Column::kState, Column::kValAccuracy, Column::kAge, Column::kEpoch});
    header->setSortIndicator(Column::kAge, Qt::AscendingOrder);
    table_->setSortingEnabled(true);
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsPage::takeSelection);
    connect(&runs_, &models::RunListModel::editWanted, this,
            [this](const QString& run, const bridge::RunEdit& wish) {
                const bridge::RunRow* row = runs_.run(run);
                if (!row) return;
                bridge::RunEdit back{.addTags = wish.removeTags, .removeTags = wish.addTags};
                if (wish.name) back.name = row->name;
                if (wish.note) back.note = row->note;
                edit({tr("Changed %1").arg(run), {{run, wish}}, {{run, back}}});
            });
    empty_ = withRole(new QLabel(table_->viewport()), "empty");
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    auto* over = new QVBoxLayout(table_->viewport());
    over->addWidget(empty_);
}

void RunsPage::resizeColumns() {
    using Column = models::RunListModel::Column;
    constexpr double kMinute = 60;
    widgets::fitColumn(*table_, Column::kState, models::stateWords(), widgets::StateDelegate::kShapeWidth);
    widgets::fitColumn(*table_, Column::kEpoch, {QStringLiteral("1000/1000")});
    for (const int column : {Column::kLoss, Column::kAccuracy, Column::kValLoss, Column::kValAccuracy})
        widgets::fitColumn(*table_, column, {models::number(0.8888)});
    widgets::fitColumn(*table_, Column::kAge,
                       {models::age(0), models::age(59 * kMinute), models::age(888 * 24 * 60 * kMinute)});
    widgets::fitColumn(*table_, Column::kTags, {QString(16, QLatin1Char('n'))});
    widgets::fitColumn(*table_, Column::kStrategy, {QString(20, QLatin1Char('n'))});
    widgets::fitColumn(*table_, Column::kModel, {QStringLiteral("fashion_cnn_large")});
    widgets::fitColumn(*table_, Column::kStep, {models::count(8'888'888)});
    widgets::fitColumn(*table_, Column::kAttempts, {QStringLiteral("88")});
    widgets::fitColumn(*table_, Column::kNote, {QString(24, QLatin1Char('n'))});
}

void RunsPage::makeColumnMenu() {
    auto* menu = new QMenu(columnsButton_);
    for (int column = models::RunListModel::kState; column < models::RunListModel::kColumnCount; ++column) {
        QAction* action =
            menu->addAction(runs_.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        action->setObjectName(kColumnAction + columnName(column));
        action->setCheckable(true);
        // Until the user chooses, the width of the list decides which columns are shown.
        const auto refresh = [this, action, column] { action->setChecked(!table_->isColumnHidden(column)); };
        connect(menu, &QMenu::aboutToShow, action, refresh);
        connect(action, &QAction::triggered, table_, [this, column, refresh] {
            fitter_->choose(column, table_->isColumnHidden(column));
            refresh();
        });
    }
    columnsButton_->setMenu(menu);
}

void RunsPage::makeActions() {
    const auto make = [this](const QString& name, const QString& text, const QKeySequence& keys, auto slot) {
        auto* action = new QAction(text, this);
        action->setObjectName(name);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, slot);
        return action;
    };
    rename_ = make("runs.actions.rename", tr("Rename"), Qt::Key_F2, &RunsPage::renameChosen);
    trash_ =
        make("runs.actions.trash", tr("Move to the trash"), QKeySequence::Delete, &RunsPage::trashChosen);
    export_ = make("runs.actions.export", tr("Export…"), {}, [this] { exportBar_->choose(chosenRuns()); });
    undo_ = make("runs.actions.undo", tr("Undo"), {}, &RunsPage::undo);
    redo_ = make("runs.actions.redo", tr("Redo"), {}, &RunsPage::redo);
    actions_ = {rename_, export_, trash_};
    refreshUndo();
}

void RunsPage::makeUndoBar(QVBoxLayout& layout) {
    undoBar_ = new QWidget;
    undoText_ = withRole(named(new QLabel, "runs.list.undo_text", tr("Last action")), "muted");
    undoText_->setWordWrap(true);
    auto* button = named(new QPushButton(tr("Undo")), "runs.list.undo", tr("Undo"));
    connect(button, &QPushButton::clicked, undo_, &QAction::trigger);
    connect(undo_, &QAction::enabledChanged, button, &QWidget::setVisible);
    auto* row = new QHBoxLayout(undoBar_);
    row->setContentsMargins(12, 8, 12, 8);
    row->addWidget(undoText_, 1);
    row->addWidget(button);
    undoBar_->hide();
    layout.addWidget(undoBar_);
}

QStringList RunsPage::chosenRuns() const {
    QStringList ids;
    for (const QModelIndex& index : table_->selectionModel()->selectedRows())
        ids << index.data(models::kIdRole).toString();
    return ids;
}

void RunsPage::renameChosen() {
    const QModelIndex current = table_->currentIndex();
    if (current.isValid()) table_->edit(current.siblingAtColumn(models::RunListModel::kName));
}

void RunsPage::trashChosen() {
    Step step;
    bool isRestored = false;
    for (const QString& id : chosenRuns()) {
        const bridge::RunRow* row = runs_.run(id);
        if (!row) continue;
        isRestored = row->isTrashed;
        step.forth.push_back({id, {.isTrashed = !row->isTrashed}});
        step.back.push_back({id, {.isTrashed = row->isTrashed}});
    }
    if (step.forth.empty()) return;
    const QString what =
        step.forth.size() == 1 ? step.forth.front().first : tr("%1 runs").arg(step.forth.size());
    step.what =
        isRestored ? tr("Restored from the trash: %1").arg(what) : tr("Moved to the trash: %1").arg(what);
    edit(std::move(step));
}

void RunsPage::edit(Step step) {
    apply(step.forth);
    done_.push_back(std::move(step));
    undone_.clear();
    refreshUndo();
}

void RunsPage::apply(const std::vector<std::pair<QString, bridge::RunEdit>>& edits) {
    for (const auto& [run, edit] : edits)
        agent_.ask(
            &bridge::RunCalls::editRun, this,
            [this, run](bridge::Outcome<void> outcome) {
                if (!outcome) takeRefusal(run, models::inReadersLanguage(outcome.error().message));
            },
            run, edit);
}

/// An edit that failed cannot be undone.
void RunsPage::takeRefusal(const QString& run, const QString& why) {
    const auto isOfIt = [&](const auto& edit) { return edit.first == run; };
    if (!done_.empty()) {
        std::erase_if(done_.back().forth, isOfIt);
        std::erase_if(done_.back().back, isOfIt);
        if (done_.back().forth.empty()) done_.pop_back();
    }
    refreshUndo();
    undoText_->setText(why);
    undoBar_->show();
}

void RunsPage::undo() {
    if (done_.empty()) return;
    apply(done_.back().back);
    undone_.push_back(std::move(done_.back()));
    done_.pop_back();
    refreshUndo();
}

void RunsPage::redo() {
    if (undone_.empty()) return;
    apply(undone_.back().forth);
    done_.push_back(std::move(undone_.back()));
    undone_.pop_back();
    refreshUndo();
}

void RunsPage::refreshUndo() {
    undo_->setEnabled(!done_.empty() && isWritable());
    undo_->setData(done_.empty() ? QString() : done_.back().what);
    redo_->setEnabled(!undone_.empty() && isWritable());
    redo_->setData(undone_.empty() ? QString() : undone_.back().what);
    if (!undoBar_) return;
    undoBar_->setVisible(!done_.empty());
    if (!done_.empty()) undoText_->setText(done_.back().what);
}

void RunsPage::open(const QString& run) {
    if (run.isEmpty()) return;
    if (run.startsWith(kImport)) return import_->read(run.mid(kImport.size()));
    if (run.startsWith(kFollow)) return import_->follow(run.mid(kFollow.size()));
    wanted_ = {run};
    selectWanted();
}

QList<QAction*> RunsPage::menuActions() const {
    return view_->actions() + actions_;
}

bool RunsPage::focusSearch() {
    if (stack_->currentIndex() == 0) return false;
    const bool isComparing = right_->currentWidget() != view_;
    if (isComparing || table_->hasFocus() || filter_->hasFocus()) {
        filter_->setFocus(Qt::ShortcutFocusReason);
    } else {
        view_->focusSearch();
    }
    return true;
}

void RunsPage::takeRuns(const bridge::RunListChange& change) {
    if (opening_.isActive()) takeSelection();
    const QString chosen = view_->run();
    runs_.apply(change);
    // Only if nothing is selected: what the user is looking at stays, whatever else happens.
    if (wanted_.isEmpty() && !table_->selectionModel()->hasSelection() && filtered_->rowCount() > 0)
        wanted_ = {change.isSnapshot && !chosen.isEmpty()
                       ? chosen
                       : filtered_->index(0, 0).data(models::kIdRole).toString()};
    selectWanted();
    if (const bridge::RunRow* row = runs_.run(view_->run())) view_->update(*row);
    if (compare_)
        for (const bridge::RunRow& row : change.runs) compare_->update(row);
    // If the focus has not been moved yet, it goes to the list.
    const bool wasAtStart =
        stack_->currentIndex() == 0 && stack_->currentWidget()->isAncestorOf(focusWidget());
    stack_->setCurrentIndex(runs_.rowCount() > 0 ? 1 : 0);
    if (wasAtStart && stack_->currentIndex() == 1) table_->setFocus();
    refreshEmptyText();
}

void RunsPage::selectWanted() {
    if (wanted_.isEmpty()) return;
    const bool isAllThere =
        std::ranges::all_of(wanted_, [this](const QString& run) { return runs_.rowOf(run) >= 0; });
    QList<int> rows;
    if (isAllThere) {
        for (const QString& run : std::exchange(wanted_, {})) rows << runs_.rowOf(run);
    } else {
        // A run remembered from the last session may no longer exist; one just started will arrive with the
        // next change.
        if (!agent_.news().hasRuns() || !view_->run().isEmpty() || runs_.rowCount() == 0) return;
        rows << 0;
    }
    const auto isHidden = [this](int row) {
        return !filtered_->mapFromSource(runs_.index(row, 0)).isValid();
    };
    if (std::ranges::any_of(rows, isHidden)) filter_->clear();
    rows.removeIf(isHidden);  // in the trash
    if (rows.isEmpty()) return;
    // selectRow() checks the keyboard: with Ctrl held down, for Ctrl+1, it adds to the selection.
    QItemSelection chosen;
    for (const int row : rows) {
        const QModelIndex index = filtered_->mapFromSource(runs_.index(row, 0));
        chosen.select(index, index);
    }
    const QModelIndex first = filtered_->mapFromSource(runs_.index(rows.front(), 0));
    QItemSelectionModel* selection = table_->selectionModel();
    selection->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
    selection->select(chosen, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    table_->scrollTo(first);
}

/// New runs can be undone in one step: they go to the trash, the logs stay unchanged.
void RunsPage::takeImported(const QString& folder, const std::vector<bridge::ImportedRun>& runs) {
    const QString place = QDir::toNativeSeparators(folder);
    const bool hasNew = std::ranges::any_of(runs, &bridge::ImportedRun::isNew);
    Step step{
        .what = hasNew ? tr("Imported from %1").arg(place) : tr("Restored from the trash: %1").arg(place),
        .forth = {},
        .back = {}};
    QStringList read;
    for (const bridge::ImportedRun& run : runs) {
        if (run.run.isEmpty()) continue;
        read << run.run;
        if (!run.isNew && !run.isRestored) continue;
        step.forth.push_back({run.run, {.isTrashed = false}});
        step.back.push_back({run.run, {.isTrashed = true}});
    }
    if (!step.forth.empty()) {
        if (step.forth.size() > 1) step.what = tr("%1: %2 runs").arg(step.what).arg(step.forth.size());
        edit(std::move(step));
    }
    if (read.isEmpty()) return;
    wanted_ = read.mid(0, kMostCompared);
    selectWanted();
}

void RunsPage::takeSelection() {
    std::vector<bridge::RunRow> rows;
    for (const QString& id : chosenRuns())
        if (const bridge::RunRow* row = runs_.run(id)) rows.push_back(*row);
    refreshActions();
    // A filter that hides a run closes nothing, also before it is open.
    const QString pending = std::exchange(opens_, {});
    if (rows.empty() && !pending.isEmpty())
        if (const bridge::RunRow* row = runs_.run(pending)) rows.push_back(*row);
    opening_.stop();
    if (rows.empty()) return;
    // The page of a run takes longer to lay out and to paint than the list, which therefore comes first.
    if (stack_->currentIndex() == 0 && rows.size() == 1) {
        opens_ = rows.front().id;
        return opening_.start(kListPaintedMs);
    }
    if (rows.size() > 1) {
        comparison().show(rows);
        right_->setCurrentWidget(compare_);
    } else {
        right_->setCurrentWidget(view_);
        view_->show(rows.front());
        if (compare_) compare_->show({});
    }
    if (!compare_) return;
    // Deferred: the caller may be the list's own model, in the middle of removing rows.
    QMetaObject::invokeMethod(this, [this] { runs_.setColours(compare_->colours()); }, Qt::QueuedConnection);
}

bool RunsPage::eventFilter(QObject* watched, QEvent* event) {
    const bool isListPainted = watched == table_->viewport() && event->type() == QEvent::Paint;
    if (isListPainted && opening_.isActive()) opening_.start(0);
    return Page::eventFilter(watched, event);
}

/// Made for the first comparison: the start of the window does not wait for its charts.
CompareView& RunsPage::comparison() {
    if (compare_) return *compare_;
    compare_ = new CompareView(agent_);
    compare_->restoreState(comparedState_);
    right_->addWidget(compare_);
    return *compare_;
}

bool RunsPage::isWritable() const {
    return agent_.news().storeDamage().isEmpty();
}

void RunsPage::refreshActions() {
    const QStringList chosen = chosenRuns();
    const bridge::RunRow* first = chosen.isEmpty() ? nullptr : runs_.run(chosen.front());
    export_->setEnabled(first);
    rename_->setEnabled(chosen.size() == 1 && isWritable());
    trash_->setEnabled(first && isWritable());
    if (first) trash_->setText(first->isTrashed ? tr("Restore from the trash") : tr("Move to the trash"));
    const QString whyNot = models::whyReadOnly(agent_.news().storeDamage());
    for (QAction* action : {rename_, trash_, undo_, redo_}) {
        action->setToolTip(whyNot);  // empty: its text
        action->setStatusTip(whyNot);
    }
    table_->setEditTriggers(isWritable() ? QAbstractItemView::EditKeyPressed
                                         : QAbstractItemView::NoEditTriggers);
    refreshUndo();
}

void RunsPage::refreshClock() {
    const double now = double(QDateTime::currentMSecsSinceEpoch()) / 1000;
    runs_.setNow(now);
    view_->setNow(now);
}

void RunsPage::refreshEmptyText() {
    empty_->setText(filter_->text().isEmpty() ? tr("All runs are in the trash. “is:trashed” shows them.")
                                              : tr("No run matches “%1”.").arg(filter_->text()));
    empty_->setVisible(filtered_->rowCount() == 0 && runs_.rowCount() > 0);
    welcome_->refresh();
}

QVariantMap RunsPage::saveState() const {
    QVariantMap state = view_->saveState();
    if (hasOwnWidths_) state.insert(QStringLiteral("columns"), columns_->saveState());
    state.insert(listState(), table_->horizontalHeader()->saveState());
    QVariantMap chosen;
    const QHash<int, bool>& choices = fitter_->choices();
    for (auto choice = choices.begin(); choice != choices.end(); ++choice)
        chosen.insert(columnName(choice.key()), choice.value());
    state.insert(kChosenColumns, chosen);
    state.insert(kCompare, compare_ ? compare_->saveState() : comparedState_);
    state.insert(QStringLiteral("run"), opens_.isEmpty() ? view_->run() : opens_);
    return state;
}

void RunsPage::restoreState(const QVariantMap& state) {
    view_->restoreState(state);
    comparedState_ = state.value(kCompare).toMap();
    if (compare_) compare_->restoreState(comparedState_);
    if (table_->horizontalHeader()->restoreState(state.value(listState()).toByteArray()))
        resizeColumns();  // the language or the font may have changed
    const QVariantMap chosen = state.value(kChosenColumns).toMap();
    QHash<int, bool> choices;
    for (int column = models::RunListModel::kState; column < models::RunListModel::kColumnCount; ++column)
        if (const auto choice = chosen.find(columnName(column)); choice != chosen.end())
            choices.insert(column, choice->toBool());
    fitter_->setChoices(choices);
    hasOwnWidths_ = columns_->restoreState(state.value(QStringLiteral("columns")).toByteArray());
    open(state.value(QStringLiteral("run")).toString());
}

PageInfo runsPage() {
    return {.id = QStringLiteral("runs"),
            .title = RunsPage::tr("Runs"),
            .icon = QStringLiteral("runs"),
            .order = 10,
            .make = [](bridge::AgentBridge& bridge) -> Page* { return new RunsPage(bridge); }};
}

}  // namespace trainyard::pages

#include "moc_runs_page.cpp"
