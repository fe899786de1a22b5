// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QScrollArea>

#include "ui/bridge/values.h"

class QVBoxLayout;

namespace trainyard::pages {

/// What lint says, a line each, with a button that mends it where one press can. [gui]
class FindingsStrip : public QScrollArea {
    Q_OBJECT
  public:
    explicit FindingsStrip(QWidget* parent = nullptr);
    void show(const std::vector<bridge::Finding>& findings);

  signals:
    void fixRequested(const trainyard::bridge::Finding& finding);

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void fitHeight();

    QWidget* content_ = nullptr;
    QVBoxLayout* rows_ = nullptr;
};

}  // namespace trainyard::pages
