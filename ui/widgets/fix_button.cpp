// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/fix_button.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QPushButton>

#include "ui/widgets/named.h"

namespace trainyard::widgets {
namespace {

constexpr int kWidestText = 400;  // pixels

}  // namespace

QString fixText(const QString& fix) {
    return QCoreApplication::translate("FixButton", "Fix: %1").arg(fix);
}

QPushButton* fixButton(const QString& fix, const QString& objectName) {
    const QString whole = fixText(fix);
    auto* button = named(new QPushButton, objectName, whole);
    button->ensurePolished();  // needed for its final width
    button->setText(button->fontMetrics().elidedText(whole, Qt::ElideRight, kWidestText));
    button->setToolTip(whole);
    button->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    return button;
}

}  // namespace trainyard::widgets
