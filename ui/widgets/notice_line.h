// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QLabel;

namespace trainyard::widgets {

/// A line in which a page reports what was done, or why not. It keeps its room when it says nothing, so that
/// nothing below it moves under the pointer; only a text of more than one line takes more.
QLabel* noticeLine(const QString& objectName, const QString& accessibleName);

}  // namespace trainyard::widgets
