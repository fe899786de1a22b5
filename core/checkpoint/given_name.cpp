// SPDX-License-Identifier: Apache-2.0
#include "core/checkpoint/given_name.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/checkpoint/folder.h"
#include "core/checkpoint/manifest.h"

namespace trainyard::checkpoint {
namespace {

namespace fs = std::filesystem;

/// "ckpt-20", where the path is a link to a checkpoint next to it.
std::optional<std::string> ownNameBehind(const fs::path& link) {
    std::error_code error;
    std::string target = fs::read_symlink(link, error).string();
    if (error || !finalStep(target)) return std::nullopt;
    return target;
}

/// Removes the link `name`, if it leads to `checkpoint`. Links of other names were made by others.
base::Status removeLink(const fs::path& checkpoint, const std::string& name) {
    const fs::path link = checkpoint.parent_path() / name;
    if (name.empty() || ownNameBehind(link) != checkpoint.filename().string()) return {};
    if (::unlink(link.c_str()) != 0 && errno != ENOENT)
        return base::fail(
            base::errnoError(errno, base::say("cannot remove {}", base::printable(link.string()))));
    return {};
}

/// As its manifest has it; where that cannot be read, by its state, which it was named by. Empty: none.
std::string nameOf(const fs::path& checkpoint) {
    if (const auto manifest = readManifest(checkpoint)) return manifest->name;
    const auto state = readState(checkpoint);
    return state ? givenName(*state) : std::string();
}

/// Removes the links of what earlier attempts have saved in the place of `checkpoint`.
base::Status removeEarlier(const fs::path& checkpoint, const std::string& except) {
    const fs::path folder = checkpoint.parent_path();
    const auto step = finalStep(checkpoint.filename().string());
    TY_ASSIGN(const auto names, namesIn(folder));
    for (const std::string& name : names) {
        const auto parts = asideParts(name);
        if (!step || !parts || parts->step != *step) continue;
        const std::string replaced = nameOf(folder / name);
        if (replaced != except) TY_TRY(removeLink(checkpoint, replaced));
    }
    return {};
}

}  // namespace

std::map<std::string, std::string> namesGivenIn(const fs::path& folder) {
    std::map<std::string, std::string> given;
    const auto names = namesIn(folder);
    if (!names) return given;
    for (const std::string& name : *names)
        if (isGivenName(name))
            if (const auto own = ownNameBehind(folder / name)) given[*own] = name;
    return given;
}

fs::path whereNamed(const fs::path& path) {
    if (const auto own = ownNameBehind(path)) return path.parent_path() / *own;
    std::error_code error;
    if (!fs::is_symlink(path, error)) return path;
    const fs::path there = fs::canonical(path, error);
    const bool isBeside = !error && finalStep(there.filename().string()) &&
                          fs::equivalent(there.parent_path(), path.parent_path(), error);
    return isBeside ? path.parent_path() / there.filename() : path;
}

base::Status removeName(const fs::path& checkpoint) {
    if (!finalStep(checkpoint.filename().string())) return {};
    return removeLink(checkpoint, nameOf(checkpoint));
}

base::Status giveName(const fs::path& checkpoint) {
    TY_ASSIGN(const Manifest manifest, readManifest(checkpoint));
    TY_TRY(removeEarlier(checkpoint, manifest.name));
    if (manifest.name.empty()) return {};
    const fs::path link = checkpoint.parent_path() / manifest.name;
    if (isThere(link) && !ownNameBehind(link))
        return base::fail(
            base::Code::kAlreadyExists,
            base::say("{} is not a link that Trainyard has made, and stays; {} has no other name",
                      base::printable(link.string()), checkpoint.filename().string()),
            "checkpoint.name_taken");
    if (whereNamed(link) == checkpoint) return {};
    ::unlink(link.c_str());  // that of an older checkpoint
    if (::symlink(checkpoint.filename().c_str(), link.c_str()) != 0)
        return base::fail(
            base::errnoError(errno, base::say("cannot create {}", base::printable(link.string()))));
    return base::syncFolder(checkpoint.parent_path());
}

}  // namespace trainyard::checkpoint
