// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>

#include "core/base/error.h"

namespace trainyard::headless {

/// Writes what `address` (http or https) serves to the new file `path`, and nothing if that fails.
/// kUnavailable ("data.unreachable") without a connection, kNotFound for an answer that is not the file,
/// kResourceExhausted beyond `mostBytes`, kCancelled once `stop` is requested. Proxies are those of curl's
/// variables. Blocks. Returns its size.
base::Result<std::uint64_t> download(const std::string& address, const std::filesystem::path& path,
                                     std::uint64_t mostBytes, const std::stop_token& stop);

/// The SHA-256 of what a gzip file unpacks to; of any other file, of its bytes. kResourceExhausted if that is
/// more than `mostBytes`. Blocks.
base::Result<std::string> unpackedSha256(const std::filesystem::path& path, std::uint64_t mostBytes);

}  // namespace trainyard::headless
