// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "app/desktop/command_line.h"
#include "app/desktop/window_program.h"
#if __has_include("app/headless/headless.h")
#include "app/headless/headless.h"
#else
namespace trainyard::headless {
int runHeadless(const std::vector<std::string>&) {
    std::fputs("trainyard: --headless is not part of this build\n", stderr);
    return 3;
}
}  // namespace trainyard::headless
#endif

int main(int argc, char** argv) {
    using namespace trainyard::desktop;
    const CommandLine line = parseCommandLine(std::vector<std::string>(argv + 1, argv + argc));
    switch (line.what) {
        case CommandLine::What::kHeadless:
            return trainyard::headless::runHeadless(line.rest);
        case CommandLine::What::kPrint:
            std::fputs(line.text.c_str(), stdout);
            return EXIT_SUCCESS;
        case CommandLine::What::kUsageError:
            std::fputs(line.text.c_str(), stderr);
            return kUsageExit;
        case CommandLine::What::kWindow:
            break;
    }
    return runWindow(argc, argv, line);
}
