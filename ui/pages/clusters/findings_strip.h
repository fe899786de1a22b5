// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/bridge/values.h"
#include "ui/widgets/bounded_area.h"

class QVBoxLayout;

namespace trainyard::pages {

/// What lint says, a line each, with a button that mends it where one press can, and how to mend it in words
/// where none can. [gui]
class FindingsStrip : public widgets::BoundedArea {
    Q_OBJECT
  public:
    explicit FindingsStrip(QWidget* parent = nullptr);
    void show(const std::vector<bridge::Finding>& findings);

  signals:
    void fixRequested(const trainyard::bridge::Finding& finding);
    /// The focus was on a fix, and there is none any more.
    void lastFixed();

  private:
    std::vector<bridge::Finding> shown_;
    QVBoxLayout* rows_ = nullptr;
};

}  // namespace trainyard::pages
