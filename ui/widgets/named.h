// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QWidget>
#include <type_traits>

class QComboBox;

namespace trainyard::widgets {

/// Gives a widget the two names every interactive one has: `page.section.control` for robots and an
/// accessible name for people. Returns the widget, for use where it is created. On Linux, Qt reports a combo
/// box's current text to screen readers as its name, so its own name is also set as its description.
template <typename W>
W* named(W* widget, const QString& objectName, const QString& accessibleName) {
    widget->setObjectName(objectName);
    widget->setAccessibleName(accessibleName);
    if constexpr (std::is_base_of_v<QComboBox, W>) widget->setAccessibleDescription(accessibleName);
    return widget;
}

/// Sets the `role` that the style sheet uses ("primary", "muted", "title" …).
template <typename W>
W* withRole(W* widget, const char* role) {
    widget->setProperty("role", QString::fromLatin1(role));
    return widget;
}

}  // namespace trainyard::widgets
