// SPDX-License-Identifier: Apache-2.0
#pragma once

class QWidget;

namespace trainyard::widgets {

/// Makes labels and tool tips show plain text: names and messages come from run files, logs and other
/// programs, and "<b>" in one of them is not markup. A label that needs markup sets Qt::RichText itself. Long
/// tool tips are wrapped. Applies to the whole program while `window` exists. [gui]
void installPlainText(QWidget& window);

}  // namespace trainyard::widgets
