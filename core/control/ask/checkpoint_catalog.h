// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/base/error.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// Operations on individual checkpoints: inspect, compare, export. A path may be a checkpoint's folder or any
/// safetensors file; a pickle (.pt, .pth, .bin, DCP's .metadata) is refused, with instructions on how to
/// convert it, and never opened. Everything here reads every byte it reports on, so it blocks; kCancelled
/// soon inside a CancelScope. [any]

/// Tensors by name, with statistics if `request` asks for them (F64 F32 F16 BF16 I64 I32 I16 I8 U8 BOOL).
base::Result<v1::ShowCheckpointReply> showCheckpoint(const v1::ShowCheckpointRequest& request);
/// What is wrong with it, one problem per file; empty: intact. Changes nothing on disk.
base::Result<v1::VerifyCheckpointReply> verifyCheckpoint(const std::filesystem::path& path);
base::Result<v1::DiffCheckpointsReply> diffCheckpoints(const v1::DiffCheckpointsRequest& request);
/// Verifies `from`, then copies it: to a new folder, or its weights to one .safetensors file. What has the
/// name `to` by then stays (kAlreadyExists, "export.exists"); an export that fails or is cancelled leaves
/// nothing.
base::Status exportCheckpoint(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace trainyard::control
