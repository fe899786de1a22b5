// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <functional>

class QObject;
class QWidget;

namespace trainyard::widgets {

/// One line that a person is asked for.
struct Question {
    QString name;  ///< of the dialog; its field is <name>.field, its buttons <name>.ok and <name>.cancel
    QString title;
    QString label;
    QString value;
    std::function<bool(const QString&)> isGood;
};
/// Opens a dialog over `window`, which goes on working; `take` gets what was entered, unless `context` is
/// gone by then. [gui]
void ask(QWidget* window, const Question& question, QObject* context,
         std::function<void(const QString&)> take);

}  // namespace trainyard::widgets
