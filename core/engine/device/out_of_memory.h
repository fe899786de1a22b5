// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <c10/util/Exception.h>

#include <functional>
#include <stdexcept>
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

/// Thrown in the place of c10::OutOfMemoryError where it is known on which device that was.
struct DeviceOutOfMemory : std::runtime_error {
    explicit DeviceOutOfMemory(OutOfMemory failed)
        : std::runtime_error(failed.words), failed(std::move(failed)) {}
    OutOfMemory failed;
};

/// `work`, which is done on `device` (null: the CPU, whose errors stay what they are).
void doneOn(const Device* device, const std::function<void()>& work);

/// Why a run ends whose step did not fit (kResourceExhausted, "device.memory"): what was requested, what is
/// in use, and the batch size that would have fitted, by spec::estimate(). `plan`: of the model, empty if
/// unknown.
base::Error outOfMemory(const OutOfMemory& failed, const v1::RunSpec& spec, const spec::ModelPlan& plan);

}  // namespace trainyard::engine
