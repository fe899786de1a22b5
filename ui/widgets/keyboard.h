// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QWidget;

namespace trainyard::widgets {

/// Lets Return press the button that has the focus, as Space does; Qt does so in dialogs alone. In the
/// whole program, for as long as `window` is there. [gui]
void installReturnKey(QWidget& window);

/// The text of a menu's entry without what marks its key: "&Quit" and "终了(&Q)…" become "Quit" and "终了…".
QString withoutMnemonic(const QString& text);

/// Puts the focus into `page`: where it was there last, else on its first list or table that has rows, else
/// on the first control that Tab stops at. False where there is none yet. [gui]
bool focusInto(QWidget& page);

/// Enables or disables a control. One that loses the focus by this hands it to its parent, where no key
/// presses anything, and gets it back when it is enabled again meanwhile: it never comes to lie on a control
/// that nobody went to. [gui]
void setEnabledKeepingFocus(QWidget& control, bool isEnabled);
/// The same for a control that is shown or hidden.
void setVisibleKeepingFocus(QWidget& control, bool isVisible);

}  // namespace trainyard::widgets
