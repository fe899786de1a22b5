// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <functional>

class QObject;
class QWidget;

namespace trainyard::widgets {

/// A prompt for one line of text.
struct Question {
    QString name;  ///< of the dialog; its field is <name>.field, its buttons <name>.ok and <name>.cancel
    QString title;
    QString label;
    QString value;
    std::function<bool(const QString&)> isGood;
};
/// Opens a dialog over `window`, which stays usable; `take` receives the entered text, unless `context` has
/// been destroyed by then. [gui]
void ask(QWidget* window, const Question& question, QObject* context,
         std::function<void(const QString&)> take);

/// A choice that loses something.
struct Confirmation {
    QString name;  ///< of the dialog; its buttons are <name>.yes and <name>.no
    QString title;
    QString text;
    QString consequence;
    QString yes;  ///< the button's text
};
/// Opens a dialog over `window`, whose default is to cancel; `then` is called on yes, unless `context` has
/// been destroyed by then. [gui]
void confirm(QWidget* window, const Confirmation& confirmation, QObject* context, std::function<void()> then);

}  // namespace trainyard::widgets
