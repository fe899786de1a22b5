// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "core/base/error.h"

namespace trainyard::checkpoint {

/// In every folder that the program writes: the first file that is written and the last that is deleted.
inline constexpr const char* kOwnerFile = "owner.json";

/// Who wrote a folder, as its owner.json says: {"run":"mnist-1","attempt":2,"kind":"kept","save":7}.
struct Owner {
    enum class Kind { kKept, kBackup, kModel };
    std::string run;
    int attempt = 1;
    Kind kind = Kind::kKept;
    std::int64_t save = 0;  ///< counts the saves into the folder around it; writeStaged() sets it
};
std::string toText(const Owner& owner);
/// kDataLoss on what is no such text; kNotFound where nobody left one.
base::Result<Owner> readOwner(const std::filesystem::path& folder);

/// Whose folders are meant.
struct Whose {
    std::optional<std::string> run;        ///< nothing: any run's
    std::optional<Owner::Kind> kind = {};  ///< nothing: of any kind
};

/// The one place that decides whether the program may delete `folder`: its owner.json says that `whose` wrote
/// it, or there is nothing in it that anybody could miss (a write that was cut off at its beginning). Never a
/// symbolic link. Blocks. [any]
bool isOwn(const std::filesystem::path& folder, const Whose& whose);

/// The same in words: kRefused ("folder.not_ours") where somebody else's folder, or a file, has the name.
/// Nothing there is success.
base::Status mayRemove(const std::filesystem::path& folder, const Whose& whose);

/// Deletes what removeOwn() has renamed. Nothing there is success. Blocks for as long as gigabytes take.
/// [any]
base::Status removeDetached(const std::filesystem::path& detached);
/// Who does that, and when.
using Remover = std::function<base::Status(const std::filesystem::path& detached)>;

/// Deletes `folder` if mayRemove(), under another name first, so that no moment shows half of it under its
/// own. Blocks for the rename; for the rest, `remove` decides. [any]
base::Status removeOwn(const std::filesystem::path& folder, const Whose& whose,
                       const Remover& remove = removeDetached);

}  // namespace trainyard::checkpoint
