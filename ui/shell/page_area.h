// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QScrollArea>

namespace trainyard::shell {

/// Shows a page, which fills it. Where the window is smaller than the page can be, the page scrolls, so that
/// the window fits any screen. [gui]
class PageArea : public QScrollArea {
    Q_OBJECT
  public:
    /// Takes ownership of the page.
    explicit PageArea(QWidget* page);

  protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void fit();
};

}  // namespace trainyard::shell
