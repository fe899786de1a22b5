// SPDX-License-Identifier: Apache-2.0
#include "app/headless/headless.h"

int main(int argc, char** argv) {
    std::vector<std::string> args(argv + 1, argv + argc);
    // `trainyard-headless --headless run …` is the same as `trainyard --headless run …`.
    if (!args.empty() && args.front() == "--headless") args.erase(args.begin());
    return trainyard::headless::runHeadless(std::move(args));
}
