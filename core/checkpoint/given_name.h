// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "core/base/error.h"

namespace trainyard::checkpoint {

struct TrainState;

/// Names of checkpoints in the words of a run file (`checkpoint.name`, as the file-name templates of Keras'
/// ModelCheckpoint): symbolic links beside the checkpoints, to their own names. A checkpoint has at most one;
/// of several checkpoints with one name the newest has it. [any]

/// Makes the link that the manifest of a published checkpoint names, and removes that of a checkpoint of the
/// same step that it has replaced.
/// kAlreadyExists ("checkpoint.name_taken") if something else has the name: it stays. Succeeds without a
/// name.
base::Status giveName(const std::filesystem::path& checkpoint);
/// The name of a checkpoint of this state, by `checkpoint.name` of its run file, in Keras' words: epochs
/// count from 1, batches in their epoch. Empty: it gets none.
std::string givenName(const TrainState& state);
/// Removes the link that the manifest of `checkpoint` names, or that its state makes where the manifest
/// cannot be read, if it leads there. Other links to it stay: they are a user's own.
base::Status removeName(const std::filesystem::path& checkpoint);
/// The checkpoint next to it that a link leads to, also a user's own ("./ckpt-20"); any other path as it is.
std::filesystem::path whereNamed(const std::filesystem::path& path);
/// The names in a folder, by the checkpoints' own ("ckpt-20").
std::map<std::string, std::string> namesGivenIn(const std::filesystem::path& folder);

}  // namespace trainyard::checkpoint
