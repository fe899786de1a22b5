// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/rail.h"

#include <QApplication>
#include <QResizeEvent>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/named.h"

namespace trainyard::shell {
namespace {

constexpr int kLeastWidth = 76;
constexpr int kMargins = 22;  ///< of a title to the rail's edges

}  // namespace

Rail::Rail(QWidget* parent) : QWidget(parent) {
    widgets::withRole(this, "railbar");
    setAttribute(Qt::WA_StyledBackground);
    layout_ = new QVBoxLayout(this);
    layout_->addStretch();
}

void Rail::add(QToolButton* button) {
    button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    button->setIconSize(QSize(22, 22));
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    buttons_.push_back(button);
    layout_->insertWidget(layout_->count() - 1, button);
}

void Rail::fit() {
    // Wide enough for the longest title in any language, whether the titles show or not.
    int widest = kLeastWidth;
    for (QToolButton* button : buttons_) {
        button->ensurePolished();
        widest = std::max(widest, button->fontMetrics().horizontalAdvance(button->text()) + kMargins);
    }
    setFixedWidth(widest);
    for (const Density density : {kIcons, kTight, kRoomy}) {
        apply(density);
        heights_[density] = layout_->minimumSize().height();
    }
    choose();
    updateGeometry();
}

QSize Rail::minimumSizeHint() const {
    return {minimumWidth(), heights_[kIcons]};
}

void Rail::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    choose();
}

void Rail::choose() {
    if (heights_[kIcons] == 0) return;  // not measured yet
    const Density fitting = height() >= heights_[kRoomy]   ? kRoomy
                            : height() >= heights_[kTight] ? kTight
                                                           : kIcons;
    if (fitting != density_) apply(fitting);
}

void Rail::apply(Density density) {
    density_ = density;
    const bool isTight = density != kRoomy;
    layout_->setSpacing(isTight ? 1 : 4);
    layout_->setContentsMargins(6, isTight ? 4 : 8, 6, isTight ? 4 : 8);
    for (QToolButton* button : buttons_) {
        button->setToolButtonStyle(density == kIcons ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextUnderIcon);
        button->setToolTip(density == kIcons ? button->text() : QString());
        button->setProperty("isTight", isTight);
        button->style()->unpolish(button);  // the style sheet asks for the property
        button->style()->polish(button);
        QEvent change(QEvent::StyleChange);  // its size is remembered until then
        QApplication::sendEvent(button, &change);
        button->updateGeometry();
    }
    layout_->invalidate();
}

}  // namespace trainyard::shell
