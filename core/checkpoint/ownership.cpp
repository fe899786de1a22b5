// SPDX-License-Identifier: Apache-2.0
#include "core/checkpoint/ownership.h"

#include <fmt/format.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/checkpoint/folder.h"
#include "core/checkpoint/given_name.h"
#include "core/checkpoint/manifest.h"

namespace trainyard::checkpoint {
namespace {

namespace fs = std::filesystem;
using base::Code;
using Kind = Owner::Kind;
using nlohmann::json;

constexpr std::uint64_t kLongestOwner = 64u << 10;
constexpr std::array<std::pair<Kind, const char*>, 3> kKindNames{
    {{Kind::kKept, "kept"}, {Kind::kBackup, "backup"}, {Kind::kModel, "model"}}};

std::optional<Kind> kindOf(const json& name) {
    for (const auto& [kind, word] : kKindNames)
        if (name == word) return kind;
    return std::nullopt;
}

/// Empty, but for an owner.json without a byte: what a write that was cut off at its beginning leaves.
bool isVoid(const fs::path& folder) {
    const auto names = namesIn(folder);
    if (!names) return false;
    for (const std::string& name : *names) {
        struct stat info{};
        if (name != kOwnerFile || ::lstat((folder / name).c_str(), &info) != 0 || !S_ISREG(info.st_mode) ||
            info.st_size > 0)
            return false;
    }
    return true;
}

/// Whether a save has put `file` into its folder: a regular file that the manifest names or, where none can
/// be read, one of the files that saves write. Nothing else can be known of a write that was
/// interrupted.
bool isWritten(const fs::path& file, const base::Result<Manifest>& manifest) {
    struct stat info{};
    if (::lstat(file.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return false;
    const std::string name = file.filename().string();
    if (name == kOwnerFile || name == kManifestFile) return true;
    if (manifest) return manifest->files.contains(name);
    return name == kModelFile || name == kOptimizerFile || name == kStateFile || name == kModelTextFile;
}

/// "ckpt-20.before" of ".gone-ckpt-20": where a user finds what he put into it.
fs::path besideOriginal(const fs::path& detached) {
    std::string name = detached.filename().string();
    if (name.starts_with(kGonePrefix)) name.erase(0, kGonePrefix.size());
    return freeName(detached.parent_path() / (name + ".before"));
}

}  // namespace

std::string toText(const Owner& owner) {
    const char* kind = kKindNames[static_cast<std::size_t>(owner.kind)].second;
    return json{{"run", owner.run}, {"attempt", owner.attempt}, {"kind", kind}, {"save", owner.save}}.dump(
               -1, ' ', false, json::error_handler_t::replace) +
           '\n';
}

base::Result<Owner> readOwner(const fs::path& folder) {
    const fs::path path = folder / kOwnerFile;
    if (!isThere(path))
        return base::fail(Code::kNotFound, base::say("{} is missing", base::printable(path.string())));
    TY_ASSIGN(const std::string text, base::readFile(path, kLongestOwner));
    TY_ASSIGN(const json tree, base::parseJson(text, base::Words::plain(path.string())));
    const auto is = [&](const char* key, auto right) { return tree.contains(key) && right(tree.at(key)); };
    const auto isInteger = [](const json& value) { return value.is_number_integer(); };
    if (!tree.is_object() || !is("run", [](const json& run) { return run.is_string(); }) ||
        !is("kind", [](const json& kind) { return kindOf(kind).has_value(); }) || !is("attempt", isInteger) ||
        !is("save", isInteger))
        return damaged(path, "it does not name the run that wrote the folder");
    return Owner{tree["run"].get<std::string>(), tree["attempt"].get<int>(), *kindOf(tree["kind"]),
                 tree["save"].get<std::int64_t>()};
}

bool isOwn(const fs::path& folder, const Whose& whose) {
    if (!isFolder(folder)) return false;
    const auto owner = readOwner(folder);
    if (!owner) return isVoid(folder);
    return (!whose.run || owner->run == *whose.run) && (!whose.kind || owner->kind == *whose.kind);
}

base::Status mayRemove(const fs::path& folder, const Whose& whose) {
    // In this order: a deletion may be in progress, and end between the two.
    if (isOwn(folder, whose) || !isThere(folder)) return {};
    return base::fail(
        Code::kRefused,
        base::say("{} is kept: its owner.json does not name {} as its writer; move it elsewhere if it is "
                  "not needed",
                  base::printable(folder.string()), whose.run ? base::printable(*whose.run) : "Trainyard"),
        "folder.not_ours");
}

/// The manifest and owner.json last: the rest of an interrupted deletion still shows whose it is, and which
/// of its files are not.
base::Status removeDetached(const fs::path& detached) {
    if (!isThere(detached)) return {};
    TY_ASSIGN(const auto names, namesIn(detached));
    const auto manifest = readManifest(detached);
    bool hasOthers = false;
    std::error_code error;
    for (const std::string& name : names) {
        const bool isLast = name == kOwnerFile || name == kManifestFile;
        if (error) break;
        if (!isWritten(detached / name, manifest))
            hasOthers = true;
        else if (!isLast)
            fs::remove(detached / name, error);
    }
    const fs::path rest = hasOthers ? besideOriginal(detached) : detached;
    if (!error && hasOthers) fs::rename(detached, rest, error);
    for (const char* last : {kManifestFile, kOwnerFile})
        if (!error && isWritten(rest / last, manifest)) fs::remove(rest / last, error);
    if (!error && !hasOthers) fs::remove(rest, error);
    if (error)
        return base::fail(base::errnoError(error.value(), base::say("cannot remove {}", detached.string())));
    return {};
}

base::Status removeOwn(const fs::path& folder, const Whose& whose, const Remover& remove) {
    if (!isThere(folder)) return {};
    TY_TRY(mayRemove(folder, whose));
    if (folder.filename().string().starts_with(kGonePrefix)) return remove(folder);
    const fs::path gone =
        freeName(folder.parent_path() / fmt::format("{}{}", kGonePrefix, folder.filename().string()));
    // First: whoever finishes an interrupted deletion no longer knows the name.
    base::Status unnamed = removeName(folder);
    const bool isRenamed = ::rename(folder.c_str(), gone.c_str()) == 0;
    if (!isRenamed && errno == ENOENT) return {};  // published, or deleted, since it was looked at
    if (!isRenamed)
        return base::fail(base::errnoError(errno, base::say("cannot remove {}", folder.string())));
    TY_TRY(remove(gone));
    return unnamed;
}

}  // namespace trainyard::checkpoint
