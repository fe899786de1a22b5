// SPDX-License-Identifier: Apache-2.0
#include "core/control/preflight/folder_check.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>

#include "core/base/file.h"
#include "core/checkpoint/folder_lock.h"
#include "core/checkpoint/ownership.h"
#include "core/checkpoint/place.h"
#include "core/checkpoint/retention.h"
#include "core/control/preflight/preflight.h"
#include "core/spec/lint/callback_lint.h"
#include "core/spec/model/estimate.h"
#include "core/spec/run/checkpoint_spec.h"
#include "core/spec/run/epoch_log.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::control {

using base::Code;

std::filesystem::path existingParent(std::filesystem::path folder) {
    std::error_code error;
    while (!std::filesystem::exists(folder, error) && folder.has_relative_path())
        folder = folder.parent_path();
    return folder;
}

void FolderCheck::disk(const std::filesystem::path& folder, const std::string& path) {
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error))
        return add({Code::kRefused, base::say("{} is in the way: a file, not a folder", folder.string()),
                    "file.not_folder"},
                   path);
    if (::access(folder.c_str(), W_OK | X_OK) != 0)
        return add(base::errnoError(errno, base::say("cannot write {}", folder.string())), path);
    const auto free = base::freeBytes(folder);
    if (!free) return add(free.error(), path);
    if (*free >= spec::kLeastFreeBytes) return;
    add({Code::kResourceExhausted,
         base::say("{} MiB are free in {}, a run needs {}; make room, or move {}", *free >> 20,
                   folder.string(), spec::kLeastFreeBytes >> 20, path.empty() ? "TRAINYARD_HOME" : path),
         "disk.full"},
        path);
}

void FolderCheck::ownFolder(const std::filesystem::path& folder, const std::string& path) {
    if (folder.empty()) return;
    if (const auto mine = checkpoint::mayClaim(folder, run_); !mine) return add(mine.error(), path);
    if (const auto free = checkpoint::FolderLock::mayTake(folder); !free) return add(free.error(), path);
    disk(existingParent(folder), path);
}

void FolderCheck::backupFolder(const std::string& checkpoints, const std::string& backup) {
    const std::string path = "checkpoint.backup_and_restore.dir";
    if (!checkpoints.empty() && !backup.empty() && checkpoint::areOneFolder(checkpoints, backup))
        return add(spec::sameFolders(backup), path);
    ownFolder(backup, path);
}

void FolderCheck::savedModel(const v1::RunSpec& spec, const std::string& path) {
    const std::filesystem::path model = spec.train().save_model();
    if (const auto may = checkpoint::maySaveModel(model); !may) return add(may.error(), path);
    disk(existingParent(model.parent_path()), path);
    const auto backup = spec::backupOf(spec);
    for (const std::string& folder : {spec.checkpoint().dir(), backup ? backup->dir : std::string()})
        if (!folder.empty() && checkpoint::isWithin(folder, model))
            return add({Code::kRefused,
                        base::say("checkpoints go to {}, which is in the way of the model {}; give the "
                                  "model a folder of its own",
                                  folder, model.string()),
                        "save_model.checkpoints"},
                       path);
    constexpr auto kModel = checkpoint::Owner::Kind::kModel;
    if (!checkpoint::isOwn(model, {.run = {}, .kind = kModel})) return;
    const auto aside = checkpoint::keptAsideAs(model, {.run = run_, .kind = kModel});
    if (!aside) return;
    add({Code::kRefused,
         base::say("{} is a model of another run, or has other files; it is kept as {} when this "
                   "run's model is saved",
                   model.string(), aside->string()),
         "save_model.kept"},
        path);
    problems_.back().set_severity(v1::Problem::HINT);
}

void FolderCheck::epochLogs(const v1::RunSpec& spec) {
    for (const spec::CallbackEntry& entry : spec::callbacksOf(spec)) {
        if (entry.id != "csv_log" || entry.options.value("file", "").empty()) continue;
        const bool isContinued = !run_.empty() || entry.options.value("append", false);
        const auto may = spec::mayWriteEpochLog(
            entry.options.value("file", ""), entry.options.value("separator", ",").front(),
            isContinued ? spec::EpochLogUse::kContinued : spec::EpochLogUse::kReplaced);
        if (!may) add(may.error(), entry.path + ".file");
    }
}

void FolderCheck::add(const base::Error& error, const std::string& path) {
    problems_.push_back(problemOf(error, path));
}

}  // namespace trainyard::control
