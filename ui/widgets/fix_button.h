// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QPushButton;

namespace trainyard::widgets {

/// "Fix: …" in the reader's language.
QString fixText(const QString& fix);

/// A button that mends a finding: "Fix: …", cut where it would be wider than a third of a small window, whole
/// in its tool tip and for screen readers. Nobody owns it yet. [gui]
QPushButton* fixButton(const QString& fix, const QString& objectName);

}  // namespace trainyard::widgets
