// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/ps/shared_area.h"
#include "core/engine/ps/variable_host.h"
#include "core/engine/ps/wire.h"
#include "core/engine/ps/worker_runtime.h"

namespace trainyard::engine::ps {

/// Requests to a ps as parcels, and the answers of a ps and a worker. Tensors in answers are not
/// written to afterwards.
v1::PsShard shardMessage(const ShardInfo& shard);
ShardInfo shardFrom(const v1::PsShard& message);
Parcel createRequest(const ShardInfo& shard, const InitialValue& initial,
                     const sdk::OptimizerSpec& optimizer);
v1::PsStateRows rowsMessage(const StateRows& place);
Parcel pushRequest(const PushRequest& request);

/// `make` makes the tensors that variables are read into.
base::Result<Parcel> answer(VariableHost& store, const Parcel& request, const NewTensor& make = newTensor);
/// The request's tensors are its own: a closure may keep what it is given.
base::Result<Parcel> answer(WorkerRuntime& worker, const Parcel& request);

}  // namespace trainyard::engine::ps
