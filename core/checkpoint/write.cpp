// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "core/base/file.h"
#include "core/base/name_template.h"
#include "core/base/sha256.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/folder.h"
#include "core/checkpoint/given_name.h"
#include "core/checkpoint/manifest.h"
#include "core/checkpoint/place.h"

namespace trainyard::checkpoint {
namespace {

base::Result<WrittenFile> writeText(const std::filesystem::path& path, const std::string& text) {
    const auto bytes = std::as_bytes(std::span(text));
    base::UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644));
    if (!fd) return base::fail(base::errnoError(errno, base::say("cannot create {}", path.string())));
    TY_TRY(base::writeAll(fd.get(), bytes, path.string()));
    if (::fsync(fd.get()) != 0)
        return base::fail(base::errnoError(errno, base::say("cannot sync {}", path.string())));
    return WrittenFile{text.size(), base::Sha256::hex(text)};
}

/// One more than the newest save into `folder`, by any run.
std::int64_t nextSave(const std::filesystem::path& folder) {
    std::int64_t newest = 0;
    const auto names = namesIn(folder);
    if (!names) return 1;  // makeFolders() and mkdir() report what is wrong with it
    for (const std::string& name : *names)
        if (finalStep(name) || stagedParts(name) || asideParts(name))
            if (const auto owner = readOwner(folder / name)) newest = std::max(newest, owner->save);
    return newest + 1;
}

/// A new folder; what `owner` left under its name when it was cut off goes first, and nothing else.
base::Status makeNew(const std::filesystem::path& folder, const Owner& owner) {
    TY_TRY(removeOwn(folder, {owner.run, owner.kind}));
    if (::mkdir(folder.c_str(), 0755) != 0)
        return base::fail(base::errnoError(errno, base::say("cannot make folder {}", folder.string())));
    return {};
}

base::Status writeFiles(const std::filesystem::path& staged, const Contents& contents, const Owner& owner) {
    Manifest manifest{owner.attempt, contents.state.step, {}, contents.isWeightsOnly};
    if (owner.kind == Owner::Kind::kKept) manifest.name = givenName(contents.state);
    TY_ASSIGN(const std::string state, stateToText(contents.state));
    TY_ASSIGN(manifest.files[kOwnerFile], writeText(staged / kOwnerFile, toText(owner)));
    TY_ASSIGN(manifest.files[kModelFile], writeSafetensors(staged / kModelFile, contents.model));
    TY_ASSIGN(manifest.files[kOptimizerFile], writeSafetensors(staged / kOptimizerFile, contents.optimizer));
    TY_ASSIGN(manifest.files[kStateFile], writeText(staged / kStateFile, state));
    for (const auto& [name, text] : contents.texts) {
        TY_ASSIGN(manifest.files[name], writeText(staged / name, text));
    }
    TY_TRY(writeText(staged / kManifestFile, toText(manifest)));
    TY_TRY(base::syncFolder(staged));
    return base::syncFolder(staged.parent_path());
}

/// All of it or nothing.
base::Status writeNew(const std::filesystem::path& folder, const Contents& contents, const Owner& owner) {
    TY_TRY(makeNew(folder, owner));
    base::Status status = writeFiles(folder, contents, owner);
    if (status) return {};
    if (const base::Status removed = removeOwn(folder, {owner.run, owner.kind}); !removed)
        status.error().message = base::say("{}; and {}", status.error().message, removed.error().message);
    return status;
}

/// Whether nothing in the folder is missing in the manifest of its writer.
bool hasWrittenAll(const std::filesystem::path& folder, const Whose& whose) {
    if (!isOwn(folder, whose)) return false;
    const auto names = namesIn(folder);
    const auto manifest = readManifest(folder);
    return names && std::ranges::all_of(*names, [&](const std::string& name) {
               return name == kOwnerFile ||
                      (manifest && (name == kManifestFile || manifest->files.contains(name)));
           });
}

}  // namespace

std::string givenName(const TrainState& state) {
    const nlohmann::json::json_pointer place("/checkpoint/name");
    if (!state.spec.contains(place) || !state.spec.at(place).is_string()) return "";
    const auto wanted = base::NameTemplate::parse(state.spec.at(place).get<std::string>());
    if (!wanted) return "";  // of a run file that nobody has checked
    const bool isEnd = state.stepInEpoch == 0 && state.epoch > 0;
    std::string name =
        wanted->expand({{std::string(base::NameTemplate::kEpoch), state.epoch + (isEnd ? 0 : 1)},
                        {std::string(base::NameTemplate::kStep), state.step},
                        {std::string(base::NameTemplate::kBatch), state.stepInEpoch}},
                       state.metrics);
    return isGivenName(name) ? name : "";
}

base::Result<std::filesystem::path> writeStaged(const std::filesystem::path& folder, const Contents& contents,
                                                Owner owner) {
    std::filesystem::path staged = folder / stagedName(contents.state.step, owner.attempt);
    const auto failed = [&](const base::Error& error) {
        return base::fail(
            error.wrap(base::say("the checkpoint of step {} could not be written to {} (earlier ones are "
                                 "untouched)",
                                 contents.state.step, folder.string())));
    };
    if (base::Status status = base::makeFolders(folder); !status) return failed(status.error());
    owner.save = nextSave(folder);
    if (base::Status status = writeNew(staged, contents, owner); !status) return failed(status.error());
    return staged;
}

base::Status maySaveModel(const std::filesystem::path& folder) {
    if (!isThere(folder) || isOwn(folder, {.run = {}, .kind = Owner::Kind::kModel})) return {};
    return base::fail(
        base::Code::kRefused,
        base::say(
            "{} already exists and is not a saved model; choose another `train.save_model`, or remove it",
            folder.string()),
        "save_model.exists");
}

std::optional<std::filesystem::path> keptAsideAs(const std::filesystem::path& folder, const Whose& own) {
    if (!isThere(folder) || hasWrittenAll(folder, own)) return std::nullopt;
    return freeName(folder.string() + ".before");
}

base::Result<std::optional<std::filesystem::path>> writeTo(const Place& place, const Contents& contents,
                                                           const Owner& owner, const Whose& whose) {
    TY_TRY(mayRemove(place.folder, whose));
    TY_TRY(removeUnplaced(place, whose));
    TY_TRY(base::makeFolders(place.folder.parent_path()));
    TY_TRY(writeNew(place.successor, contents, owner));
    if (auto aside = keptAsideAs(place.folder, {owner.run, owner.kind})) {
        TY_TRY(takePlaceKeeping(place, *aside));
        return aside;
    }
    TY_TRY(takePlace(place, whose));
    return std::nullopt;
}

base::Status linkInto(const std::filesystem::path& checkpoint, const std::filesystem::path& target,
                      const Owner& owner, OtherDisk otherDisk) {
    TY_ASSIGN(Manifest manifest, readManifest(checkpoint));
    if (owner.kind != Owner::Kind::kKept) manifest.name.clear();
    TY_TRY(makeNew(target, owner));
    const auto link = [&]() -> base::Status {
        TY_ASSIGN(manifest.files[kOwnerFile], writeText(target / kOwnerFile, toText(owner)));
        for (const auto& [name, file] : manifest.files) {
            if (name == kOwnerFile) continue;
            std::error_code error;
            std::filesystem::create_hard_link(checkpoint / name, target / name, error);
            if (error && otherDisk == OtherDisk::kCopy)
                std::filesystem::copy_file(checkpoint / name, target / name, error);
            if (error)
                return base::fail(
                    base::Code::kUnimplemented,
                    base::say("cannot link {} into {}: {}", checkpoint.string(),
                              target.parent_path().string(), base::Words::known(error.message())));
        }
        // The manifest is always last: a folder without one is not a checkpoint.
        TY_TRY(writeText(target / kManifestFile, toText(manifest)));
        TY_TRY(base::syncFolder(target));
        return base::syncFolder(target.parent_path());
    };
    base::Status status = link();
    if (status) return {};
    if (const base::Status removed = removeOwn(target, {owner.run, owner.kind}); !removed)
        status.error().message = base::say("{}; and {}", status.error().message, removed.error().message);
    return status;
}

base::Result<std::filesystem::path> linkStaged(const std::filesystem::path& staged,
                                               const std::filesystem::path& folder, Owner owner) {
    std::filesystem::path target = folder / staged.filename();
    TY_TRY(base::makeFolders(folder));
    owner.save = nextSave(folder);
    TY_TRY(linkInto(staged, target, owner, OtherDisk::kRefuse));
    return target;
}

}  // namespace trainyard::checkpoint
