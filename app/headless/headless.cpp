// SPDX-License-Identifier: Apache-2.0
#include "app/headless/headless.h"

#include <fcntl.h>

#include <cstdlib>
#include <utility>

#include "app/headless/command_line.h"
#include "core/base/exhaustion.h"

namespace trainyard::headless {

namespace {

/// A caller may have closed standard input or output (`>&-`). Their descriptors would be reused for the next
/// files opened here, and our output would end up in those.
void holdStandardDescriptors() {
    for (int fd = 0; fd <= 2; ++fd)
        if (::fcntl(fd, F_GETFD) < 0 && ::open("/dev/null", O_RDWR) < 0) std::_Exit(1);
}

}  // namespace

int runHeadless(std::vector<std::string> args, ChartPainter paintChart) {
    holdStandardDescriptors();
    base::reportExhaustion("trainyard");
    Console console;
    return runCommandLine(std::move(args), console, std::move(paintChart));
}

}  // namespace trainyard::headless
