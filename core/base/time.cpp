// SPDX-License-Identifier: Apache-2.0
#include "core/base/time.h"

#include <fmt/chrono.h>

namespace trainyard::base {

std::string rfc3339(WallTime time) {
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
    const std::time_t seconds = ms / 1000;
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(seconds), ms % 1000);
}

double wallSeconds(WallTime time) {
    return std::chrono::duration<double>(time.time_since_epoch()).count();
}

WallTime fromWallSeconds(double seconds) {
    return WallTime(std::chrono::duration_cast<WallTime::duration>(std::chrono::duration<double>(seconds)));
}

}  // namespace trainyard::base
