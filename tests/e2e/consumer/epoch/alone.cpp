// SPDX-License-Identifier: Apache-2.0
#include "epoch.h"

#include <cstdio>
#include <exception>

int main(int count, char** arguments) {
    if (count != 2) return 2;
    try {
        std::printf("%.17g\n", lossOfAnEpoch(arguments[1]));
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
