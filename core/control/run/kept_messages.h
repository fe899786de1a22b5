// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/control/run/restore_point.h"
#include "core/store/checkpoint_table.h"
#include "trainyard/v1/node.pb.h"

namespace trainyard::control {

/// A row, as clients and the other agent see it, and back.
v1::CheckpointInfo infoOf(const store::CheckpointRow& row);
store::CheckpointRow rowOf(const v1::CheckpointInfo& info);

/// The result of a search on another machine; `node` becomes part of its paths.
v1::KeptFound toMessage(const RestoreSearch& search);
RestoreSearch fromMessage(const v1::KeptFound& message, const std::string& node);

}  // namespace trainyard::control
