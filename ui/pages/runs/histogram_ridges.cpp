// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/runs/histogram_ridges.h"

#include <algorithm>

#include "ui/bridge/agent_bridge.h"
#include "ui/models/format.h"

namespace trainyard::pages {
namespace {

constexpr std::size_t kMostRidges = 24;

}  // namespace

HistogramRidges::HistogramRidges(Agent agent, QWidget* parent) : RidgeView(parent), agent_(agent) {
    connect(this, &RidgeView::chosen, this, [this](int ridge) {
        pointed_ = drawn_[static_cast<std::size_t>(ridge)];
        emit stepChosen(pointed_);
    });
}

void HistogramRidges::setSteps(const QString& run, const bridge::MediaSeries& series, const QString& tag,
                               std::vector<Step> steps) {
    if (run != run_ || !series_ || series_->key != series.key) {
        ++choice_;
        isReading_ = false;
        read_.clear();
    }
    run_ = run;
    series_ = series;
    tag_ = tag;
    steps_ = std::move(steps);
    chosen_.clear();
    const std::size_t count = std::min(kMostRidges, steps_.size());
    for (std::size_t i = 0; i < count; ++i)
        chosen_.push_back(steps_[count == 1 ? 0 : i * (steps_.size() - 1) / (count - 1)]);
    draw();
    read();
}

void HistogramRidges::point(std::int64_t id) {
    pointed_ = id;
    const auto place = [this](std::int64_t of) { return std::ranges::find(steps_, of, &Step::id); };
    int ridge = -1;
    for (std::size_t i = 0; i < drawn_.size(); ++i)
        if (place(drawn_[i]) <= place(id)) ridge = static_cast<int>(i);
    setCurrent(ridge);
}

void HistogramRidges::showEvent(QShowEvent* event) {
    RidgeView::showEvent(event);
    read();
}

void HistogramRidges::read() {
    if (isReading_ || !series_ || !isVisible()) return;
    const auto next =
        std::ranges::find_if(chosen_, [this](const Step& step) { return !read_.contains(step.id); });
    if (next == chosen_.end()) return;
    isReading_ = true;
    agent_.ask(
        &bridge::SeriesCalls::readMedia, this,
        [this, choice = choice_, id = next->id](const bridge::Outcome<bridge::MediaContent>& content) {
            if (choice != choice_) return;
            isReading_ = false;
            if (!content) return;  // whoever reads the chosen step reports it; tried again with the next news
            read_[id] = base::bucketsOf(content->values);
            draw();
            read();
        },
        run_, *series_, next->id);
}

void HistogramRidges::draw() {
    std::vector<Ridge> ridges;
    drawn_.clear();
    for (const Step& step : chosen_) {
        const auto found = read_.find(step.id);
        if (found == read_.end() || found->second.empty()) continue;  // thinned out meanwhile
        drawn_.push_back(step.id);
        ridges.push_back({step.name, found->second});
    }
    setRidges(std::move(ridges), tr("%1, %2 of %3 steps")
                                     .arg(tag_, models::count(static_cast<std::int64_t>(drawn_.size())),
                                          models::count(static_cast<std::int64_t>(steps_.size()))));
    point(pointed_);
}

}  // namespace trainyard::pages

#include "moc_histogram_ridges.cpp"
