// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/runs/time_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLocale>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/format.h"
#include "ui/widgets/chart/chart.h"
#include "ui/widgets/named.h"

namespace trainyard::pages {

using models::AttemptTime;
using models::StepTime;
using widgets::ChartContent;
using widgets::named;

namespace {

/// Readable by arrow keys, and finer than the chart's pixels show.
constexpr std::size_t kMostRanges = 60;
/// One sample a second: exact for a run of ten minutes, and the extremes of each range of a longer one.
constexpr int kQueriedPixels = 600;
constexpr int kMostAttempts = 12;  ///< that have room; earlier ones are added up

template <typename Part>
struct Spent {
    QString name;
    int colour;
    double Part::* time;
};

template <typename Part, typename PointOf>
std::vector<ChartContent::Series> seriesOf(const std::vector<Spent<Part>>& spent,
                                           const std::vector<Part>& parts, PointOf pointOf) {
    std::vector<ChartContent::Series> series;
    for (const Spent<Part>& one : spent) {
        const bool isThere = std::ranges::any_of(parts, [&](const Part& part) { return part.*one.time > 0; });
        if (!isThere) continue;
        ChartContent::Series& added =
            series.emplace_back(ChartContent::Series{.name = one.name, .colour = one.colour, .points = {}});
        for (const Part& part : parts) added.points.push_back(pointOf(part, part.*one.time));
    }
    return series;
}

/// Of a run with many attempts, the newest ones, after the sum of the others.
std::vector<AttemptTime> summedUp(std::vector<AttemptTime> attempts) {
    if (attempts.size() <= kMostAttempts) return attempts;
    AttemptTime early;
    const std::size_t summed = attempts.size() - kMostAttempts + 1;
    for (std::size_t i = 0; i < summed; ++i) {
        early.number = attempts[i].number;
        early.starting += attempts[i].starting;
        early.kept += attempts[i].kept;
        early.repeated += attempts[i].repeated;
        early.saving += attempts[i].saving;
        early.ending += attempts[i].ending;
    }
    attempts.erase(attempts.begin(), attempts.begin() + static_cast<long>(summed));
    attempts.insert(attempts.begin(), early);
    return attempts;
}

}  // namespace

TimeView::TimeView(QWidget* parent) : QWidget(parent) {
    what_ = named(new QComboBox, "runs.time.of", tr("Time of"));
    what_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    what_->addItem(tr("Attempts"));
    chart_ = named(new widgets::Chart, "runs.time.chart", tr("Where the time went"));
    connect(what_, &QComboBox::currentIndexChanged, this, [this] {
        emit rangeChanged();
        draw();
    });
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(12, 8, 12, 0);
    bar->addWidget(what_);
    bar->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(chart_, 1);
}

void TimeView::clear() {
    attempts_.clear();
    curves_.clear();
    const QSignalBlocker quiet(what_);
    while (what_->count() > 1) what_->removeItem(1);
    draw();
}

void TimeView::setAttempts(std::vector<AttemptTime> attempts) {
    attempts_ = std::move(attempts);
    if (task().isEmpty()) draw();
}

void TimeView::setSeries(const std::set<bridge::SeriesKey>& series) {
    for (const bridge::SeriesKey& key : series) {
        if (!models::isStepTimeTag(key.tag) || what_->findData(key.task) >= 0) continue;
        what_->addItem(tr("Steps of %1").arg(key.task), key.task);
    }
}

void TimeView::setCurves(const models::CurveData::Curves& curves) {
    curves_ = curves;
    if (!task().isEmpty()) draw();
}

std::optional<widgets::CurveView::Range> TimeView::rangeOf(const bridge::SeriesKey& key) const {
    if (!isVisible() || key.task != task() || !models::isStepTimeTag(key.tag)) return std::nullopt;
    return widgets::CurveView::Range{.pixels = kQueriedPixels};
}

void TimeView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    emit rangeChanged();
    draw();
}

QString TimeView::task() const {
    return what_->currentData().toString();
}

void TimeView::draw() {
    if (!isVisible()) return;
    task().isEmpty() ? drawAttempts() : drawSteps();
}

void TimeView::drawAttempts() {
    const std::vector<AttemptTime> attempts = summedUp(attempts_);
    if (attempts.empty()) return chart_->setContent({}, tr("No attempt has started yet."));
    ChartContent content{.kind = ChartContent::Kind::kStackedBars};
    for (const AttemptTime& attempt : attempts) {
        const bool isSum = attempts_.size() > attempts.size() && attempt.number == attempts.front().number;
        content.categories << (isSum ? QStringLiteral("1–%1").arg(attempt.number)
                                     : QString::number(attempt.number));
    }
    content.series = seriesOf<AttemptTime>(
        {{tr("kept"), 2, &AttemptTime::kept},
         {tr("repeated"), 5, &AttemptTime::repeated},
         {tr("saving"), 1, &AttemptTime::saving},
         {tr("starting"), 4, &AttemptTime::starting},
         {tr("ending"), 0, &AttemptTime::ending}},
        attempts, [](const AttemptTime&, double seconds) { return ChartContent::Point{.y = seconds}; });
    double kept = 0, all = 0;
    for (const AttemptTime& attempt : attempts) {
        kept += attempt.kept;
        all += attempt.kept + attempt.repeated + attempt.saving + attempt.starting + attempt.ending;
    }
    const double share = all > 0 ? 100 * kept / all : 0;
    chart_->setContent(std::move(content),
                       tr("Seconds by attempt; kept: %1 %").arg(QLocale().toString(share, 'f', 1)));
}

void TimeView::drawSteps() {
    const std::vector<StepTime> times = models::stepTimes(curves_, task(), kMostRanges);
    if (times.empty()) return chart_->setContent({}, tr("Sampled once a second."));
    ChartContent content{.kind = ChartContent::Kind::kStackedAreas, .xTitle = tr("step")};
    content.series = seriesOf<StepTime>(
        {{tr("compute"), 0, &StepTime::compute},
         {tr("wait"), 4, &StepTime::wait},
         {tr("input"), 1, &StepTime::input}},
        times, [](const StepTime& at, double ms) { return ChartContent::Point{.x = at.step, .y = ms}; });
    chart_->setContent(std::move(content), tr("Milliseconds per step"));
}

}  // namespace trainyard::pages

#include "moc_time_view.cpp"
