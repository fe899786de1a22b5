// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "core/base/error.h"

namespace trainyard::checkpoint {

/// Written first and deleted last in every folder that Trainyard creates.
inline constexpr const char* kOwnerFile = "owner.json";

/// Who wrote a folder, from its owner.json: {"run":"mnist-1","attempt":2,"kind":"kept","save":7}.
struct Owner {
    enum class Kind { kKept, kBackup, kModel };
    std::string run;
    int attempt = 1;
    Kind kind = Kind::kKept;
    std::int64_t save = 0;  ///< counts the saves into the parent folder; set by writeStaged()
};
std::string toText(const Owner& owner);
/// kDataLoss if the text is invalid; kNotFound if there is none.
base::Result<Owner> readOwner(const std::filesystem::path& folder);

/// Selects folders by owner.
struct Whose {
    std::optional<std::string> run;        ///< nothing: any run
    std::optional<Owner::Kind> kind = {};  ///< nothing: any kind
};

/// The one place that decides whether `folder` may be deleted: its owner.json matches `whose`, or it contains
/// nothing that anybody could miss (a write interrupted at its start). Never for a symbolic link. Blocks.
/// [any]
bool isOwn(const std::filesystem::path& folder, const Whose& whose);

/// The same as an error: kRefused ("folder.not_ours") if the name belongs to another program's folder or to a
/// file. Succeeds if nothing is there.
base::Status mayRemove(const std::filesystem::path& folder, const Whose& whose);

/// Deletes what removeOwn() renamed. What its manifest does not name, or without a usable manifest no save
/// writes, is foreign: it stays, in NAME.before. Succeeds if nothing is there. Blocks; may
/// take long for gigabytes. [any]
base::Status removeDetached(const std::filesystem::path& detached);
/// Runs that deletion, now or later.
using Remover = std::function<base::Status(const std::filesystem::path& detached)>;

/// Deletes `folder` if mayRemove() allows it, after renaming it, so that no partly deleted folder is ever
/// visible under its name. Blocks for the rename; the deletion itself is up to `remove`. [any]
base::Status removeOwn(const std::filesystem::path& folder, const Whose& whose,
                       const Remover& remove = removeDetached);

}  // namespace trainyard::checkpoint
