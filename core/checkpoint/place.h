// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "core/checkpoint/checkpoint.h"

namespace trainyard::checkpoint {

/// The names under which a folder with a fixed name is replaced as a whole.
struct Place {
    std::filesystem::path folder, successor, predecessor;

    /// "best", "best.new" and "best.old", in a folder of a run.
    static Place beside(const std::filesystem::path& folder);
    /// "model", ".model.new" and ".model.old": a folder whose name its user chose, beside others that the
    /// user may have called "model.old".
    static Place hidden(const std::filesystem::path& folder);
};

/// As takePlace() and removeUnplaced() of a folder, in checkpoint.h.
base::Status takePlace(const Place& place, const Whose& whose);
base::Status removeUnplaced(const Place& place, const Whose& whose, const Remover& remove = removeDetached);
/// As takePlace(), but what was there gets the name `aside`, where nothing is. Killed in between, the new one
/// has that name and nothing is lost, except where names cannot be exchanged.
base::Status takePlaceKeeping(const Place& place, const std::filesystem::path& aside);

/// Writes a checkpoint of `owner` to `place`. Killed at any moment, it leaves the old or the new one there,
/// with the exception that takePlace() has, and the next call removes the rest. kRefused ("folder.not_ours")
/// if `whose` did not write what is there. What is there is deleted only if `owner`'s run has written all of
/// it; otherwise it is kept as `<folder>.before`, which is returned. Blocks. [any]
base::Result<std::optional<std::filesystem::path>> writeTo(const Place& place, const Contents& contents,
                                                           const Owner& owner, const Whose& whose);

/// Whether a model may be saved at `folder` (`train.save_model`): it must not exist, be an empty folder, or
/// be a model saved by Trainyard (see its owner.json); kRefused ("save_model.exists") otherwise. This run's
/// is replaced, another's is kept aside. Blocks. [any]
base::Status maySaveModel(const std::filesystem::path& folder);

/// The name that writeTo() would give to what is at `folder`, if what is `own` may be deleted; nothing where
/// it would delete that, or nothing is there. Blocks. [any]
std::optional<std::filesystem::path> keptAsideAs(const std::filesystem::path& folder, const Whose& own);

}  // namespace trainyard::checkpoint
