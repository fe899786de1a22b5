// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "core/base/error.h"
#include "core/engine/comm/task_link.h"

namespace trainyard::engine {

inline constexpr std::chrono::milliseconds kLookForRoomEvery{1000};

/// Calls `write`, whose result nothing can replace later, again and again while it fails because the disk is
/// full, and returns its last answer. Sends one warning, `waiting`, with the error. A requested stop after
/// the step, which saves nothing, ends the wait; any other is what is waited for. Blocks.
base::Status writeOnceThereIsRoom(TaskLink& link, const base::Words& waiting,
                                  const std::function<base::Status()>& write,
                                  std::chrono::milliseconds every = kLookForRoomEvery);

}  // namespace trainyard::engine
