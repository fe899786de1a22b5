// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "core/base/error.h"
#include "core/node/task_record.h"

namespace trainyard::node {

/// JSON, padded to a fixed size, so that a later record fits into the blocks that the file already has.
std::string toText(const TaskRecord& record);
/// Where the shim of a task writes its record.
std::filesystem::path recordFile(const std::filesystem::path& runFolder, const std::string& task,
                                 int attempt);
/// Of a folder that is open as `fd`.
base::Result<FolderId> identifyFolder(int fd, const std::filesystem::path& folder);
/// The processes of a copied record (isCopy) are those of the home that it was copied from: here they are of
/// no boot, so that none of them is found alive. kNotFound if there is none yet; kDataLoss if it is not a
/// valid record.
base::Result<TaskRecord> readTaskRecord(const std::filesystem::path& file);

}  // namespace trainyard::node
