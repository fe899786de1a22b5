// SPDX-License-Identifier: Apache-2.0
// trainyard-shim: the parent of one task. core/node/shim.h describes its life cycle.

#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

#include "core/node/shim.h"

int main(int argc, char** argv) {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    constexpr int kUsage = 2;
    if (!arguments.empty() && arguments.front() == "--detach") {
        arguments.erase(arguments.begin());
        const pid_t pid = ::fork();
        if (pid < 0) {
            std::perror("trainyard-shim: cannot fork");
            return 1;
        }
        if (pid > 0) ::_exit(0);
    }
    const auto options = trainyard::node::parseShimOptions(arguments);
    if (!options) {
        std::fprintf(stderr, "trainyard-shim: %s\n", options.error().message.text().c_str());
        return kUsage;
    }
    return trainyard::node::runShim(*options);
}
