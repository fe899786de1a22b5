// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/checkpoints/checkpoints_page.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <set>
#include <utility>

#include "ui/bridge/agent_bridge.h"
#include "ui/models/agent_words.h"
#include "ui/models/format.h"
#include "ui/pages/checkpoints/checkpoint_detail.h"
#include "ui/pages/checkpoints/prediction_view.h"
#include "ui/pages/send_bar.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/columns.h"
#include "ui/widgets/curves/curve_plot.h"
#include "ui/widgets/curves/curve_scale.h"
#include "ui/widgets/named.h"
#include "ui/widgets/notice_line.h"
#include "ui/widgets/part_stack.h"
#include "ui/widgets/state_delegate.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

namespace {

constexpr int kSettleMs = 800;
constexpr int kCurveColumns = 2000;
const QString kChosen = QStringLiteral("chosen");

}  // namespace

CheckpointsPage::CheckpointsPage(Agent agent, QWidget* parent) : Page(parent), agent_(agent) {
    makeActions();
    columns_ = named(new QSplitter(Qt::Horizontal), "checkpoints.page.columns",
                     tr("Checkpoints and their contents"));
    columns_->setChildrenCollapsible(false);
    columns_->addWidget(makeList());
    detail_ = new CheckpointDetail(agent_);
    prediction_ = new PredictionView(agent_);
    auto* uses = named(new QTabWidget, "checkpoints.detail.tabs", tr("Contents and predictions"));
    uses->setDocumentMode(true);
    uses->tabBar()->setDrawBase(false);
    uses->addTab(detail_, tr("Tensors"));
    uses->addTab(prediction_, tr("Predict"));
    columns_->addWidget(uses);
    columns_->setStretchFactor(1, 1);
    columns_->setSizes({590, 610});
    empty_ = withRole(named(new QLabel, "checkpoints.page.empty", tr("Hint")), "empty");
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    empty_->setContentsMargins(24, 0, 24, 0);
    stack_ = new widgets::PartStack;
    stack_->addWidget(empty_);
    stack_->addWidget(columns_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(1);
    layout->addWidget(makeHeader());
    layout->addWidget(stack_, 1);
    connect(&agent_.news(), &bridge::AgentNews::runsChanged, this, &CheckpointsPage::takeRuns);
    connect(&agent_.news(), &bridge::AgentNews::agentStatusChanged, this,
            [this](const bridge::AgentStatus& status) {
                if (status.state == bridge::AgentState::kConnected) refresh();
                refreshEmptyText();
            });
    connect(&agent_.news(), &bridge::AgentNews::storeDamageChanged, this, [this] {
        refreshActions();
        refreshEmptyText();
    });
    settle_.setSingleShot(true);
    settle_.setInterval(kSettleMs);
    connect(&settle_, &QTimer::timeout, this, &CheckpointsPage::refresh);
    takeSelection();
    refreshEmptyText();
}

QWidget* CheckpointsPage::makeHeader() {
    auto* header = withRole(new QWidget, "panel");
    header->setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(withRole(new QLabel(tr("Checkpoints")), "title"));
    row->addStretch();
    for (QAction* action : menuActions()) {
        auto* button = widgets::actionButton(action);
        if (action == restore_) withRole(button, "primary");
        if (action == delete_) withRole(button, "danger");
        row->addWidget(button);
    }
    notice_ = widgets::noticeLine("checkpoints.header.notice", tr("Last action"));
    send_ = new SendBar(agent_, QStringLiteral("checkpoints.send"));
    connect(send_, &SendBar::sentFor, this, &CheckpointsPage::startFrom);
    auto* layout = new QVBoxLayout(header);
    layout->setContentsMargins(16, 12, 16, 8);
    layout->setSpacing(4);
    layout->addLayout(row);
    layout->addWidget(notice_);
    layout->addWidget(send_);
    return header;
}

QWidget* CheckpointsPage::makeList() {
    run_ = named(new QComboBox, "checkpoints.list.run", tr("Run whose checkpoints are listed"));
    run_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    run_->setMinimumContentsLength(18);
    run_->addItem(tr("all runs"));
    connect(run_, &QComboBox::activated, this, [this] {
        applyRun();
        picks_ = true;
        pickOne();
    });
    metric_ = named(new QComboBox, "checkpoints.list.metric", tr("Metric"));
    metric_->setMinimumContentsLength(12);
    connect(metric_, &QComboBox::activated, this, [this] {
        checkpoints_.setMetric(metric_->currentText());
        loadCurve();
    });
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(12, 8, 12, 4);
    bar->setSpacing(8);
    bar->addWidget(run_);
    bar->addWidget(metric_);
    bar->addStretch();

    plot_ = named(new widgets::CurvePlot, "checkpoints.list.chart", tr("Metric by step, with checkpoints"));
    plot_->setMinimumHeight(140);
    connect(plot_, &widgets::CurvePlot::eventActivated, this, [this](const QString& path) {
        wanted_ = path;
        selectWanted();
    });

    using Column = models::CheckpointListModel::Column;
    sorted_ = new QSortFilterProxyModel(this);
    sorted_->setSourceModel(&checkpoints_);
    sorted_->setSortRole(models::kSortRole);
    sorted_->setFilterKeyColumn(Column::kRun);
    table_ = named(new QTableView, "checkpoints.list.table", tr("Checkpoints"));
    table_->setModel(sorted_);
    table_->setItemDelegate(new widgets::SeverityDelegate(table_));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setShowGrid(false);
    table_->setWordWrap(false);
    table_->setTabKeyNavigation(false);
    table_->setFont(widgets::tabularFont(font()));
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(30);
    table_->setContextMenuPolicy(Qt::ActionsContextMenu);
    table_->addActions(menuActions());
    auto* header = new widgets::TableHeader(*table_);
    widgets::fitColumn(*table_, Column::kStep, {models::count(888'888)});
    widgets::fitColumn(*table_, Column::kEpoch, {QStringLiteral("888")});
    widgets::fitColumn(*table_, Column::kMetric, {QStringLiteral("val_accuracy")});
    widgets::fitColumn(*table_, Column::kSize, {QStringLiteral("888.8 MB")});
    widgets::fitColumn(*table_, Column::kTime, {QStringLiteral("88-88 88:88")});
    fitState();
    header->setSectionResizeMode(Column::kRun, QHeaderView::Stretch);
    table_->setTextElideMode(Qt::ElideMiddle);  // run names usually differ at the end
    header->setSortIndicator(Column::kTime, Qt::AscendingOrder);
    table_->setSortingEnabled(true);
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &CheckpointsPage::takeSelection);

    auto* top = withRole(new QWidget, "panel");
    top->setAttribute(Qt::WA_StyledBackground);
    auto* topLayout = new QVBoxLayout(top);
    topLayout->setContentsMargins(0, 0, 0, 0);
    topLayout->setSpacing(0);
    topLayout->addLayout(bar);
    topLayout->addWidget(plot_, 1);
    rows_ = named(new QSplitter(Qt::Vertical), "checkpoints.list.rows", tr("Curve and list"));
    rows_->setChildrenCollapsible(false);
    rows_->addWidget(top);
    rows_->addWidget(table_);
    rows_->setSizes({260, 380});
    rows_->setMinimumWidth(360);
    return rows_;
}

void CheckpointsPage::open(const QString& argument) {
    if (!argument.isEmpty()) wanted_ = argument;
    picks_ = true;
    refresh();
    selectWanted();
}

void CheckpointsPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    refresh();
}

void CheckpointsPage::takeRuns() {
    refreshActions();
    if (isVisible() && !settle_.isActive()) settle_.start();
}

void CheckpointsPage::refresh() {
    agent_.ask(
        &bridge::CheckpointCalls::listCheckpoints, this,
        [this](bridge::Outcome<std::vector<bridge::CheckpointRow>> checkpoints) {
            if (checkpoints) return take(std::move(*checkpoints));
            failure_ = models::inReadersLanguage(checkpoints.error().message);
            refreshEmptyText();
        },
        QString());
}

void CheckpointsPage::take(std::vector<bridge::CheckpointRow> checkpoints) {
    hasList_ = true;
    failure_.clear();
    QStringList chosenPaths;
    for (const bridge::CheckpointRow& row : chosen()) chosenPaths << row.path;
    for (const bridge::CheckpointRow& row : checkpoints)
        if (row.run == wanted_ || row.path == wanted_) asked_ = row.run;
    std::erase_if(checkpoints, [this](const bridge::CheckpointRow& row) {
        return isTrashed(row.run) && row.run != asked_;
    });
    for (bridge::CheckpointRow& row : checkpoints)
        if (const auto known = checked_.constFind(row.path);
            known != checked_.cend() && known->time == row.time)
            row.state = known->state;
    checkpoints_.setCheckpoints(std::move(checkpoints));
    fitState();
    std::set<QString, std::greater<>> runs;
    for (const bridge::CheckpointRow& row : checkpoints_.checkpoints()) runs.insert(row.run);
    fillRuns({runs.begin(), runs.end()});
    QStringList metrics = checkpoints_.metrics();
    if (metrics.isEmpty())  // then the run's own curve provides the values
        metrics = {QStringLiteral("val_loss"), QStringLiteral("val_accuracy"), QStringLiteral("loss"),
                   QStringLiteral("accuracy")};
    if (checkpoints_.metric().isEmpty() || !metrics.contains(checkpoints_.metric())) {
        const QString best =
            metrics.contains(QStringLiteral("val_loss")) ? QStringLiteral("val_loss") : metrics.value(0);
        checkpoints_.setMetric(best);
    }
    metric_->clear();
    metric_->addItems(metrics);
    metric_->setCurrentText(checkpoints_.metric());
    selectWanted();
    if (wanted_.startsWith('/')) guest_ = wanted_;
    const bool wasEmpty = stack_->currentIndex() == 0;
    stack_->setCurrentIndex(checkpoints_.rowCount() > 0 || !guest_.isEmpty() ? 1 : 0);
    if (wasEmpty && stack_->currentIndex() == 1) emit contentShown();
    refreshEmptyText();
    if (!table_->selectionModel()->hasSelection()) {
        for (const QString& path : chosenPaths) {
            const int row = checkpoints_.rowOf(path);
            if (row < 0) continue;
            table_->selectionModel()->select(sorted_->mapFromSource(checkpoints_.index(row, 0)),
                                             QItemSelectionModel::Select | QItemSelectionModel::Rows);
        }
    }
    pickOne();
    takeSelection();  // the selected ones may have been deleted meanwhile
    loadCurve();
}

/// After the page was opened, and once there is something to select: what was selected before, else the
/// newest. Never replaces a choice, and what is deselected or deleted while the page is open has no
/// successor.
void CheckpointsPage::pickOne() {
    QItemSelectionModel* selection = table_->selectionModel();
    if (!picks_ || sorted_->rowCount() == 0 || !wanted_.isEmpty()) return;
    picks_ = false;
    const QString before = std::exchange(remembered_, {});
    if (selection->hasSelection() || !guest_.isEmpty()) return;
    const auto& rows = checkpoints_.checkpoints();
    QModelIndex picked;
    for (int i = 0; i < sorted_->rowCount(); ++i) {
        const QModelIndex index = sorted_->index(i, 0);
        const auto& row = rows[static_cast<std::size_t>(sorted_->mapToSource(index).row())];
        if (row.path == before) {
            picked = index;
            break;
        }
        const auto time = [](const bridge::CheckpointRow& one) { return std::pair(one.time, one.step); };
        if (!picked.isValid() ||
            time(row) > time(rows[static_cast<std::size_t>(sorted_->mapToSource(picked).row())]))
            picked = index;
    }
    selection->setCurrentIndex(picked, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    table_->scrollTo(picked);
}

/// Keeps the one that is chosen, and an open list, where nothing has changed.
void CheckpointsPage::fillRuns(const QStringList& ids) {
    QList<std::pair<QString, QString>> items{{tr("all runs"), QString()}}, known;
    for (const QString& id : ids)
        items.emplace_back(isTrashed(id) ? tr("%1 (in the trash)").arg(id) : id, id);
    for (int i = 0; i < run_->count(); ++i)
        known.emplace_back(run_->itemText(i), run_->itemData(i).toString());
    if (known == items) return;
    const QString chosen = run_->currentData().toString();
    run_->clear();
    for (const auto& [text, id] : items) run_->addItem(text, id);
    run_->setCurrentIndex(std::max(0, run_->findData(chosen)));
}

/// States of several words are rare: they get their width when there are some.
void CheckpointsPage::fitState() {
    std::set<QString> texts{tr("not verified")};
    for (const bridge::CheckpointRow& row : checkpoints_.checkpoints())
        texts.insert(models::CheckpointListModel::stateText(row));
    const QStringList states(texts.begin(), texts.end());
    if (std::exchange(states_, states) == states) return;  // the user may have changed the width since
    widgets::fitColumn(*table_, models::CheckpointListModel::kState, states);
}

void CheckpointsPage::applyRun() {
    const QString run = run_->currentData().toString();
    sorted_->setFilterRegularExpression(
        run.isEmpty() ? QString() : QRegularExpression::anchoredPattern(QRegularExpression::escape(run)));
    loadCurve();
}

void CheckpointsPage::selectWanted() {
    if (wanted_.isEmpty()) return;
    const int row = checkpoints_.rowOf(wanted_);
    if (row >= 0) {
        const QString run = checkpoints_.checkpoints()[static_cast<std::size_t>(row)].run;
        if (!run_->currentData().toString().isEmpty())
            run_->setCurrentIndex(std::max(0, run_->findData(run)));
        applyRun();
        const QModelIndex index = sorted_->mapFromSource(checkpoints_.index(row, 0));
        table_->selectionModel()->setCurrentIndex(
            index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        table_->scrollTo(index);
        wanted_.clear();
        picks_ = false;
    } else if (const int place = run_->findData(wanted_); place > 0) {
        run_->setCurrentIndex(place);
        applyRun();
        wanted_.clear();
    }
}

std::vector<bridge::CheckpointRow> CheckpointsPage::chosen() const {
    std::vector<bridge::CheckpointRow> rows;
    for (const QModelIndex& index : table_->selectionModel()->selectedRows())
        rows.push_back(
            checkpoints_.checkpoints()[static_cast<std::size_t>(sorted_->mapToSource(index).row())]);
    std::ranges::sort(rows, {},
                      [](const bridge::CheckpointRow& row) { return std::pair(row.time, row.step); });
    return rows;
}

void CheckpointsPage::takeSelection() {
    const auto rows = chosen();
    refreshActions();
    if (!rows.empty()) {
        if (guest_ == wanted_) wanted_.clear();
        guest_.clear();
    }
    prediction_->setCheckpoint(rows.size() == 1 ? rows.front().path : guest_);
    if (rows.size() == 1) {
        detail_->showOne(rows.front().path, tr("step %1").arg(models::count(rows.front().step)));
    } else if (!guest_.isEmpty()) {
        detail_->showOne(guest_, guest_.section('/', -1));
    } else if (rows.size() == 2) {
        detail_->showDiff(rows[0], rows[1]);
    } else {
        detail_->showNothing(rows.empty() ? tr("Select one checkpoint to inspect it, or two to compare.")
                                          : tr("Select two checkpoints to compare."));
    }
    if (rows.size() == 1 && rows.front().run != curveRun_) loadCurve();
}

void CheckpointsPage::refreshEmptyText() {
    const bridge::AgentStatus& agent = agent_.news().agentStatus();
    if (agent.state == bridge::AgentState::kEnded)
        return empty_->setText(models::inReadersLanguage(agent.detail));
    if (agent.state == bridge::AgentState::kAway)
        return empty_->setText(
            tr("The agent cannot be reached: %1").arg(models::inReadersLanguage(agent.detail)));
    // Of a damaged store, an empty list says nothing about which checkpoints there are.
    const QString damage = models::inReadersLanguage(agent_.news().storeDamage());
    const QString why = damage.isEmpty() ? failure_ : damage;
    if (!why.isEmpty()) return empty_->setText(tr("The checkpoints cannot be read: %1").arg(why));
    empty_->setText(hasList_ ? tr("No checkpoints yet. They appear here as runs save them: at the end of "
                                  "each epoch, unless the run file sets checkpoint.every.")
                             : tr("Reading the checkpoints…"));
}

bool CheckpointsPage::isGoing(const QString& run) const {
    const auto found = agent_.news().runs().constFind(run);
    return found != agent_.news().runs().cend() && !bridge::hasEnded(found->state);
}

bool CheckpointsPage::isTrashed(const QString& run) const {
    const auto found = agent_.news().runs().constFind(run);
    return found != agent_.news().runs().cend() && found->isTrashed;
}

void CheckpointsPage::say(const QString& text) {
    notice_->setText(text);
    send_->withdraw();  // what it offers belongs to the former one
}

void CheckpointsPage::loadCurve() {
    // The filtered run, else that of the selected checkpoint, else that of the newest one.
    QString run = run_->currentData().toString();
    const auto rows = chosen();
    if (run.isEmpty() && !rows.empty()) run = rows.back().run;
    if (run.isEmpty() && sorted_->rowCount() > 0)
        run = sorted_->index(0, models::CheckpointListModel::kRun).data().toString();
    curveRun_ = run;
    curve_.clear();
    draw();
    if (run.isEmpty() || checkpoints_.metric().isEmpty()) return;
    const bool isValidation = checkpoints_.metric().startsWith(QStringLiteral("val_"));
    const QString tag =
        QStringLiteral("epoch_") + (isValidation ? checkpoints_.metric().mid(4) : checkpoints_.metric());
    agent_.ask(
        &bridge::SeriesCalls::listSeries, this,
        [this, run, tag, isValidation](auto series) {
            if (!series || run != curveRun_) return;  // the checkpoints' own values are drawn anyway
            for (const bridge::SeriesKey& key : *series) {
                if (key.tag != tag || (key.split == QStringLiteral("validation")) != isValidation) continue;
                agent_.ask(
                    &bridge::SeriesCalls::querySeries, this,
                    [this, run, key](auto points) {
                        if (!points || run != curveRun_) return;
                        curve_.replace(key, *points);
                        draw();
                    },
                    bridge::SeriesQuery{run, key, 0, 0, kCurveColumns});
            }
        },
        run);
}

void CheckpointsPage::draw() {
    widgets::CurvePlot::Content content;
    std::vector<models::CurvePtr> attempts;
    for (const auto& [key, curve] : curve_.curves()) attempts.push_back(curve);
    if (!attempts.empty()) {
        const models::JoinedCurve joined = models::joinAttempts(attempts);
        content.lines.push_back({.curve = joined.kept, .name = checkpoints_.metric(), .isPale = true});
    }
    const models::CurvePtr whole = content.lines.empty() ? nullptr : content.lines.front().curve;
    auto saved = std::make_shared<models::Curve>();
    std::map<std::int64_t, const bridge::CheckpointRow*> byStep;
    for (const bridge::CheckpointRow& row : checkpoints_.checkpoints())
        if (row.run == curveRun_) byStep.try_emplace(row.step, &row);
    for (const auto& [step, row] : byStep) {
        if (row->metrics.contains(checkpoints_.metric())) {
            saved->step.push_back(step);
            saved->value.push_back(row->metrics[checkpoints_.metric()]);
        } else if (whole) {  // unless the metric was not measured at that step
            const auto found = std::ranges::lower_bound(whole->step, step);
            if (found != whole->step.end() && *found == step) {
                saved->step.push_back(step);
                saved->value.push_back(whole->value[static_cast<std::size_t>(found - whole->step.begin())]);
            }
        }
        content.events.push_back(
            {.kind = widgets::PlotEvent::Kind::kCheckpoint,
             .step = step,
             .time = row->time,
             .text = tr("step %1: %2").arg(models::count(step), models::CheckpointListModel::stateText(*row)),
             .id = row->path});
    }
    if (!saved->step.empty())
        content.lines.push_back({.curve = saved, .name = tr("checkpoint"), .hasMarkers = true});
    const auto run = agent_.news().runs().constFind(curveRun_);
    content.end = widgets::niceEnd(byStep.empty() ? 0 : double(byStep.rbegin()->first),
                                   run == agent_.news().runs().cend() ? 0 : double(run->totalSteps));
    plot_->setContent(std::move(content));
}

QVariantMap CheckpointsPage::saveState() const {
    const auto rows = chosen();
    return {{QStringLiteral("columns"), columns_->saveState()},
            {QStringLiteral("rows"), rows_->saveState()},
            {kChosen, rows.size() == 1 ? rows.front().path : remembered_}};
}

void CheckpointsPage::restoreState(const QVariantMap& state) {
    columns_->restoreState(state.value(QStringLiteral("columns")).toByteArray());
    rows_->restoreState(state.value(QStringLiteral("rows")).toByteArray());
    remembered_ = state.value(kChosen).toString();
}

PageInfo checkpointsPage() {
    return {.id = QStringLiteral("checkpoints"),
            .title = CheckpointsPage::tr("Checkpoints"),
            .icon = QStringLiteral("checkpoints"),
            .order = 40,
            .make = [](bridge::AgentBridge& bridge) -> Page* { return new CheckpointsPage(bridge); }};
}

}  // namespace trainyard::pages

#include "moc_checkpoints_page.cpp"
