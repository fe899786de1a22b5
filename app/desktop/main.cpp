// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "app/desktop/chart_program.h"
#include "app/desktop/command_line.h"
#include "app/desktop/window_program.h"
#include "app/headless/headless.h"

int main(int argc, char** argv) {
    using namespace trainyard::desktop;
    std::signal(SIGXFSZ, SIG_IGN);  // exceeding a file size limit makes the write fail instead
    const CommandLine line = parseCommandLine(std::vector<std::string>(argv + 1, argv + argc));
    switch (line.what) {
        case CommandLine::What::kHeadless:
            return trainyard::headless::runHeadless(line.rest, paintChart);
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
