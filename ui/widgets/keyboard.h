// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QWidget;

namespace trainyard::widgets {

/// Lets Return press the focused button, as Space does; Qt does so only in dialogs. Applies to the whole
/// program for as long as `window` exists. [gui]
void installReturnKey(QWidget& window);

/// The text of a menu entry without its mnemonic: "&Quit" and "终了(&Q)…" become "Quit" and "终了…".
QString withoutMnemonic(const QString& text);

/// Moves the focus into `page`: where it was last, else to its first list or table with rows, else to the
/// first control in the tab order. False if there is none yet. [gui]
bool focusInto(QWidget& page);

/// Enables or disables a control. A focused control that is disabled passes the focus to its parent, where no
/// key presses anything, and gets it back if it is enabled again meanwhile, so the focus never lands on a
/// control that the user did not go to. [gui]
void setEnabledKeepingFocus(QWidget& control, bool isEnabled);
/// The same for showing or hiding a control.
void setVisibleKeepingFocus(QWidget& control, bool isVisible);

}  // namespace trainyard::widgets
