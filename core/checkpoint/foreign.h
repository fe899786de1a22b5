// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "core/base/error.h"

namespace trainyard::checkpoint {

/// Why a file or folder that other programs save weights in is not read, and how to convert it: kRefused,
/// "checkpoint.pickle" (torch.save, DCP) or "weights.foreign"; nothing when it is none of those that are
/// known. Reads a few bytes and executes nothing: a pickle can run any code when it is opened.
std::optional<base::Error> foreignFormat(const std::filesystem::path& path);

}  // namespace trainyard::checkpoint
