// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <c10/util/Exception.h>

#include <string>

#include "core/base/error.h"
#include "core/engine/device/device.h"
#include "core/spec/model/layers.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::engine {

/// A step that did not fit into a device's memory.
struct OutOfMemory {
    std::string device;     ///< Device::describe()
    std::string words;      ///< libtorch's
    Device::Memory memory;  ///< as the step failed
    bool hasSlots = true;   ///< the optimizer's are in that memory, too; under parameter servers they are not

    static OutOfMemory of(const Device& device, const c10::OutOfMemoryError& thrown);
};

/// Why a run ends whose step did not fit (kResourceExhausted, "device.memory"): what was asked for, what is
/// in use, and the batch size that would have fitted, by spec::estimate(). `plan`: of the model, empty if
/// unknown.
base::Error outOfMemory(const OutOfMemory& failed, const v1::RunSpec& spec, const spec::ModelPlan& plan);

}  // namespace trainyard::engine
