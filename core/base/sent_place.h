// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace trainyard::base {

/// Files and folders that a run names may have been sent to the machine of its tasks. What was sent for one
/// name of the run file, a *place*, is in a folder of its own, named by the place: two runs that name the
/// same files otherwise do not see each other's.

/// Has sentFolder() in a task's environment.
inline constexpr const char* kSentVariable = "TRAINYARD_SENT";
inline constexpr const char* kBuiltinPlace = "builtin:";  ///< and the name of a builtin data set
inline constexpr const char* kPluginPlace = "plugin:";  ///< and the id; without it, the folder of all of them

/// All that the home of this task has sent; empty: nothing. [any]
std::filesystem::path sentFolder();
/// The folder of one place in `sent`; empty if that is.
std::filesystem::path sentPlace(const std::filesystem::path& sent, const std::string& place);
/// The folder that the names of a place's files begin at: of a path its parent, of a pattern the longest
/// beginning without `*`, `?` and `[`.
std::filesystem::path baseOfPlace(const std::filesystem::path& place);
/// A path or pattern of the run file as it is on this machine: in what was sent for it, else as it is. [any]
std::filesystem::path whereSent(const std::filesystem::path& sent, const std::filesystem::path& place);

}  // namespace trainyard::base
