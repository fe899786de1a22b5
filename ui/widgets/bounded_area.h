// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QScrollArea>

namespace trainyard::widgets {

/// As tall as its content, up to a limit; beyond that it scrolls. This way a long text neither pushes what is
/// below it off the screen nor makes its window taller. `content` needs a layout. [gui]
class BoundedArea : public QScrollArea {
    Q_OBJECT
  public:
    BoundedArea(QWidget* content, int mostHeight, QWidget* parent = nullptr);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    int mostHeight_;
};

}  // namespace trainyard::widgets
