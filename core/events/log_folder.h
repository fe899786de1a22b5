// SPDX-License-Identifier: Apache-2.0
#pragma once

// Logs of other programs in a folder: its runs, and what their series mean.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace trainyard::events {

struct LogFormat;

struct LogFile {
    std::filesystem::path path;
    std::string
        task;  ///< "worker:0" if Trainyard's workers wrote the folder without an agent; empty: unknown
    std::string split;  ///< from the folder's name: train, validation, test; empty: none
    std::uint64_t bytes = 0;
    const LogFormat* format = nullptr;  ///< never null in what is found
};

/// A folder with event files is a run, as in TensorBoard; but folders `train`, `validation` and the like are
/// splits of the run that contains them, not runs.
///
/// A file that is a log because the user has named it is a run of its own.
struct LogRun {
    std::string name;              ///< of the folder and its parents, up to the requested one; of that file
    std::filesystem::path folder;  ///< of the files
    std::filesystem::path
        identity;                ///< that folder, or that file: without links, so that it identifies the run
    std::vector<LogFile> files;  ///< train first, oldest first
};

struct LogsFound {
    std::vector<LogRun> runs;                    ///< by name
    std::vector<std::filesystem::path> folders;  ///< that were looked into, `root` first
    struct Skipped {
        std::filesystem::path path;
        base::Error why;
    };
    std::vector<Skipped> skipped;  ///< places that may have logs but could not be read
};

/// The runs in `root` and below; `root` may also be one event file. Symbolic links to folders are followed,
/// as in TensorBoard, but no folder is scanned twice: a link to a folder that is also found without it is
/// skipped. kNotFound if there is no event file, listing what could not be scanned; kPermissionDenied if that
/// is `root`; kCancelled.
base::Result<LogsFound> findLogs(const std::filesystem::path& root, const std::function<bool()>& isCancelled);
/// The same; no runs where there is no event file yet.
base::Result<LogsFound> lookForLogs(const std::filesystem::path& root,
                                    const std::function<bool()>& isCancelled);
/// The runs of the event files in these of the folders that lookForLogs() has looked into, without those
/// below them.
std::vector<LogRun> logsIn(const std::filesystem::path& root,
                           const std::vector<std::filesystem::path>& folders);

/// The order in which the files of a run are read: others are placed into the attempts that training has
/// made.
void putTrainFirst(LogRun& run);

/// The name of a run in `root` or below: from its folder and the parents up to `root`'s.
std::string runName(const std::filesystem::path& run, const std::filesystem::path& root);

/// What a series is about, in Keras' naming, however its program writes it.
struct SeriesName {
    std::string split;
    std::string tag;
};
/// `val/loss`, `eval/loss`, `val_loss` and `Loss/val` are `loss` of the split `validation`,
/// `train_loss_epoch` is `epoch_loss` of `train`, `acc` is `accuracy`; other tags are unchanged. A split in
/// the folder's name takes precedence; without any it is `train`.
SeriesName seriesName(std::string_view tag, std::string_view folderSplit);

/// The split denoted by a folder name or a part of a tag; empty: none.
std::string_view splitNamed(std::string_view name);

}  // namespace trainyard::events
