// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/notice_line.h"

#include <QLabel>

#include "ui/widgets/named.h"

namespace trainyard::widgets {

QLabel* noticeLine(const QString& objectName, const QString& accessibleName) {
    auto* label = withRole(named(new QLabel, objectName, accessibleName), "muted");
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->ensurePolished();  // to get its final font
    label->setMinimumHeight(label->fontMetrics().lineSpacing());
    return label;
}

}  // namespace trainyard::widgets
