// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace trainyard::base {
[[noreturn]] void checkFailed(const char* file, int line, const char* condition, std::string_view message);
}

/// For caller bugs, checked in release builds too: prints where and why, then aborts.
#define TY_CHECK(condition, message)                                                               \
    do {                                                                                           \
        if (!(condition)) ::trainyard::base::checkFailed(__FILE__, __LINE__, #condition, message); \
    } while (false)
