// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace trainyard::headless {

/// What `chart` asks for.
struct ChartRequest {
    std::string agent;              ///< as --agent; empty: this user's own
    std::vector<std::string> runs;  ///< their ids
    std::string tag;                ///< of a series, or the quantity of several: "loss"
    std::string out;                ///< an absolute path that does not exist: .png, .svg or .pdf
};

/// Needs Qt, and no display.
using ChartPainter = std::function<base::Status(const ChartRequest&)>;

}  // namespace trainyard::headless
