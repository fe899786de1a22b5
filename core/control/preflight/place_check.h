// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/control/run/gpu_book.h"
#include "core/control/run/nodes.h"
#include "trainyard/v1/common.pb.h"
#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::control {

/// Whether tasks can be started on the other machines that their plans name. `nodes` null: there are none.
/// Connects to them. Blocks. [any]
std::vector<v1::Problem> checkPlaces(Nodes* nodes, const std::vector<spec::TaskPlan>& tasks);

/// "node.same_machine": a warning for each node of the tasks that is the machine of another one. After
/// checkPlaces() has found nothing. [any]
std::vector<v1::Problem> checkMachines(Nodes& nodes, const std::vector<spec::TaskPlan>& tasks);

/// What is to be known of the addresses at which tasks of several machines reach each other
/// (clearTextProblems), or "node.address": there are none. After checkPlaces() has found nothing. Blocks.
/// [any]
std::vector<v1::Problem> checkAddresses(base::EventLoop& loop, Nodes& nodes, const v1::RunSpec& spec,
                                        const std::vector<spec::TaskPlan>& tasks);

/// Whether the ports that the spec gives to tasks of other machines are free there: "port.in_use". After
/// checkPlaces() has found nothing. Blocks; kCancelled inside a CancelScope is no finding. [any]
std::vector<v1::Problem> checkPortsThere(base::EventLoop& loop, Nodes& nodes, const v1::RunSpec& spec,
                                         const std::vector<spec::TaskPlan>& tasks);

/// Has `gpus` learn what the other machines have on which the run `run` takes GPUs, and whether it can have
/// them. After checkPlaces() has found nothing. [any]
std::vector<v1::Problem> checkGpusThere(Nodes& nodes, GpuBook& gpus, const v1::RunSpec& spec,
                                        const std::vector<spec::TaskPlan>& tasks, const std::string& run);

}  // namespace trainyard::control
