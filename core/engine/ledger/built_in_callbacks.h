// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "plugins/sdk/training.h"

namespace trainyard::engine {

/// The callbacks that need no plugin, written on the same interface. Options are complete, as
/// resources/schema/run.schema.json describes them.

/// `train.early_stopping`, as Keras' EarlyStopping.
std::unique_ptr<sdk::Callback> makeEarlyStopping(const nlohmann::json& options);
/// Of an entry of `train.callbacks`: csv_log, reduce_on_plateau (Keras' ReduceLROnPlateau) or
/// learning_rate_table. Null: there is none of that id.
std::unique_ptr<sdk::Callback> makeBuiltIn(const std::string& id, const sdk::CallbackContext& context);

/// `csv_log`, as Keras' CSVLogger.
std::unique_ptr<sdk::Callback> makeCsvLog(const sdk::CallbackContext& context);

}  // namespace trainyard::engine
