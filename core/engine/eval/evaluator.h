// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "core/data/dataset.h"
#include "core/data/shard.h"
#include "core/engine/device/device.h"
#include "core/engine/ledger/step_sums.h"
#include "core/engine/model/objective.h"
#include "plugins/sdk/strategy.h"
#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::engine {

/// train.validation_batch_size, or the batch of the training, per replica.
inline std::int64_t validationBatchOf(const v1::TrainSpec& train) {
    return train.validation_batch_size() > 0 ? train.validation_batch_size() : train.data().batch_size();
}

/// How the replicas divide `dataset` for an evaluation in batches of `batchSize` per replica, by
/// train.data.validation_shard (empty: data): `data` and `file` give each sample to one replica, `off` gives
/// all of them to each. kRefused "data.shard" if `file` is impossible.
base::Result<data::Sharding> validationSharding(const sdk::Strategy& strategy, const data::Dataset& dataset,
                                                const std::string& shard, std::int64_t batchSize);

/// Collective. Evaluates the replicas' models on `dataset`, each its own part in order, in the batches of
/// `sharding`; `steps` > 0 limits their number. Returns the sums over all replicas: each sample counts as
/// often as it is in `sharding`, so that means are the same under every policy. `devices`: of the models, if
/// they are on GPUs, for what is said when memory is short.
StepSums evaluate(sdk::Strategy& strategy, const std::vector<std::unique_ptr<Model>>& localModels,
                  const Objective& objective, const data::Dataset& dataset, const data::Sharding& sharding,
                  std::int64_t steps, std::span<const std::shared_ptr<Device>> devices = {});

}  // namespace trainyard::engine
