// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "core/base/loop/event_loop.h"
#include "core/control/run/nodes.h"

namespace trainyard::control {

/// The offset of a node's system clock, ahead of this machine's, by the fastest of some round trips: what
/// it says counts as half-way between the question and the answer. Wrong by half the difference between the
/// two ways at most. Nothing, and a line in the log, if it does not answer within `within`. Blocks. [any]
std::optional<std::chrono::nanoseconds> clockAhead(base::EventLoop& loop, Nodes* nodes,
                                                   const std::string& name, std::chrono::milliseconds within,
                                                   const std::function<double()>& now);

}  // namespace trainyard::control
