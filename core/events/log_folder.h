// SPDX-License-Identifier: Apache-2.0
#pragma once

// Logs that other programs have left in a folder: which runs there are, and what their series are about.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace trainyard::events {

struct LogFile {
    std::filesystem::path path;
    std::string task;   ///< "worker:0" in a folder that Trainyard's workers wrote by hand; empty: not known
    std::string split;  ///< as the file's folder names it: train, validation, test; empty: it does not
    std::uint64_t bytes = 0;
};

/// A folder with event files of its own is a run, as TensorBoard has it; but folders `train`, `validation`
/// and the like are splits of the run that they stand in, not runs.
struct LogRun {
    std::string name;              ///< of the folder, and of those above it up to the one that was asked for
    std::filesystem::path folder;  ///< without links, so that it tells what is the same run
    std::vector<LogFile> files;    ///< train first, oldest first
};

struct LogsFound {
    std::vector<LogRun> runs;  ///< by name
    struct Skipped {
        std::filesystem::path path;
        base::Error why;
    };
    std::vector<Skipped> skipped;  ///< where logs may be that nobody could look at
};

/// The runs in `root` and below; `root` may also be one event file. Symbolic links to folders are followed,
/// as TensorBoard does, but no folder is looked into twice: a link to one that is found without it is left
/// out. kNotFound when there is no event file, saying what could not be looked into; kPermissionDenied when
/// `root` is that; kCancelled.
base::Result<LogsFound> findLogs(const std::filesystem::path& root, const std::function<bool()>& isCancelled);

/// What a run in `root` or below is called: by its folder and those above it, up to `root`'s.
std::string runName(const std::filesystem::path& run, const std::filesystem::path& root);

/// What a series is about, in Keras' words, whatever way its program has of writing that.
struct SeriesName {
    std::string split;
    std::string tag;
};
/// `val/loss`, `eval/loss`, `val_loss` and `Loss/val` are `loss` of the split `validation`,
/// `train_loss_epoch` is `epoch_loss` of `train`, `acc` is `accuracy`; other tags stay as they are. A split
/// that the folder names counts; without any it is `train`.
SeriesName seriesName(std::string_view tag, std::string_view folderSplit);

/// The split that a name of a folder, or a part of a tag, stands for; empty: none.
std::string_view splitNamed(std::string_view name);

}  // namespace trainyard::events
