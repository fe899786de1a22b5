// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/base/error.h"
#include "core/engine/comm/task_link.h"
#include "core/engine/device/device.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::engine {

/// The device of a task with a replica, by chooseDevice(), which the run's events and the log name; null: the
/// CPU. This thread queues its work there from now on. With `train.deterministic` a GPU is restricted to
/// deterministic algorithms.
base::Result<std::shared_ptr<Device>> deviceOfTask(const v1::RunSpec& spec,
                                                   const spec::StrategyInfo& strategy, TaskLink& link);

}  // namespace trainyard::engine
