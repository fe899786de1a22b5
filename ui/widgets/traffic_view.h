// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "ui/bridge/values.h"
#include "ui/widgets/chart/chart.h"

namespace trainyard::widgets {

/// What each parameter server transfers per step, one bar each, and which one the others wait for. Its
/// accessible description says the same as text. [gui]
class TrafficView : public Chart {
    Q_OBJECT
  public:
    explicit TrafficView(QWidget* parent = nullptr);

    /// Hidden without servers.
    void setTraffic(const std::vector<bridge::ServerTraffic>& servers);
};

/// The server that transfers much more than its share (a quarter above the mean); empty when none does.
std::optional<std::size_t> hotSpotOf(const std::vector<bridge::ServerTraffic>& servers);

}  // namespace trainyard::widgets
