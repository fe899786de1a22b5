// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/un.h>

#include <filesystem>

#include "core/base/error.h"

namespace trainyard::base {

/// The address of a Unix socket (unix(7)): its path must fit into 107 bytes (kInvalidArgument,
/// "socket.too_long"). [any]
Result<sockaddr_un> socketAddress(const std::filesystem::path& path);

}  // namespace trainyard::base
