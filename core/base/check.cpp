// SPDX-License-Identifier: Apache-2.0
#include "core/base/check.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

namespace trainyard::base {

void checkFailed(const char* file, int line, const char* condition, std::string_view message) {
    fmt::print(stderr, "{}:{}: check failed: {} ({})\n", file, line, message, condition);
    std::fflush(stderr);
    std::abort();
}

}  // namespace trainyard::base
