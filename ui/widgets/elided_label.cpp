// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/elided_label.h"

#include <QEvent>
#include <algorithm>
#include <cmath>

namespace trainyard::widgets {

ElidedLabel::ElidedLabel(const QString& whole, QWidget* parent) : QLabel(parent) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setWhole(whole);
}

void ElidedLabel::hideIfCut() {
    isHiddenIfCut_ = true;
    elide();
}

void ElidedLabel::setWhole(const QString& whole) {
    if (whole_ == whole) return;
    whole_ = whole;
    setToolTip(whole_);
    objectName().isEmpty() ? setAccessibleName(whole_) : setAccessibleDescription(whole_);
    updateGeometry();  // where it is given its width
    elide();
}

QSize ElidedLabel::sizeHint() const {
    const QMargins margins = contentsMargins();
    const QString line = QString(whole_).replace('\n', ' ');
    // A "★" or a letter of another script comes from another font, whose lines may be higher.
    const int height =
        std::max(fontMetrics().lineSpacing(), fontMetrics().size(Qt::TextSingleLine, line).height());
    // Rounded up, and one more: elidedText() compares with fractions of pixels.
    const int width = static_cast<int>(std::ceil(QFontMetricsF(font()).horizontalAdvance(line))) + 1;
    return {width + margins.left() + margins.right(), height + margins.top() + margins.bottom()};
}

QSize ElidedLabel::minimumSizeHint() const {
    return {0, sizeHint().height()};
}

void ElidedLabel::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    elide();
}

void ElidedLabel::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    if (event->type() != QEvent::FontChange && event->type() != QEvent::StyleChange) return;
    updateGeometry();
    elide();
}

void ElidedLabel::elide() {
    const QString line = QString(whole_).replace('\n', QStringLiteral("  "));
    const QString shown = fontMetrics().elidedText(line, Qt::ElideRight, contentsRect().width());
    setText(isHiddenIfCut_ && shown != line ? QString() : shown);
}

}  // namespace trainyard::widgets

#include "moc_elided_label.cpp"
