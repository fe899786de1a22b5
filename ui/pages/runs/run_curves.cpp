// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/runs/run_curves.h"

#include "ui/bridge/agent_bridge.h"
#include "ui/models/agent_words.h"

namespace trainyard::pages {

RunCurves::RunCurves(Agent agent, QString run, RangeOf rangeOf, QObject* parent)
    : QObject(parent), agent_(agent), run_(std::move(run)), rangeOf_(std::move(rangeOf)) {
}

void RunCurves::addSeries(const std::vector<bridge::SeriesKey>& series) {
    const auto known = series_.size();
    series_.insert(series.begin(), series.end());
    if (series_.size() != known) emit seriesChanged();
    query();
}

void RunCurves::listSeries() {
    agent_.ask(
        &bridge::SeriesCalls::listSeries, this,
        [this](auto series) {
            isListed_ = true;
            if (series) {
                addSeries(*series);
            } else {
                emit failed(models::inReadersLanguage(series.error().message));
            }
            emit listed();
        },
        run_);
}

void RunCurves::addLive(const std::vector<bridge::SeriesPoints>& points) {
    if (points.empty()) return;
    const auto known = series_.size();
    int pixels = 0;
    bool isDrawn = false;
    for (const bridge::SeriesPoints& fresh : points) {
        series_.insert(fresh.key);
        // Hidden series are queried when they are selected; kept here, they would only grow.
        const auto range = rangeOf_(fresh.key);
        if (!range) continue;
        data_.append(fresh);
        isDrawn = true;
        pixels = std::max(pixels, range->pixels);
    }
    if (isDrawn) emit pointsChanged();
    if (series_.size() != known) {
        emit seriesChanged();
        query();  // a view may now show a new series
    }
    // Once the live tail has more than two points per pixel, the agent decimates it.
    if (pixels > 0 && data_.longestTail() > static_cast<std::size_t>(pixels)) query();
}

void RunCurves::query() {
    for (const bridge::SeriesKey& key : series_) query(key);
}

void RunCurves::query(const bridge::SeriesKey& key) {
    const auto range = rangeOf_(key);
    if (!range) return;
    if (!asked_.insert(key).second) {
        askedAgain_.insert(key);
        return;
    }
    const bridge::SeriesQuery question{run_, key, range->firstStep, range->lastStep, range->pixels};
    agent_.ask(
        &bridge::SeriesCalls::querySeries, this,
        [this, key](auto answer) {
            asked_.erase(key);
            if (answer) {
                data_.replace(key, *answer);
                emit pointsChanged();
            } else {
                emit failed(models::inReadersLanguage(answer.error().message));
            }
            if (askedAgain_.erase(key) > 0) query(key);
        },
        question);
}

}  // namespace trainyard::pages

#include "moc_run_curves.cpp"
