// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>
#include <set>

#include "ui/bridge/agent_functions.h"
#include "ui/models/curve_data.h"
#include "ui/widgets/curve_view.h"

namespace trainyard::bridge {
class AgentBridge;
}

namespace trainyard::pages {

/// The points of one run: asks for those that are shown, as finely as they are drawn, one question a series
/// at a time, and takes the live ones. [gui]
class RunCurves : public QObject {
    Q_OBJECT
  public:
    /// The range in which a series is shown; nothing when it is not.
    using RangeOf = std::function<std::optional<widgets::CurveView::Range>(const bridge::SeriesKey&)>;
    RunCurves(bridge::AgentBridge& bridge, QString run, RangeOf rangeOf, QObject* parent);

    const models::CurveData& data() const { return data_; }
    const std::set<bridge::SeriesKey>& series() const { return series_; }
    /// Learns of series and asks for what is shown of them.
    void addSeries(const std::vector<bridge::SeriesKey>& series);
    /// Reads which series there are; for a run that nobody watches.
    void listSeries();
    /// Whether that was answered.
    bool isListed() const { return isListed_; }
    void addLive(const std::vector<bridge::SeriesPoints>& points);
    /// Asks anew for everything that is shown.
    void query();

  signals:
    void pointsChanged();
    void seriesChanged();
    void listed();
    void failed(const QString& message);

  private:
    void query(const bridge::SeriesKey& key);

    bridge::AgentBridge& bridge_;
    QString run_;
    RangeOf rangeOf_;
    models::CurveData data_;
    std::set<bridge::SeriesKey> series_;
    bool isListed_ = false;
    std::set<bridge::SeriesKey> asked_;       ///< queries under way
    std::set<bridge::SeriesKey> askedAgain_;  ///< to be asked once more when their answer is there
};

}  // namespace trainyard::pages
