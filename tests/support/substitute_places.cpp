// SPDX-License-Identifier: Apache-2.0
// Linked into the worker of tests: its GPUs are those of the module beside it, which are CPUs.
#include "core/base/home.h"
#include "core/engine/device/open_device.h"

namespace {

const bool isReplaced = [] {
    const auto module =
        trainyard::base::programFolder().parent_path() / "lib" / "trainyard" / "libtrainyard_cuda.so";
    trainyard::engine::CudaPlaces::replace({.driver = "libm.so.6", .torch = module, .module = module});
    return true;
}();

}  // namespace
