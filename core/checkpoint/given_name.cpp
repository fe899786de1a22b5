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
    const std::string target = fs::read_symlink(link, error).string();
    if (error || !finalStep(target)) return std::nullopt;
    return target;
}

base::Status removeLinks(const fs::path& checkpoint, const std::string& except) {
    const fs::path folder = checkpoint.parent_path();
    TY_ASSIGN(const auto names, namesIn(folder));
    for (const std::string& name : names) {
        if (name == except || !isGivenName(name) || ownNameBehind(folder / name) != checkpoint.filename())
            continue;
        if (::unlink((folder / name).c_str()) != 0 && errno != ENOENT)
            return base::fail(
                base::errnoError(errno, fmt::format("cannot remove {}", (folder / name).string())));
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
    const auto own = ownNameBehind(path);
    return own ? path.parent_path() / *own : path;
}

base::Status removeName(const fs::path& checkpoint) {
    return finalStep(checkpoint.filename().string()) ? removeLinks(checkpoint, "") : base::Status();
}

base::Status giveName(const fs::path& checkpoint) {
    TY_ASSIGN(const Manifest manifest, readManifest(checkpoint));
    TY_TRY(removeLinks(checkpoint, manifest.name));
    if (manifest.name.empty()) return {};
    const fs::path link = checkpoint.parent_path() / manifest.name;
    if (isThere(link) && !ownNameBehind(link))
        return base::fail(
            base::Code::kAlreadyExists,
            fmt::format("{} is not a link that Trainyard has made, and stays; {} has no other name",
                        base::printable(link.string()), checkpoint.filename().string()),
            "checkpoint.name_taken");
    if (whereNamed(link) == checkpoint) return {};
    ::unlink(link.c_str());  // that of an older checkpoint
    if (::symlink(checkpoint.filename().c_str(), link.c_str()) != 0)
        return base::fail(
            base::errnoError(errno, fmt::format("cannot create {}", base::printable(link.string()))));
    return base::syncFolder(checkpoint.parent_path());
}

}  // namespace trainyard::checkpoint
