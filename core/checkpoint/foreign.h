// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "core/base/error.h"

namespace trainyard::checkpoint {

/// Why weights in a format of another program are not read, and how to convert them: kRefused,
/// "checkpoint.pickle" (torch.save, DCP) or "weights.foreign"; nothing if it is no known foreign format.
/// Reads a few bytes and executes nothing: opening a pickle can run arbitrary code.
std::optional<base::Error> foreignFormat(const std::filesystem::path& path);

}  // namespace trainyard::checkpoint
