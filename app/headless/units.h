// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "app/headless/layout.h"

namespace trainyard::headless {

/// "2.8 MB", "1,204 bytes"
inline std::string bytesText(std::int64_t bytes) {
    if (bytes >= 10'000'000'000) return fmt::format("{:.1f} GB", static_cast<double>(bytes) / 1e9);
    if (bytes >= 100'000) return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
    return fmt::format("{} bytes", thousands(static_cast<double>(bytes)));
}

}  // namespace trainyard::headless
