// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QLabel;

namespace trainyard::widgets {

/// A line in which a page reports a result or a failure. It keeps its space when empty, so that nothing below
/// it moves under the pointer; only a text of several lines takes more.
QLabel* noticeLine(const QString& objectName, const QString& accessibleName);

}  // namespace trainyard::widgets
