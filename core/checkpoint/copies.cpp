// SPDX-License-Identifier: Apache-2.0
#include "core/checkpoint/copies.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <string_view>

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/checkpoint/folder.h"
#include "core/checkpoint/manifest.h"
#include "core/checkpoint/ownership.h"

namespace trainyard::checkpoint {
namespace {

namespace fs = std::filesystem;

/// Of a file that is being sent: node::putPart().
constexpr std::string_view kPart = ".part";

bool isRegular(const fs::path& file) {
    struct stat info{};
    return ::lstat(file.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

/// Nothing is written or deleted through a link.
base::Status mayBeIn(const fs::path& folder) {
    std::error_code absent;
    if (!fs::is_symlink(folder, absent)) return {};
    return base::fail(base::Code::kRefused,
                      fmt::format("{} is a link, and nothing is written through it; move it elsewhere",
                                  base::printable(folder.string())),
                      "folder.not_ours");
}

fs::path markOf(const fs::path& copy) {
    return copy.parent_path() / kArrivedFolder / copy.filename();
}

base::Status removeFile(const fs::path& file) {
    if (!isRegular(file)) return {};
    std::error_code error;
    fs::remove(file, error);
    if (error) return base::fail(base::errnoError(error.value(), "cannot remove " + file.string()));
    return {};
}

/// An empty folder; another stays.
void removeEmpty(const fs::path& folder) {
    std::error_code isNotEmpty;
    if (isFolder(folder)) fs::remove(folder, isNotEmpty);
}

/// Nothing else is in the folder than the first file that is sent, which has not arrived completely.
bool isBegun(const fs::path& copy) {
    const auto names = namesIn(copy);
    const std::string first = fmt::format("{}{}", kOwnerFile, kPart);
    return names && std::ranges::all_of(*names, [&](const std::string& name) {
               return name == first && isRegular(copy / name);
           });
}

/// What a transfer that was cut off has left beside the files of a copy.
base::Status removeParts(const fs::path& copy) {
    std::set<std::string> names{kOwnerFile, kManifestFile, kModelFile, kOptimizerFile, kStateFile};
    if (const auto manifest = readManifest(copy))
        for (const auto& [name, file] : manifest->files) names.insert(name);
    for (const std::string& name : names) TY_TRY(removeFile(copy / fmt::format("{}{}", name, kPart)));
    return {};
}

/// The attempt that a folder is named after; nothing: it is not one of an attempt.
std::optional<int> attemptOf(const std::string& name) {
    int attempt = 0;
    const char* const end = name.data() + name.size();
    const auto read = std::from_chars(name.data(), end, attempt);
    if (read.ec != std::errc() || read.ptr != end || std::to_string(attempt) != name || attempt < 1)
        return std::nullopt;
    return attempt;
}

/// The first failure is returned, and keeps nothing else from being deleted.
void note(base::Status& all, const base::Status& one) {
    if (all && !one) all = one;
}

base::Status removeMarks(const fs::path& folder) {
    base::Status all;
    const auto names = isFolder(folder) ? namesIn(folder) : base::Result<std::vector<std::string>>{};
    if (!names) return base::fail(names.error());
    for (const std::string& name : *names) {
        std::string_view copy = name;
        if (copy.ends_with(kPart)) copy.remove_suffix(kPart.size());
        if (finalStep(copy)) note(all, removeFile(folder / name));
    }
    removeEmpty(folder);
    return all;
}

base::Status removeAttempt(const fs::path& folder, const std::string& run) {
    base::Status all = removeMarks(folder / kArrivedFolder);
    TY_ASSIGN(const auto names, namesIn(folder));
    for (const std::string& name : names) {
        std::string_view original = name;
        const bool isGone = original.starts_with(kGonePrefix);
        if (isGone) original.remove_prefix(kGonePrefix.size());
        if (!finalStep(original) || !isFolder(folder / name)) continue;
        note(all, isGone ? removeOwn(folder / name, {run}) : removeCopy(folder / name, run));
    }
    removeEmpty(folder);
    return all;
}

}  // namespace

fs::path copiesOf(int attempt) {
    return fs::path(kCopiesFolder) / std::to_string(attempt);
}

base::Status prepareCopies(const fs::path& runFolder, int attempt) {
    const fs::path folder = runFolder / copiesOf(attempt);
    for (const fs::path& one : {folder.parent_path(), folder, folder / kArrivedFolder}) {
        TY_TRY(mayBeIn(one));
        TY_TRY(base::makeFolders(one));
    }
    return {};
}

std::vector<Listed> listCopies(const fs::path& folder) {
    std::vector<Listed> copies = list(folder);
    std::erase_if(copies, [](const Listed& one) { return !isRegular(markOf(one.path)); });
    return copies;
}

std::string originOf(const fs::path& copy) {
    auto text = base::readFile(markOf(copy));
    if (!text) return "";
    while (text->ends_with('\n')) text->pop_back();
    return *text;
}

/// The mark first: what is being deleted is not there any more.
base::Status removeCopy(const fs::path& copy, const std::string& run) {
    const fs::path mark = markOf(copy);
    if (isFolder(mark.parent_path())) {
        TY_TRY(removeFile(mark));
        TY_TRY(removeFile(mark.string() + std::string(kPart)));
    }
    if (!isThere(copy)) return {};
    if (isFolder(copy) && (isOwn(copy, {run}) || isBegun(copy))) TY_TRY(removeParts(copy));
    return removeOwn(copy, {run});
}

base::Status removeCopies(const fs::path& runFolder, const std::string& run, int last) {
    const fs::path root = runFolder / kCopiesFolder;
    TY_TRY(mayBeIn(root));
    if (!isFolder(root)) return {};
    TY_ASSIGN(const auto names, namesIn(root));
    base::Status all;
    for (const std::string& name : names)
        if (const auto attempt = attemptOf(name); attempt && *attempt <= last && isFolder(root / name))
            note(all, removeAttempt(root / name, run));
    removeEmpty(root);
    return all;
}

}  // namespace trainyard::checkpoint
