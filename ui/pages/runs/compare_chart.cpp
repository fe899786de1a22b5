// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/runs/compare_chart.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <limits>
#include <optional>
#include <set>

#include "ui/models/format.h"
#include "ui/models/run_list_model.h"
#include "ui/widgets/chart/chart.h"
#include "ui/widgets/named.h"

namespace trainyard::pages {

using Run = models::ConfigDiffModel::Run;
using widgets::named;

namespace {

std::optional<double> numberAt(const Run& run, const QString& key) {
    const auto found = run.config.find(key);
    if (found == run.config.end()) return std::nullopt;
    bool isNumber = false;
    const double number = found->second.toDouble(&isNumber);
    return isNumber ? std::optional(number) : std::nullopt;
}

QStringList metricsOf(const std::vector<Run>& runs) {
    std::set<QString> names;
    for (const Run& run : runs)
        for (auto metric = run.row.metrics.cbegin(); metric != run.row.metrics.cend(); ++metric)
            names.insert(metric.key());
    return {names.begin(), names.end()};
}

/// The keys that are a number in at least two runs, and not the same one.
QStringList differingNumbers(const std::vector<Run>& runs) {
    std::set<QString> keys;
    for (const Run& run : runs)
        for (const auto& [key, value] : run.config) keys.insert(key);
    QStringList differing;
    for (const QString& key : keys) {
        std::set<double> values;
        for (const Run& run : runs)
            if (const auto number = numberAt(run, key)) values.insert(*number);
        if (values.size() > 1) differing << key;
    }
    return differing;
}

/// Replaces the choices; keeps the chosen one if it is still there.
void offer(QComboBox& box, const QStringList& choices, int fixed) {
    const QSignalBlocker quiet(&box);
    const QString chosen = box.currentText();
    while (box.count() > fixed) box.removeItem(fixed);
    box.addItems(choices);
    box.setCurrentIndex(std::max(0, box.findText(chosen)));
}

}  // namespace

CompareChart::CompareChart(QWidget* parent) : QWidget(parent) {
    result_ = named(new QComboBox, "runs.compare.result", tr("Result"));
    over_ = named(new QComboBox, "runs.compare.over", tr("Setting on the horizontal axis"));
    over_->addItem(tr("by run"));
    for (QComboBox* box : {result_, over_}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        connect(box, &QComboBox::currentIndexChanged, this, &CompareChart::draw);
    }
    chart_ = named(new widgets::Chart, "runs.compare.chart", tr("Results of the runs"));
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(12, 8, 12, 0);
    bar->addWidget(result_);
    bar->addWidget(over_);
    bar->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(chart_, 1);
}

void CompareChart::setRuns(std::vector<Run> runs, QHash<QString, int> colours) {
    runs_ = std::move(runs);
    colours_ = std::move(colours);
    offer(*result_, metricsOf(runs_), 0);
    offer(*over_, differingNumbers(runs_), 1);
    draw();
}

void CompareChart::draw() {
    const QString metric = result_->currentText();
    if (metric.isEmpty()) return chart_->setContent({}, tr("None of these runs has a result yet."));
    const bool isByRun = over_->currentIndex() <= 0;
    widgets::ChartContent content{
        .kind = isByRun ? widgets::ChartContent::Kind::kStackedBars : widgets::ChartContent::Kind::kScatter,
        .xTitle = isByRun ? QString() : over_->currentText(),
        .yTitle = metric};
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < runs_.size(); ++i) {
        const Run& run = runs_[i];
        const QString title = models::shown(models::RunListModel::title(run.row));
        const auto value = run.row.metrics.constFind(metric);
        const double y = value == run.row.metrics.cend() ? kNone : *value;
        widgets::ChartContent::Series series{.name = {}, .colour = colours_.value(run.row.id), .points = {}};
        if (isByRun) {  // a series has one colour, so each run is one
            content.categories << title;
            series.points.assign(runs_.size(), {.y = kNone});
            series.points[i].y = y;
        } else if (const auto x = numberAt(run, over_->currentText())) {
            series.points.push_back({*x, y, title});
        }
        content.series.push_back(std::move(series));
    }
    chart_->setContent(std::move(content));
}

}  // namespace trainyard::pages

#include "moc_compare_chart.cpp"
