// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace trainyard::store {

/// The other program that keeps a store from being written, as "sqlite3 (pid 4711)"; empty if none can be
/// found: one that works in this process, or in another container. From /proc/locks: opening the store to ask
/// would release SQLite's own locks. [any]
std::string lockHolder(const std::filesystem::path& file);

}  // namespace trainyard::store
