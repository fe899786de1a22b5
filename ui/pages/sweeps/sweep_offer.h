// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "ui/bridge/sweep_values.h"

class QLabel;
class QPushButton;

namespace trainyard::pages {

/// A sweep file that was chosen: how many runs it would start and of what, or why it cannot. Hidden without
/// one. [gui]
class SweepOffer : public QWidget {
    Q_OBJECT
  public:
    explicit SweepOffer(QWidget* parent = nullptr);

    void offer(const bridge::PlannedSweep& sweep);
    /// Why it was not started; it can be tried again.
    void fail(const QString& reason);
    void clear();

  signals:
    void accepted(const trainyard::bridge::PlannedSweep& sweep);

  private:
    void start();

    bridge::PlannedSweep sweep_;
    QLabel* text_ = nullptr;
    QPushButton *start_ = nullptr, *cancel_ = nullptr;
};

}  // namespace trainyard::pages
