// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/page_area.h"

#include <QEvent>
#include <QScrollBar>

namespace trainyard::shell {

PageArea::PageArea(QWidget* page) {
    // Not setWidgetResizable(): it gives a page with wrapped text its preferred height, not its least one.
    setWidget(page);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    viewport()->setAutoFillBackground(false);
    page->setAutoFillBackground(false);
}

void PageArea::resizeEvent(QResizeEvent* event) {
    fit();
    QScrollArea::resizeEvent(event);
}

bool PageArea::eventFilter(QObject* watched, QEvent* event) {
    if (watched == widget() && event->type() == QEvent::LayoutRequest) fit();
    return QScrollArea::eventFilter(watched, event);
}

void PageArea::fit() {
    const QSize least = widget()->minimumSizeHint();
    QSize room = maximumViewportSize();
    const bool isTooWide = least.width() > room.width();
    if (isTooWide) room.rheight() -= horizontalScrollBar()->sizeHint().height();
    if (least.height() > room.height()) {
        room.rwidth() -= verticalScrollBar()->sizeHint().width();
        if (!isTooWide && least.width() > room.width())
            room.rheight() -= horizontalScrollBar()->sizeHint().height();
    }
    widget()->resize(room.expandedTo(least));
}

}  // namespace trainyard::shell

#include "moc_page_area.cpp"
