// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/base/error.h"

namespace trainyard::node {

/// Where a program is looked for if there is no PATH.
inline constexpr const char* kUsualPath = "/bin:/usr/bin";

/// Why this machine would not start `program` in the folder `cwd`, as far as that can be seen without
/// starting it: "command.missing_program" or "command.not_executable". Without a `/` it is looked for in the
/// folders of `path`, as posix_spawnp() does. Nothing: it would. Blocks. [any]
std::optional<base::Error> checkProgram(const std::string& program, const std::filesystem::path& cwd,
                                        const std::string& path);

}  // namespace trainyard::node
