// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QPushButton;

namespace trainyard::widgets {

/// "Fix: …" in the user's language.
QString fixText(const QString& fix);

/// A button that fixes a finding: "Fix: …", elided where it would be wider than a third of a small window,
/// complete in its tool tip and for screen readers. The caller takes ownership. [gui]
QPushButton* fixButton(const QString& fix, const QString& objectName);

}  // namespace trainyard::widgets
