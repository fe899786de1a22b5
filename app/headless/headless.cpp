// SPDX-License-Identifier: Apache-2.0
#include "app/headless/headless.h"

#include "app/headless/command_line.h"

namespace trainyard::headless {

int runHeadless(std::vector<std::string> args) {
    Console console;
    return runCommandLine(std::move(args), console);
}

}  // namespace trainyard::headless
