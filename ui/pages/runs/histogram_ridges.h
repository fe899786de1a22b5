// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>

#include "ui/bridge/agent_for.h"
#include "ui/bridge/agent_functions.h"
#include "ui/widgets/ridge_view.h"

namespace trainyard::pages {

/// The histograms of one tag, one above the other: of many steps as many as can be told apart, evenly spread
/// from the first to the last. Reads them one after another, while it is visible. [gui]
class HistogramRidges : public widgets::RidgeView {
    Q_OBJECT
  public:
    using Agent = bridge::AgentFor<bridge::SeriesCalls>;
    struct Step {
        std::int64_t id = 0;
        QString name;
    };
    explicit HistogramRidges(Agent agent, QWidget* parent = nullptr);

    /// Of `series` of a run, named `tag`; what has been read of it is kept.
    void setSteps(const QString& run, const bridge::MediaSeries& series, const QString& tag,
                  std::vector<Step> steps);
    /// The step that is the current one, or the one before it that is drawn.
    void point(std::int64_t id);

  signals:
    void stepChosen(std::int64_t id);

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    void read();
    void draw();

    Agent agent_;
    QString run_, tag_;
    std::optional<bridge::MediaSeries> series_;
    std::vector<Step> steps_, chosen_;  ///< all, and those that are drawn
    std::map<std::int64_t, std::vector<base::Bucket>> read_;
    std::vector<std::int64_t> drawn_;  ///< in the order of the ridges
    std::int64_t pointed_ = 0;
    bool isReading_ = false;
    quint64 choice_ = 0;  ///< counts series: what is answered for an earlier one is dropped
};

}  // namespace trainyard::pages
