// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "ui/bridge/values.h"

namespace trainyard::widgets {

/// What each parameter server transfers per step, one bar each, and which one the others wait for. Its
/// accessible description says the same as text. [gui]
class TrafficView : public QWidget {
    Q_OBJECT
  public:
    explicit TrafficView(QWidget* parent = nullptr);

    void setTraffic(std::vector<bridge::ServerTraffic> servers);
    /// The server that transfers much more than its share (a quarter above the mean); empty when none does.
    std::optional<std::size_t> hotSpot() const;

    QSize minimumSizeHint() const override { return sizeHint(); }
    QSize sizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    int rowHeight() const;
    int headerHeight() const;

    std::vector<bridge::ServerTraffic> servers_;
};

}  // namespace trainyard::widgets
