// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/fs.h>
#include <stdio.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <tuple>

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/folder.h"
#include "core/checkpoint/manifest.h"
#include "core/checkpoint/place.h"

namespace trainyard::checkpoint {
namespace {

namespace fs = std::filesystem;
using base::Code;

base::Status renameFolder(const fs::path& from, const fs::path& to) {
    if (::rename(from.c_str(), to.c_str()) != 0)
        return base::fail(
            base::errnoError(errno, base::say("cannot rename {} to {}", from.string(), to.string())));
    return {};
}

base::Status checkSizes(const fs::path& checkpoint, const Manifest& manifest) {
    for (const auto& [name, file] : manifest.files) {
        const fs::path path = checkpoint / name;
        struct stat info{};
        if (::lstat(path.c_str(), &info) != 0)
            return base::fail(base::errnoError(errno, base::say("cannot stat {}", path.string())));
        if (!S_ISREG(info.st_mode))
            return base::fail(Code::kDataLoss, base::say("{} is not a regular file", path.string()),
                              "checkpoint.damaged");
        if (static_cast<std::uint64_t>(info.st_size) != file.size)
            return base::fail(
                Code::kDataLoss,
                base::say("{} has {} bytes, its manifest says {}", path.string(), info.st_size, file.size),
                "checkpoint.damaged");
    }
    return {};
}

/// An unused name among `folder`'s checkpoints, for the one set aside.
fs::path freeAside(const fs::path& folder, std::int64_t step, int attempt) {
    return freeName(folder / asideName(step, attempt));
}

/// Puts `staged` where `final` is and `final` aside. At every moment a whole checkpoint bears the final name,
/// where the file system can exchange two names; elsewhere (NFS) there is an instant without one, and a
/// failure puts it back.
base::Status replace(const fs::path& staged, const fs::path& final, const fs::path& aside) {
    if (::renameat2(AT_FDCWD, staged.c_str(), AT_FDCWD, final.c_str(), RENAME_EXCHANGE) == 0)
        return renameFolder(staged, aside);
    if (errno != EINVAL && errno != ENOSYS)
        return base::fail(
            base::errnoError(errno, base::say("cannot exchange {} and {}", staged.string(), final.string())));
    TY_TRY(renameFolder(final, aside));
    base::Status status = renameFolder(staged, final);
    if (!status)
        if (const base::Status back = renameFolder(aside, final); !back)
            status.error().message = base::say("{}; and {}", status.error().message, back.error().message);
    return status;
}

/// How to treat a second publish of one step: the attempts decide.
base::Status mayReplace(const fs::path& final, const Manifest& existing, const Manifest& staged) {
    if (existing.attempt < staged.attempt) return {};
    if (existing.attempt > staged.attempt)
        return base::fail(Code::kAborted,
                          base::say("{} belongs to attempt {}; attempt {} was too late", final.string(),
                                    existing.attempt, staged.attempt),
                          "checkpoint.stale");
    return base::fail(Code::kAlreadyExists,
                      base::say("{} was already saved by this attempt ({})", final.string(), staged.attempt),
                      "checkpoint.exists");
}

}  // namespace

base::Result<fs::path> publish(const fs::path& folder, const std::string& staged) {
    const auto parts = stagedParts(staged);
    if (!parts)
        return base::fail(Code::kInvalidArgument,
                          base::say("\"{}\" is not a name of a staged checkpoint (.tmp-<step>-a<attempt>)",
                                    base::printable(staged)));
    const fs::path from = folder / staged;
    fs::path final = folder / finalName(parts->step);
    // Its manifest would be that of another user's folder, and no folder can be renamed to it.
    if (isThere(final) && !isFolder(final))
        return base::fail(Code::kAlreadyExists,
                          base::say("{} is a link or a file, and no checkpoint that Trainyard has saved: it "
                                    "stays, and step {} is not saved; move it away",
                                    base::printable(final.string()), parts->step),
                          "checkpoint.in_the_way");
    if (!isFolder(from)) {
        // Asked again after the rename, for instance by an agent that died in between: it is done.
        const auto existing = readManifest(final);
        if (existing && existing->attempt == parts->attempt && existing->step == parts->step) {
            TY_TRY(base::syncFolder(folder));
            return final;
        }
        return base::fail(Code::kNotFound, base::say("there is no staged checkpoint {}", from.string()));
    }
    TY_ASSIGN(const Manifest manifest, readManifest(from));
    const auto standing = readManifest(final);
    const bool wasExchanged = standing && standing->attempt == parts->attempt &&
                              manifest.step == parts->step && manifest.attempt < parts->attempt;
    if (wasExchanged) {  // an earlier call was cut off between its two renames
        TY_TRY(renameFolder(from, freeAside(folder, parts->step, manifest.attempt)));
        TY_TRY(base::syncFolder(folder));
        return final;
    }
    if (manifest.step != parts->step || manifest.attempt != parts->attempt)
        return base::fail(Code::kDataLoss,
                          base::say("the manifest in {} is of step {} and attempt {}", from.string(),
                                    manifest.step, manifest.attempt),
                          "checkpoint.damaged");
    TY_TRY(checkSizes(from, manifest));
    if (isFolder(final)) {  // one without a manifest is set aside too, never deleted
        if (standing) TY_TRY(mayReplace(final, *standing, manifest));
        TY_TRY(replace(from, final, freeAside(folder, parts->step, standing ? standing->attempt : 0)));
    } else {
        TY_TRY(renameFolder(from, final));
    }
    TY_TRY(base::syncFolder(folder));
    return final;
}

std::vector<std::string> staged(const fs::path& folder, const std::string& run, int attempt) {
    const auto names = namesIn(folder);
    if (!names) return {};
    std::vector<std::pair<std::int64_t, std::string>> whole;
    for (const std::string& name : *names)
        if (const auto parts = stagedParts(name);
            parts && parts->attempt == attempt && isOwn(folder / name, {run}) && readManifest(folder / name))
            whole.emplace_back(parts->step, name);
    std::sort(whole.begin(), whole.end());
    std::vector<std::string> found;
    for (auto& [step, name] : whole) found.push_back(std::move(name));
    return found;
}

std::vector<Listed> list(const fs::path& folder) {
    std::vector<Listed> found;
    const auto names = namesIn(folder);
    if (!names) return found;  // a folder that cannot be read holds nothing that could be resumed from
    for (const std::string& name : *names) {
        const auto step = finalStep(name);
        if (!step || !isFolder(folder / name) || !isThere(folder / name / kManifestFile)) continue;
        Listed listed{folder / name, *step};
        if (const auto owner = readOwner(listed.path)) {
            listed.attempt = owner->attempt;
            listed.save = owner->save;
        } else if (const auto manifest = readManifest(listed.path)) {
            listed.attempt = manifest->attempt;
        }
        found.push_back(std::move(listed));
    }
    std::ranges::sort(found, {},
                      [](const Listed& one) { return std::tuple(one.save, one.attempt, one.step); });
    return found;
}

Place Place::beside(const fs::path& folder) {
    return {folder, folder.string() + ".new", folder.string() + ".old"};
}

Place Place::hidden(const fs::path& folder) {
    const fs::path hidden = folder.parent_path() / fmt::format(".{}", folder.filename().string());
    return {folder, hidden.string() + ".new", hidden.string() + ".old"};
}

base::Status takePlace(const Place& place, const Whose& whose) {
    for (const fs::path& one : {place.folder, place.predecessor}) TY_TRY(mayRemove(one, whose));
    TY_TRY(removeOwn(place.predecessor, whose));
    TY_TRY(isThere(place.folder) ? replace(place.successor, place.folder, place.predecessor)
                                 : renameFolder(place.successor, place.folder));
    TY_TRY(removeOwn(place.predecessor, whose));
    return base::syncFolder(place.folder.parent_path());
}

base::Status removeUnplaced(const Place& place, const Whose& whose, const Remover& remove) {
    const auto& [folder, successor, predecessor] = place;
    if (!isThere(folder) && isThere(predecessor / kManifestFile) && isOwn(predecessor, whose))
        TY_TRY(renameFolder(predecessor, folder));
    const auto isDeletion = [&](const std::string& name) {
        return std::ranges::any_of(std::array{&folder, &successor, &predecessor}, [&](const fs::path* of) {
            return name.starts_with(fmt::format("{}{}", kGonePrefix, of->filename().string()));
        });
    };
    TY_ASSIGN(const auto names, namesIn(folder.parent_path()));
    for (const std::string& name : names) {
        const fs::path one = folder.parent_path() / name;
        const bool isLeft = one == successor || one == predecessor || isDeletion(name);
        if (isLeft && isOwn(one, whose)) TY_TRY(removeOwn(one, whose, remove));
    }
    return {};
}

base::Status takePlaceKeeping(const Place& place, const fs::path& aside) {
    // Under its first name, the next writer would delete it, and with it what it is exchanged with.
    TY_TRY(renameFolder(place.successor, aside));
    const fs::path replaced = freeName(aside);
    TY_TRY(replace(aside, place.folder, replaced));
    TY_TRY(renameFolder(replaced, aside));
    return base::syncFolder(place.folder.parent_path());
}

fs::path successorOf(const fs::path& folder) {
    return Place::beside(folder).successor;
}

base::Status takePlace(const fs::path& folder, const Whose& whose) {
    return takePlace(Place::beside(folder), whose);
}

base::Status removeUnplaced(const fs::path& folder, const Whose& whose, const Remover& remove) {
    return removeUnplaced(Place::beside(folder), whose, remove);
}

base::Status removeStale(const fs::path& folder, const std::string& run, int currentAttempt,
                         const Remover& remove) {
    TY_ASSIGN(const auto names, namesIn(folder));
    for (const std::string& name : names) {
        const auto parts = stagedParts(name);
        const bool isStale = parts && parts->attempt < currentAttempt;
        if ((isStale || name.starts_with(kGonePrefix)) && isOwn(folder / name, {run}))
            TY_TRY(removeOwn(folder / name, {run}, remove));
    }
    return {};
}

}  // namespace trainyard::checkpoint
