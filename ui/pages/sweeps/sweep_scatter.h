// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "ui/bridge/sweep_values.h"

class QComboBox;

namespace trainyard::widgets {
class Chart;
}

namespace trainyard::pages {

/// The result of each run of a sweep over one of its parameters. [gui]
class SweepScatter : public QWidget {
    Q_OBJECT
  public:
    explicit SweepScatter(QWidget* parent = nullptr);

    /// The chosen parameter stays chosen where it still exists.
    void setSweep(const bridge::SweepRow& sweep);

  private:
    void draw();

    bridge::SweepRow sweep_;
    QComboBox* over_ = nullptr;  ///< the parameters that are numbers
    widgets::Chart* chart_ = nullptr;
};

}  // namespace trainyard::pages
