// SPDX-License-Identifier: Apache-2.0
#pragma once

class QWidget;

namespace trainyard::widgets {

/// Labels and tool tips show their text as it is: names and messages come from run files, logs and other
/// programs, and "<b>" in one of them is no markup. A label that is meant to have markup says so itself, by
/// Qt::RichText. Long tool tips break their lines. In the whole program, while `window` is there. [gui]
void installPlainText(QWidget& window);

}  // namespace trainyard::widgets
