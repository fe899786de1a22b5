// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QScrollArea>

#include "ui/bridge/values.h"

class QLabel;

namespace trainyard::widgets {
class TrafficView;
}

namespace trainyard::pages {

/// What each parameter server of a run transferred per step, above the estimate made before the start. [gui]
class ServersView : public QScrollArea {
    Q_OBJECT
  public:
    explicit ServersView(QWidget* parent = nullptr);

    void setTraffic(const std::vector<bridge::ServerTraffic>& measured,
                    const std::vector<bridge::ServerTraffic>& estimated);
    /// Whether there is anything to show: false without parameter servers.
    bool hasTraffic() const { return hasTraffic_; }

  private:
    QLabel* measuredTitle_ = nullptr;
    QLabel* estimatedTitle_ = nullptr;
    widgets::TrafficView* measured_ = nullptr;
    widgets::TrafficView* estimated_ = nullptr;
    bool hasTraffic_ = false;
};

}  // namespace trainyard::pages
