// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

namespace trainyard::base {

using WallTime = std::chrono::system_clock::time_point;

/// RFC 3339 in UTC with milliseconds: "2026-11-21T08:26:00.123Z".
std::string rfc3339(WallTime time);
/// Seconds since 1970, fractional.
double wallSeconds(WallTime time);
inline double wallNow() {
    return wallSeconds(std::chrono::system_clock::now());
}
WallTime fromWallSeconds(double seconds);

}  // namespace trainyard::base
