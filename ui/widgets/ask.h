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

}  // namespace trainyard::widgets
