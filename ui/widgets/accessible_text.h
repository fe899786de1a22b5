// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trainyard::widgets {

/// Lets screen readers and robots read what Qt does not tell them: the text of a label that has an accessible
/// name (Qt tells the name in its place), and the newest values of curves. Both are said as the description.
/// Once, before the first window. [gui]
void installAccessibleText();

}  // namespace trainyard::widgets
