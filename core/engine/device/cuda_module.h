// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/engine/device/device.h"

namespace trainyard::engine {

/// What libtrainyard_cuda.so exports as `trainyard_cuda_module`: the one part of Trainyard that links CUDA.
/// It is opened where there is a driver and a libtorch with CUDA (open_device.h), and built with the worker
/// it is for.
struct CudaModule {
    const char* torchVersion;  ///< of the headers that it was built with
    /// GPUs that this process may use: those of CUDA_VISIBLE_DEVICES.
    int (*count)();
    /// The GPU `index` among them. Throws what libtorch throws.
    std::unique_ptr<Device> (*open)(int index);
};

}  // namespace trainyard::engine
