// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/action_button.h"

#include <QAction>
#include <QPushButton>

#include "ui/widgets/keyboard.h"

namespace trainyard::widgets {

QPushButton* actionButton(QAction* action, const QString& objectName) {
    auto* button = new QPushButton;
    button->setObjectName(objectName);
    const auto mirror = [button, action] {
        button->setText(action->text());
        button->setAccessibleName(action->text());
        button->setToolTip(action->toolTip());
        setEnabledKeepingFocus(*button, action->isEnabled());
    };
    QObject::connect(action, &QAction::changed, button, [button, action, mirror] {
        mirror();
        setVisibleKeepingFocus(*button, action->isVisible());
    });
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    mirror();
    // Not shown yet: until it is in a layout it would be a top-level window.
    if (!action->isVisible()) button->hide();
    return button;
}

QPushButton* actionButton(QAction* action) {
    return actionButton(action,
                        action->objectName().replace(QStringLiteral("actions"), QStringLiteral("header")));
}

}  // namespace trainyard::widgets
