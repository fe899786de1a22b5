// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "core/base/error.h"
#include "core/engine/device/device.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::engine {

/// What a task computes on.
struct ChosenDevice {
    std::shared_ptr<Device> gpu;  ///< null: the CPU
    std::string whyCpu;  ///< with `device: auto`, if there is a driver: why it is the CPU nevertheless
};

/// Where CUDA comes from. Other files in tests.
struct CudaPlaces {
    std::filesystem::path driver = "libcuda.so.1";  ///< a file, or a name for the dynamic linker to look up
    std::filesystem::path torch;                    ///< libtorch_cuda.so of the libtorch in this process
    std::filesystem::path module;                   ///< libtrainyard_cuda.so
    /// libtorch_cuda.so beside the libtorch_cpu.so that this process runs with; the module in lib/trainyard
    /// beside this program's folder.
    static CudaPlaces ofThisProcess();
};

/// Opens the first GPU that this process may use (CUDA_VISIBLE_DEVICES) if the run file asks for one, or
/// leaves the choice (`auto`), the run can train on it, and it can be opened. With `device: cuda` an error
/// says what is missing.
base::Result<ChosenDevice> chooseDevice(const v1::RunSpec& spec, const spec::StrategyInfo& strategy,
                                        const CudaPlaces& places = CudaPlaces::ofThisProcess());

/// `train.deterministic` on a GPU, from now on: an operator without such an algorithm throws. cuBLAS reads
/// CUBLAS_WORKSPACE_CONFIG, which the worker sets as it starts.
void useDeterministicAlgorithms();

}  // namespace trainyard::engine
