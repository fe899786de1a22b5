// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/engine/comm/task_link.h"
#include "core/engine/ledger/callback_events.h"
#include "core/plugin/callback.h"

namespace trainyard::engine {

using CoordinatorOf = std::function<sdk::ClusterCoordinator&(const std::string& callback)>;
/// The callbacks of a run in this process: those chosen in `train.callbacks`, plugins' libraries opened, and
/// after them `train.early_stopping`. `coordinatorOf` gives a callback with closures, by its id, what it
/// schedules them with. An error names the entry that could not be created. [train]
base::Result<Callbacks> makeCallbacks(const v1::RunSpec& spec,
                                      const std::vector<plugin::ChosenCallback>& chosen,
                                      const sdk::CallbackContext& context,
                                      const CoordinatorOf& coordinatorOf = {});
/// For the process of that rank, without options.
sdk::CallbackContext callbackContext(const TaskLink& link, int attempt, int rank, int worldSize);

}  // namespace trainyard::engine
