// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/sweeps/sweep_scatter.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/models/format.h"
#include "ui/widgets/chart/chart.h"
#include "ui/widgets/named.h"

namespace trainyard::pages {

using widgets::named;

namespace {

constexpr int kOtherColour = 0, kBestColour = 1;  // of Theme::series()

bool isNumeric(const bridge::SweepRow& sweep, std::size_t parameter) {
    return std::ranges::all_of(sweep.runs, [&](const bridge::SweepRunRow& run) {
        bool isNumber = false;
        run.values.value(static_cast<qsizetype>(parameter)).toDouble(&isNumber);
        return isNumber;
    });
}

}  // namespace

SweepScatter::SweepScatter(QWidget* parent) : QWidget(parent) {
    over_ = named(new QComboBox, "sweeps.scatter.over", tr("Parameter on the horizontal axis"));
    over_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(over_, &QComboBox::currentIndexChanged, this, &SweepScatter::draw);
    chart_ = named(new widgets::Chart, "sweeps.scatter.chart", tr("Result over a parameter"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 0);
    layout->addWidget(over_, 0, Qt::AlignLeft);
    layout->addWidget(chart_, 1);
}

void SweepScatter::setSweep(const bridge::SweepRow& sweep) {
    sweep_ = sweep;
    {
        const QSignalBlocker quiet(over_);
        const QString chosen = over_->currentText();
        over_->clear();
        for (std::size_t i = 0; i < sweep_.parameters.size(); ++i)
            if (isNumeric(sweep_, i))
                over_->addItem(models::shown(sweep_.parameters[i].name), static_cast<int>(i));
        over_->setCurrentIndex(std::max(0, over_->findText(chosen)));
    }
    draw();
}

void SweepScatter::draw() {
    over_->setEnabled(over_->count() > 0);
    if (over_->count() == 0) return chart_->setContent({}, tr("No parameter of this sweep is a number."));
    const auto parameter = static_cast<std::size_t>(over_->currentData().toInt());
    const auto valueOf = [&](const bridge::SweepRunRow& run) {
        return run.values.value(static_cast<qsizetype>(parameter)).toDouble();
    };
    const bool isLog = sweep_.parameters[parameter].isLog &&
                       std::ranges::all_of(sweep_.runs, [](double value) { return value > 0; }, valueOf);
    const QString name = models::shown(sweep_.parameters[parameter].name);
    widgets::ChartContent content{
        .kind = widgets::ChartContent::Kind::kScatter,
        .xTitle = isLog ? tr("log₁₀ of %1").arg(name) : name,
        .yTitle = models::shown(sweep_.metric),
        .series = {{tr("runs"), kOtherColour, {}}, {tr("best run"), kBestColour, {}}}};
    for (const bridge::SweepRunRow& run : sweep_.runs) {
        if (std::isnan(run.value)) continue;
        const double x = isLog ? std::log10(valueOf(run)) : valueOf(run);
        content.series[run.number == sweep_.best ? 1 : 0].points.push_back(
            {x, run.value, tr("run %1").arg(run.number)});
    }
    if (content.isEmpty()) return chart_->setContent({}, tr("No run of this sweep has a result yet."));
    const QString heading = tr("%1 over %2").arg(content.yTitle, content.xTitle);
    chart_->setContent(std::move(content), heading);
}

}  // namespace trainyard::pages

#include "moc_sweep_scatter.cpp"
