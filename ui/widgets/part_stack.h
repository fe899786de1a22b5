// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStackedWidget>

namespace trainyard::widgets {

/// A stack that needs the space of the part that shows, not of its largest one: what is hidden makes nothing
/// scroll. [gui]
class PartStack : public QStackedWidget {
  public:
    PartStack() {
        connect(this, &QStackedWidget::currentChanged, this, [this] { updateGeometry(); });
    }
    QSize minimumSizeHint() const override {
        const QWidget* part = currentWidget();
        return part ? part->minimumSizeHint().expandedTo(part->minimumSize()) : QSize(0, 0);
    }
};

}  // namespace trainyard::widgets
