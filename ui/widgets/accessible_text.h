// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trainyard::widgets {

/// Exposes to screen readers and robots what Qt does not: the text of a label that has an accessible name (Qt
/// reports the name instead), and the newest values of curves. Both are reported as the description. Call it
/// once, before the first window. [gui]
void installAccessibleText();

}  // namespace trainyard::widgets
