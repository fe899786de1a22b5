// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "core/base/error.h"
#include "core/checkpoint/retention.h"
#include "core/store/checkpoint_table.h"
#include "trainyard/v1/agent.pb.h"
#include "trainyard/v1/node.pb.h"

namespace trainyard::control {

// What a home asks of the checkpoints on this machine: all of it blocks on the disk. [any]

/// A part of a file of a checkpoint, or the files there are.
base::Result<v1::KeptPart> readKept(const v1::KeepRead& request);
/// Deletes the checkpoint at `path`, or pins or unpins it, in its folder and in the table of its run.
base::Status editKept(store::CheckpointTable& table, const std::string& run, const std::string& path,
                      v1::EditCheckpointRequest::Action action, const checkpoint::Remover& remove);
/// The checkpoint that `search` names, or the one to continue from, in the folders of the run at `root`.
base::Result<v1::KeptFound> findKept(const std::filesystem::path& root, const std::string& run,
                                     const v1::KeepSearch& search);

}  // namespace trainyard::control
