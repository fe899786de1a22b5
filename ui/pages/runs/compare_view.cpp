// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/runs/compare_view.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <set>
#include <utility>

#include "ui/bridge/agent_bridge.h"
#include "ui/models/format.h"
#include "ui/models/run_list_model.h"
#include "ui/pages/runs/compare_chart.h"
#include "ui/pages/runs/curve_panel.h"
#include "ui/pages/runs/run_curves.h"
#include "ui/widgets/columns.h"
#include "ui/widgets/named.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

namespace {

/// More overlaid curves cannot be told apart, and each costs a query to the agent.
constexpr std::size_t kMostRunsDrawn = 50;
/// The interval between redraws while answers arrive: each draws all runs.
constexpr int kRefreshMs = 100;

}  // namespace

CompareView::CompareView(Agent agent, QWidget* parent) : QWidget(parent), agent_(agent) {
    refresh_.setSingleShot(true);
    refresh_.setInterval(kRefreshMs);
    connect(&refresh_, &QTimer::timeout, this, &CompareView::refresh);
    auto* header = withRole(new QWidget, "panel");
    header->setAttribute(Qt::WA_StyledBackground);
    title_ = withRole(named(new QLabel, "runs.compare.title", tr("Runs compared")), "title");
    auto* top = new QHBoxLayout(header);
    top->setContentsMargins(16, 12, 16, 12);
    top->addWidget(title_);
    top->addStretch();

    panel_ = new CurvePanel(QStringLiteral("runs.compare"), CurvePanel::Runs::kSeveral);
    connect(panel_, &CurvePanel::rangeChanged, this, [this] {
        for (const Shown& run : shown_) run.curves->query();
    });

    auto* below = withRole(new QWidget, "panel");
    below->setAttribute(Qt::WA_StyledBackground);
    differences_ =
        withRole(named(new QLabel, "runs.compare.differences", tr("Number of differences")), "section");
    differences_->setContentsMargins(12, 8, 12, 4);
    auto* table = named(new QTableView, "runs.compare.table", tr("Results and differences"));
    table->setModel(&diff_);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setTabKeyNavigation(false);
    table->setFont(widgets::tabularFont(font()));
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(26);
    new widgets::TableHeader(*table);
    table->horizontalHeader()->setDefaultSectionSize(150);
    connect(&diff_, &QAbstractItemModel::modelReset, table, [table] {
        constexpr int kKeyWidth = 250, kLeastWidth = 150;
        table->setColumnWidth(0, kKeyWidth);
        for (int run = 1; run < table->model()->columnCount(); ++run)
            table->setColumnWidth(run,
                                  std::max(kLeastWidth, table->horizontalHeader()->sectionSizeHint(run)));
    });
    auto* belowLayout = new QVBoxLayout(below);
    belowLayout->setContentsMargins(0, 0, 0, 0);
    belowLayout->setSpacing(0);
    belowLayout->addWidget(differences_);
    chart_ = new CompareChart;
    auto* tabs = named(new QTabWidget, "runs.compare.tabs", tr("Results as table or chart"));
    tabs->setDocumentMode(true);
    tabs->tabBar()->setDrawBase(false);
    tabs->addTab(table, tr("Table"));
    tabs->addTab(chart_, tr("Chart"));
    belowLayout->addWidget(tabs, 1);

    rows_ = named(new QSplitter(Qt::Vertical), "runs.compare.rows", tr("Curves and differences"));
    rows_->setChildrenCollapsible(false);
    rows_->addWidget(panel_);
    rows_->addWidget(below);
    rows_->setSizes({370, 290});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(1);
    layout->addWidget(header);
    layout->addWidget(rows_, 1);
}

int CompareView::placeOf(const QString& run) const {
    const auto found =
        std::ranges::find(shown_, run, [](const Shown& s) -> const QString& { return s.row.id; });
    return found == shown_.end() ? -1 : static_cast<int>(found - shown_.begin());
}

int CompareView::colourOf(const QString& run) {
    if (const auto known = colours_.constFind(run); known != colours_.cend()) return *known;
    // The first colour not used by any of the shown runs.
    std::set<int> taken;
    for (const Shown& other : shown_)
        if (colours_.contains(other.row.id)) taken.insert(colours_[other.row.id]);
    int colour = 0;
    while (taken.contains(colour)) ++colour;
    colours_.insert(run, colour);
    return colour;
}

void CompareView::show(std::vector<bridge::RunRow> rows) {
    const std::size_t chosen = rows.size();
    if (chosen > kMostRunsDrawn) rows.resize(kMostRunsDrawn);
    const auto isWanted = [&](const Shown& run) {
        return std::ranges::find(rows, run.row.id, &bridge::RunRow::id) != rows.end();
    };
    for (const Shown& run : shown_)
        if (!isWanted(run)) delete run.curves;
    std::erase_if(shown_, [&](const Shown& run) { return !isWanted(run); });
    for (const bridge::RunRow& row : rows)
        if (placeOf(row.id) < 0) add(row);
    title_->setText(chosen > kMostRunsDrawn
                        ? tr("Comparing %1 of %2 selected runs").arg(shown_.size()).arg(chosen)
                        : tr("Comparing %1 runs").arg(shown_.size()));
    news_ |= kSeries | kFiles;
    refresh();
}

/// One redraw for everything that arrives until then.
void CompareView::refreshSoon(News news) {
    news_ |= news;
    if (!refresh_.isActive()) refresh_.start();
}

void CompareView::refresh() {
    refresh_.stop();
    const int news = std::exchange(news_, 0);
    const bool isComplete =
        std::ranges::all_of(shown_, [](const Shown& run) { return run.curves->isListed(); });
    panel_->setEmptyText(isComplete ? tr("None of these runs has this metric.") : tr("Reading the curves…"));
    if (news & kSeries) refreshSeries();
    draw();
    if (news & kFiles) refreshDiff();
}

void CompareView::add(const bridge::RunRow& row) {
    colourOf(row.id);
    auto* curves = new RunCurves(
        agent_, row.id,
        [this, id = row.id](const bridge::SeriesKey& key) { return panel_->rangeOf(key, placeOf(id)); },
        this);
    shown_.push_back({.row = row, .curves = curves});
    connect(curves, &RunCurves::pointsChanged, this, [this] { refreshSoon(kPoints); });
    connect(curves, &RunCurves::seriesChanged, this, [this] { refreshSoon(kSeries); });
    connect(curves, &RunCurves::listed, this, [this] { refreshSoon(kPoints); });
    curves->listSeries();
    agent_.ask(
        &bridge::RunCalls::runDetail, curves,
        [this, id = row.id](bridge::Outcome<bridge::RunDetail> detail) {
            const int place = placeOf(id);
            if (place < 0 || !detail) return;  // its column stays empty
            Shown& run = shown_[static_cast<std::size_t>(place)];
            run.config = detail->config;
            run.stepsPerEpoch = detail->stepsPerEpoch;
            run.hasDetail = true;
            refreshSoon(kFiles);
        },
        row.id);
}

void CompareView::update(const bridge::RunRow& row) {
    const int place = placeOf(row.id);
    if (place < 0) return;
    Shown& run = shown_[static_cast<std::size_t>(place)];
    const bool hasStepped = run.row.step != row.step || run.row.state != row.state;
    run.row = row;
    if (!hasStepped) return;
    run.curves->listSeries();
    refreshSoon(kFiles);
}

QHash<QString, int> CompareView::colours() const {
    QHash<QString, int> colours;
    for (const Shown& run : shown_) colours.insert(run.row.id, colours_[run.row.id]);
    return colours;
}

void CompareView::refreshSeries() {
    std::set<bridge::SeriesKey> all;
    for (const Shown& run : shown_) all.insert(run.curves->series().begin(), run.curves->series().end());
    panel_->setSeries(all);
    for (const Shown& run : shown_) run.curves->query();
}

void CompareView::draw() {
    std::vector<widgets::CurveRun> runs;
    for (const Shown& run : shown_)
        runs.push_back({.label = models::shown(models::RunListModel::title(run.row)),
                        .colour = colours_[run.row.id],
                        .curves = run.curves->data().curves(),
                        .stepsPerEpoch = run.stepsPerEpoch,
                        .start = run.row.created,
                        .totalSteps = bridge::stepsToDraw(run.row)});
    panel_->setRuns(runs);
}

void CompareView::refreshDiff() {
    std::vector<models::ConfigDiffModel::Run> runs;
    for (const Shown& run : shown_) runs.push_back({run.row, run.config});
    chart_->setRuns(runs, colours_);
    diff_.setRuns(std::move(runs), double(QDateTime::currentMSecsSinceEpoch()) / 1000);
    const bool isComplete = std::ranges::all_of(shown_, &Shown::hasDetail);
    differences_->setText(!isComplete              ? tr("Reading the run files…")
                          : diff_.filesKnown() < 2 ? tr("Results. These runs have no settings to compare.")
                          : diff_.differences() == 0
                              ? tr("Results. The settings are the same.")
                              : tr("Results and differing settings: %1").arg(diff_.differences()));
}

QVariantMap CompareView::saveState() const {
    return {{QStringLiteral("rows"), rows_->saveState()}, {QStringLiteral("curves"), panel_->saveState()}};
}

void CompareView::restoreState(const QVariantMap& state) {
    rows_->restoreState(state.value(QStringLiteral("rows")).toByteArray());
    panel_->restoreState(state.value(QStringLiteral("curves")).toMap());
}

}  // namespace trainyard::pages

#include "moc_compare_view.cpp"
