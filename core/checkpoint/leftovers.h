// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace trainyard::checkpoint {

/// Whether `file` is what base::writeFileAtomically() has left beside a file named `target`, because its
/// process was killed: it has the name of that, is a regular file of this user, and the process that it names
/// has ended. Blocks. [any]
bool isLeftover(const std::filesystem::path& file, const std::string& target);

/// Deletes those of `targets`. Only for folders that no other machine's processes write to. Blocks. [any]
void removeLeftovers(const std::filesystem::path& folder, std::span<const std::string> targets);
/// The same in a folder of checkpoints, of the files that describe it.
void removeLeftovers(const std::filesystem::path& checkpoints);

}  // namespace trainyard::checkpoint
