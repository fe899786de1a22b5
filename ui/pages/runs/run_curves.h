// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>
#include <set>

#include "ui/bridge/agent_for.h"
#include "ui/bridge/agent_functions.h"
#include "ui/models/curve_data.h"
#include "ui/widgets/curves/curve_view.h"

namespace trainyard::pages {

/// The points of one run: queries those that are shown, at the resolution they are drawn in, one query per
/// series at a time, and adds the live ones. [gui]
class RunCurves : public QObject {
    Q_OBJECT
  public:
    /// The range in which a series is shown; empty when it is not shown.
    using RangeOf = std::function<std::optional<widgets::CurveView::Range>(const bridge::SeriesKey&)>;
    using Agent = bridge::AgentFor<bridge::SeriesCalls>;
    RunCurves(Agent agent, QString run, RangeOf rangeOf, QObject* parent);

    const models::CurveData& data() const { return data_; }
    const std::set<bridge::SeriesKey>& series() const { return series_; }
    /// Adds series and queries the shown ones.
    void addSeries(const std::vector<bridge::SeriesKey>& series);
    /// Reads the list of series; for a run that is not being watched.
    void listSeries();
    /// Whether that list has been received.
    bool isListed() const { return isListed_; }
    void addLive(const std::vector<bridge::SeriesPoints>& points);
    /// Queries everything that is shown again.
    void query();

  signals:
    void pointsChanged();
    void seriesChanged();
    void listed();
    void failed(const QString& message);

  private:
    void query(const bridge::SeriesKey& key);

    Agent agent_;
    QString run_;
    RangeOf rangeOf_;
    models::CurveData data_;
    std::set<bridge::SeriesKey> series_;
    bool isListed_ = false;
    std::set<bridge::SeriesKey> asked_;       ///< queries in progress
    std::set<bridge::SeriesKey> askedAgain_;  ///< to be queried again once their answer has arrived
};

}  // namespace trainyard::pages
