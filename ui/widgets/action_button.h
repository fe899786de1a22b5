// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QAction;
class QPushButton;

namespace trainyard::widgets {

/// A button that triggers the action and follows its text, tool tip, visibility and enabled state. [gui]
QPushButton* actionButton(QAction* action, const QString& objectName);
/// Named after the action: "page.header.save" for "page.actions.save".
QPushButton* actionButton(QAction* action);

}  // namespace trainyard::widgets
