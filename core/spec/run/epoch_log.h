// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/base/error.h"

namespace trainyard::spec {

/// The file of a csv_log callback, if there is one: nobody else's file is written over, not the data, not the
/// run file, not a table of another program. kRefused ("callback.no_log") unless it is empty or what
/// Trainyard writes. Blocks. [any]
base::Status checkEpochLog(const std::filesystem::path& file, char separator);
/// The same before a run, and whether it can be written. Blocks. [any]
base::Status mayWriteEpochLog(const std::filesystem::path& file, char separator);

}  // namespace trainyard::spec
