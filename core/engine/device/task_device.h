// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/base/error.h"
#include "core/engine/comm/task_link.h"
#include "core/engine/device/device.h"
#include "core/engine/device/open_device.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::engine {

/// The devices of a task's replicas, as chooseDevices() has chosen them, which the run's events and the
/// log name; empty: the CPU. This thread queues its work there from now on, and on the first of them what is
/// for none. With `train.deterministic` GPUs are restricted to deterministic algorithms.
std::vector<std::shared_ptr<Device>> useDevices(ChosenDevices chosen, const v1::RunSpec& spec,
                                                TaskLink& link);

}  // namespace trainyard::engine
