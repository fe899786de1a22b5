// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <optional>
#include <set>

#include "ui/models/time_spent.h"
#include "ui/widgets/curves/curve_view.h"

class QComboBox;

namespace trainyard::widgets {
class Chart;
}

namespace trainyard::pages {

/// Where a run's time went: by attempt, or in the steps of one task. [gui]
class TimeView : public QWidget {
    Q_OBJECT
  public:
    explicit TimeView(QWidget* parent = nullptr);

    /// Forgets the run.
    void clear();
    void setAttempts(std::vector<models::AttemptTime> attempts);
    /// Offers the tasks whose step times were measured.
    void setSeries(const std::set<bridge::SeriesKey>& series);
    void setCurves(const models::CurveData::Curves& curves);
    /// The range in which a series is needed now; nothing if it is not.
    std::optional<widgets::CurveView::Range> rangeOf(const bridge::SeriesKey& key) const;

  signals:
    /// Other series are needed than before.
    void rangeChanged();

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    void draw();
    void drawAttempts();
    void drawSteps();
    QString task() const;  ///< the chosen one; empty: attempts are shown

    QComboBox* what_ = nullptr;
    widgets::Chart* chart_ = nullptr;
    std::vector<models::AttemptTime> attempts_;
    models::CurveData::Curves curves_;
};

}  // namespace trainyard::pages
