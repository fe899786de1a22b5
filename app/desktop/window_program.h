// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/desktop/command_line.h"

namespace trainyard::desktop {

/// Shows the window until it is closed and returns the exit code. Closing it does not stop any run.
int runWindow(int argc, char** argv, CommandLine line);

}  // namespace trainyard::desktop
