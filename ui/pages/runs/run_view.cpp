// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/runs/run_view.h"

#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/agent_bridge.h"
#include "ui/bridge/run_watch.h"
#include "ui/models/format.h"
#include "ui/pages/runs/log_pane.h"
#include "ui/pages/runs/run_header.h"
#include "ui/widgets/columns.h"
#include "ui/widgets/curve_view.h"
#include "ui/widgets/named.h"
#include "ui/widgets/state_delegate.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

RunView::RunView(bridge::AgentBridge& bridge, QWidget* parent) : QWidget(parent), bridge_(bridge) {
    buildLayout();
    connect(header_, &RunHeader::stopRequested, this, &RunView::stop);
    for (widgets::CurveView* view : views_)
        connect(view, &widgets::CurveView::rangeChanged, this, &RunView::queryCurves);
}

RunView::~RunView() = default;

void RunView::buildLayout() {
    header_ = new RunHeader;
    auto* curves = new QSplitter(Qt::Horizontal);
    curves->setChildrenCollapsible(false);
    for (const auto& [quantity, title] : {std::pair{QStringLiteral("loss"), tr("loss")},
                                          std::pair{QStringLiteral("accuracy"), tr("accuracy")}}) {
        auto* view = new widgets::CurveView("runs." + quantity, quantity, title);
        withRole(view, "panel");
        view->setAttribute(Qt::WA_StyledBackground);
        curves->addWidget(view);
        views_.push_back(view);
    }
    auto* tables = new QSplitter(Qt::Horizontal);
    tables->setChildrenCollapsible(false);
    tables->addWidget(makeTable(&tasks_, "runs.tasks.table", tr("Tasks"), models::TaskListModel::kNode));
    tables->addWidget(makeTable(&events_, "runs.events.table", tr("Events"), models::EventListModel::kWhat));
    tables->setSizes({416, 316});
    logPane_ = new LogPane(log_);
    withRole(logPane_, "panel");
    logPane_->setAttribute(Qt::WA_StyledBackground);

    rows_ = named(new QSplitter(Qt::Vertical), "runs.view.rows", tr("Curves, tables and log"));
    rows_->setChildrenCollapsible(false);
    rows_->addWidget(curves);
    rows_->addWidget(tables);
    rows_->addWidget(logPane_);
    rows_->setSizes({300, 160, 180});
    rows_->setStretchFactor(0, 3);
    rows_->setStretchFactor(1, 1);
    rows_->setStretchFactor(2, 2);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(1);
    layout->addWidget(header_);
    layout->addWidget(rows_, 1);
}

QWidget* RunView::makeTable(QAbstractItemModel* model, const QString& name, const QString& title,
                            int stretchColumn) {
    auto* panel = withRole(new QWidget, "panel");
    panel->setAttribute(Qt::WA_StyledBackground);
    auto* table = named(new QTableView, name, title);
    table->setModel(model);
    table->setItemDelegateForColumn(models::TaskListModel::kState,
                                    model == &tasks_ ? new widgets::StateDelegate(table) : nullptr);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(26);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    table->horizontalHeader()->setSectionResizeMode(stretchColumn, QHeaderView::Stretch);
    if (model == &events_) {
        table->horizontalHeader()->hide();
        widgets::fitColumn(*table, models::EventListModel::kTime, {QStringLiteral("00:00:00")});
    } else {
        using Column = models::TaskListModel::Column;
        widgets::fitColumn(*table, Column::kTask, {models::TaskListModel::chiefText("worker:0")});
        widgets::fitColumn(*table, Column::kState, models::stateWords(), widgets::StateDelegate::kShapeWidth);
        widgets::fitColumn(*table, Column::kStep, {models::count(88'888)});
        widgets::fitColumn(*table, Column::kPhase, {QStringLiteral("evaluating")});
    }
    auto* label = withRole(new QLabel(title), "section");
    label->setContentsMargins(12, 8, 12, 4);
    auto* layout = new QVBoxLayout(panel);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(label);
    layout->addWidget(table, 1);
    return panel;
}

void RunView::show(const bridge::RunRow& row) {
    if (row.id == run_) return update(row);
    delete watch_;
    run_ = row.id;
    row_ = {};
    progress_ = {};
    curves_.clear();
    series_.clear();
    asked_.clear();
    askedAgain_.clear();
    tasks_.setTasks({});
    events_.clear();
    log_.clear();
    for (widgets::CurveView* view : views_) view->clear();
    update(row);
    watch_ = bridge_.watchRun(run_, this);
    connect(watch_, &bridge::RunWatch::detailChanged, this, &RunView::takeDetail);
    connect(watch_, &bridge::RunWatch::updated, this, &RunView::takeUpdate);
    connect(watch_, &bridge::RunWatch::seriesListed, this, &RunView::takeSeries);
    connect(watch_, &bridge::RunWatch::logRestarted, &log_, &models::LogModel::clear);
    connect(watch_, &bridge::RunWatch::logArrived, &log_, &models::LogModel::append);
    connect(watch_, &bridge::RunWatch::failed, this,
            [this](const bridge::Failure& failure) { header_->setNotice(failure.message); });
}

void RunView::update(const bridge::RunRow& row) {
    row_ = row;
    header_->setRun(row_);
    refreshEmptyTexts();
}

void RunView::setNow(double now) {
    header_->setNow(now);
}

void RunView::refreshEmptyTexts() {
    const QString text = bridge::hasEnded(row_.state)              ? tr("This run recorded no point.")
                         : row_.state == bridge::RunState::kQueued ? tr("Queued: waiting for its turn…")
                                                                   : tr("Waiting for the first step…");
    for (widgets::CurveView* view : views_) view->setEmptyText(text);
}

void RunView::takeDetail(const bridge::RunDetail& detail) {
    header_->setNotice({});
    tasks_.setTasks(detail.tasks);
    update(detail.summary);
    QString failure = detail.failureText.isEmpty() ? detail.summary.failure : detail.failureText;
    if (!detail.failureLog.isEmpty())
        failure += '\n' + detail.failureLog.mid(detail.failureLog.size() - 3).join('\n');
    header_->setFailure(failure);
}

void RunView::takeUpdate(const bridge::RunUpdate& update) {
    events_.append(update.events);
    if (!update.events.empty()) header_->setSavedStep(events_.lastSavedStep());
    if (update.progress) {
        bridge::merge(progress_, *update.progress);
        if (!progress_.tasks.empty()) tasks_.setTasks(progress_.tasks);
        header_->setProgress(progress_);
    }
    if (update.points.empty()) return;
    for (const bridge::SeriesPoints& points : update.points) {
        series_.insert(points.key);
        curves_.append(points);
    }
    drawCurves();
    // Once the live tail has more points than two a pixel would allow, the agent thins it out for us.
    const int pixels = views_.front()->visibleRange().pixels;
    if (curves_.longestTail() > static_cast<std::size_t>(pixels)) queryCurves();
}

void RunView::takeSeries(const std::vector<bridge::SeriesKey>& series) {
    series_.insert(series.begin(), series.end());
    queryCurves();
}

void RunView::queryCurves() {
    for (const bridge::SeriesKey& key : series_) query(key);
}

void RunView::query(const bridge::SeriesKey& key) {
    const auto view =
        std::ranges::find_if(views_, [&](const widgets::CurveView* v) { return v->shows(key); });
    if (view == views_.end()) return;
    if (!asked_.insert(key).second) {
        askedAgain_.insert(key);
        return;
    }
    const auto range = (*view)->visibleRange();
    const bridge::SeriesQuery question{run_, key, range.firstStep, range.lastStep, range.pixels};
    bridge_.querySeries(question, watch_, [this, key](auto answer) {
        asked_.erase(key);
        if (answer) {
            curves_.replace(key, *answer);
            drawCurves();
        } else {
            header_->setNotice(answer.error().message);
        }
        if (askedAgain_.erase(key) > 0) query(key);
    });
}

void RunView::drawCurves() {
    const std::int64_t total = std::max(progress_.totalSteps, row_.totalSteps);
    for (widgets::CurveView* view : views_) view->setCurves(curves_.curves(), total);
}

void RunView::stop(bridge::StopAfter after) {
    header_->setNotice(after == bridge::StopAfter::kNow     ? tr("Asked to end every task now…")
                       : after == bridge::StopAfter::kEpoch ? tr("Asked to stop after this epoch…")
                                                            : tr("Asked to save and stop…"));
    bridge_.stopRun(run_, after, watch_, [this](bridge::Outcome<void> outcome) {
        if (!outcome) header_->setNotice(outcome.error().message);
    });
}

QList<QAction*> RunView::stopActions() const {
    return header_->stopActions();
}

void RunView::focusSearch() {
    logPane_->focusSearch();
}

QVariantMap RunView::saveState() const {
    return {{QStringLiteral("rows"), rows_->saveState()}};
}

void RunView::restoreState(const QVariantMap& state) {
    rows_->restoreState(state.value(QStringLiteral("rows")).toByteArray());
}

}  // namespace trainyard::pages
