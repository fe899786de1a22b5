// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace trainyard::base {

/// A file of a data set: its name, and the SHA-256 of what it unpacks to. Mirrors and distributions compress
/// the same data differently.
struct KnownFile {
    std::string_view name;
    std::string_view sha256;
};

/// A data set that run files name (`builtin`): the four files of MNIST's layout.
struct KnownData {
    std::string_view name;
    std::string_view folder;         ///< below each of datasetFolders()
    std::string_view address;        ///< where its files can be fetched from
    std::array<KnownFile, 4> files;  ///< images and labels for training, then for testing
};

std::span<const KnownData> knownData();

/// The folders that data sets are looked for in, first to last: $TRAINYARD_DATASETS or /usr/share/datasets,
/// then the user's own, $XDG_DATA_HOME/trainyard/datasets, and last that of the home, which is the same one
/// without TRAINYARD_HOME: there they are fetched to. [any]
std::vector<std::filesystem::path> datasetFolders();

}  // namespace trainyard::base
