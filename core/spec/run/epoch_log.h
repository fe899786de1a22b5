// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/base/error.h"

namespace trainyard::spec {

/// What a csv_log callback does with the lines that its file has.
enum class EpochLogUse { kContinued, kReplaced };

/// The file of a csv_log callback, if there is one: nobody else's file is written over, not the data, not the
/// run file, not a table of another program. kRefused ("callback.no_log") unless it is empty or what
/// Trainyard writes; one that is to be replaced must also have the mark of markEpochLog(), since other
/// programs' tables may look the same. Where the file system keeps no marks, its form decides. Blocks. [any]
base::Status checkEpochLog(const std::filesystem::path& file, char separator, EpochLogUse use);
/// The same before a run, and whether it can be written. Blocks. [any]
base::Status mayWriteEpochLog(const std::filesystem::path& file, char separator, EpochLogUse use);

/// Marks a file that Trainyard alone has written, by an extended attribute (xattr(7)), which stays with the
/// file and not with what another program puts in its place. A file system without them keeps no mark. [any]
void markEpochLog(const std::filesystem::path& file);
bool isMarkedEpochLog(const std::filesystem::path& file);

}  // namespace trainyard::spec
