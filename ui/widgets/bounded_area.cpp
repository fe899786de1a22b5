// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/bounded_area.h"

#include <QEvent>
#include <QLayout>
#include <QScrollBar>
#include <algorithm>

namespace trainyard::widgets {

BoundedArea::BoundedArea(QWidget* content, int mostHeight, QWidget* parent)
    : QScrollArea(parent), mostHeight_(mostHeight) {
    setWidget(content);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
    viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    // Takes the focus only if it can scroll.
    setFocusPolicy(Qt::NoFocus);
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this,
            [this](int, int most) { setFocusPolicy(most > 0 ? Qt::StrongFocus : Qt::NoFocus); });
}

int BoundedArea::heightForWidth(int width) const {
    const QLayout* layout = widget()->layout();
    const int height =
        layout->hasHeightForWidth() ? layout->totalHeightForWidth(width) : layout->totalSizeHint().height();
    return std::min(height, mostHeight_);
}

QSize BoundedArea::sizeHint() const {
    return {widget()->sizeHint().width(), heightForWidth(std::max(viewport()->width(), 1))};
}

QSize BoundedArea::minimumSizeHint() const {
    return {0, std::min(heightForWidth(std::max(viewport()->width(), 1)), 2 * fontMetrics().lineSpacing())};
}

bool BoundedArea::eventFilter(QObject* watched, QEvent* event) {
    const bool isHandled = QScrollArea::eventFilter(watched, event);
    if (watched == widget() && event->type() == QEvent::LayoutRequest) updateGeometry();
    return isHandled;
}

}  // namespace trainyard::widgets

#include "moc_bounded_area.cpp"
