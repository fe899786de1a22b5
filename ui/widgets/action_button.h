// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QAction;
class QPushButton;

namespace trainyard::widgets {

/// A button that does what the action does and follows it: text, tool tip, whether it is there and whether
/// it can be pressed. [gui]
QPushButton* actionButton(QAction* action, const QString& objectName);
/// Called as the action, "page.header.save" for "page.actions.save".
QPushButton* actionButton(QAction* action);

}  // namespace trainyard::widgets
