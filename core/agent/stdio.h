// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

#include "core/base/error.h"

namespace trainyard::agent {

/// What runs on a node at the other end of ssh: starts the agent of this user's home with `program` where
/// none is running, prints node::kStdioGreeting, and passes bytes on between its own input and output and the
/// agent's socket until either side ends. Where `start` (node::kStartAlways …) forbids to start one, it
/// prints node::kStdioNone instead. Blocks. Threads of it may remain: the program is to end next.
base::Status serveStdio(const std::filesystem::path& program, std::string_view start);

}  // namespace trainyard::agent
