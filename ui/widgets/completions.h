// SPDX-License-Identifier: Apache-2.0
#pragma once

class QCompleter;

namespace trainyard::widgets {

/// Gives the popup of `completer` the style sheet of the theme, now and after each change: it is a window
/// without a parent, so that it does not inherit one. [gui]
void styleCompletions(QCompleter& completer);

}  // namespace trainyard::widgets
