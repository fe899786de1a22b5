// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/bridge/values.h"
#include "ui/widgets/bounded_area.h"

class QVBoxLayout;

namespace trainyard::pages {

/// The lint findings, one per line, with a button for those that one click can fix, and instructions for the
/// others. [gui]
class FindingsStrip : public widgets::BoundedArea {
    Q_OBJECT
  public:
    explicit FindingsStrip(QWidget* parent = nullptr);
    void show(const std::vector<bridge::Finding>& findings);

  signals:
    void fixRequested(const trainyard::bridge::Finding& finding);
    /// The focus was on a fix, and no fix is left.
    void lastFixed();

  private:
    std::vector<bridge::Finding> shown_;
    QVBoxLayout* rows_ = nullptr;
};

}  // namespace trainyard::pages
