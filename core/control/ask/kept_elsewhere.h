// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "core/base/path.h"
#include "core/control/run/checkpoint_fetch.h"
#include "core/control/run/environment.h"
#include "trainyard/v1/node.pb.h"

namespace trainyard::control {

// Checkpoints on other machines, for whoever may block: each waits for the machine until the calling thread's
// CancelScope is cancelled. kUnavailable "node.unreachable", kNotFound "node.unknown". Not in the loop.

base::Result<v1::KeepReply> askNode(Environment& environment, const std::string& node,
                                    const v1::KeepCall& call);
/// A copy of a checkpoint of `run`; see CheckpointFetches.
base::Result<FetchedCheckpoint> bringCheckpoint(Environment& environment, const store::RunRow& run,
                                                const base::RemotePath& checkpoint);
/// "fetched 12.3 MiB of gpu-box:/…/ckpt-8"
base::Words describe(const FetchedCheckpoint& fetched, const base::RemotePath& checkpoint);
/// The row of a checkpoint on another machine. kNotFound "checkpoint.not_found"
base::Result<store::CheckpointRow> rowElsewhere(store::RunStore& store, const base::RemotePath& checkpoint);
/// `path`, or the copy of what is on another machine there, which is brought here first. `notice` then says
/// what was sent; empty: nothing was.
base::Result<std::filesystem::path> bringHere(Environment& environment, const std::string& path,
                                              std::string& notice);
/// What a program has reported is in a format of its own, which only the program reads: kRefused, `id`.
base::Status refuseReported(store::RunStore& store, const std::string& path, const std::string& id);

// showCheckpoint(), verifyCheckpoint() and diffCheckpoints() of checkpoints on any machine. The first two are
// done where it is; of what a program has reported (run/reported_checkpoints.h) as much as is known here.
// kFailedPrecondition "checkpoint.elsewhere", "checkpoint.unverified".
base::Result<v1::ShowCheckpointReply> showAnywhere(Environment& environment,
                                                   const v1::ShowCheckpointRequest& request);
base::Result<v1::VerifyCheckpointReply> verifyAnywhere(Environment& environment,
                                                       const v1::VerifyCheckpointRequest& request);
base::Result<v1::DiffCheckpointsReply> diffAnywhere(Environment& environment,
                                                    const v1::DiffCheckpointsRequest& request);
/// Pins, unpins or deletes a checkpoint there, and notes it in the store.
base::Status editElsewhere(Environment& environment, store::CheckpointRow& row,
                           v1::EditCheckpointRequest::Action action);

}  // namespace trainyard::control
