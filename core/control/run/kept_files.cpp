// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/kept_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "core/base/file.h"
#include "core/base/special_file.h"
#include "core/control/run/kept_messages.h"
#include "core/control/run/launch_plan.h"
#include "core/control/run/restore_point.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kReadPart = 1u << 20;

}  // namespace

base::Result<v1::KeptPart> readKept(const v1::KeepRead& request) {
    v1::KeptPart part;
    const fs::path folder = request.path(), path = folder / request.file();
    if (request.file().empty()) {
        std::error_code error;
        for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
             entry.increment(error)) {
            std::error_code unreadable;
            if (!entry->is_regular_file(unreadable)) continue;
            auto& file = *part.add_files();
            file.set_name(entry->path().filename().string());
            file.set_bytes(entry->file_size(unreadable));
        }
        if (error)
            return base::fail(base::errnoError(error.value(), base::say("cannot list {}", folder.string())));
        return part;
    }
    TY_ASSIGN(const base::OpenedFile opened, base::openRegular(path, base::Links::kRefuse));
    if (opened.size <= request.offset()) return part;
    part.mutable_bytes()->resize(std::min<std::uint64_t>(opened.size - request.offset(), kReadPart));
    const ssize_t got = ::pread(opened.fd.get(), part.mutable_bytes()->data(), part.bytes().size(),
                                static_cast<off_t>(request.offset()));
    if (got < 0) return base::fail(base::errnoError(errno, base::say("cannot read {}", path.string())));
    part.mutable_bytes()->resize(static_cast<std::size_t>(got));
    return part;
}

base::Status editKept(store::CheckpointTable& table, const std::string& run, const std::string& path,
                      v1::EditCheckpointRequest::Action action, const checkpoint::Remover& remove) {
    TY_ASSIGN(const auto rows, table.checkpoints(run));
    const auto row = std::ranges::find(rows, path, &store::CheckpointRow::path);
    if (action == v1::EditCheckpointRequest::DELETE) {
        TY_TRY(checkpoint::removeOwn(path, {run}, remove));
        return table.removeCheckpoint(run, path);
    }
    const bool isPinned = action == v1::EditCheckpointRequest::PIN;
    TY_TRY(checkpoint::setPinned(path, isPinned));
    if (row == rows.end()) return {};  // of a run that has ended: the home notes it
    store::CheckpointRow changed = *row;
    changed.isPinned = isPinned;
    return table.addCheckpoint(changed);
}

base::Result<v1::KeptFound> findKept(const fs::path& root, const std::string& run,
                                     const v1::KeepSearch& search) {
    const std::vector<fs::path> folders = {checkpointFolderOf(root, search.saved_spec()),
                                           backupFolderOf(root, search.saved_spec())};
    if (search.from().empty()) return toMessage(findRestorePoint(folders, run, {}, search.spec()));
    RestoreSearch found;
    TY_ASSIGN(const fs::path path, checkpointNamed(search.from(), folders));
    std::error_code error;
    if (auto special = base::specialFile(path)) return base::fail(std::move(*special));
    if (path.empty() || !fs::is_directory(path, error)) return v1::KeptFound();
    TY_ASSIGN(found.found, examine(path, search.spec()));
    return toMessage(found);
}

}  // namespace trainyard::control
