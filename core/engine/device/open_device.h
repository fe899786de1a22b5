// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/engine/device/device.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::engine {

/// What a task computes on.
struct ChosenDevices {
    std::vector<std::shared_ptr<Device>> gpus;  ///< a replica on each; empty: the CPU
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
    /// What ofThisProcess() returns from now on: for programs of tests, in which CPUs stand for GPUs.
    static void replace(CudaPlaces places);
};

/// Opens GPUs that this process may use (CUDA_VISIBLE_DEVICES), as many of the first ones as the run takes in
/// a task (spec::gpusPerTask), if the run file asks for GPUs, or leaves the choice (`auto`), the run can
/// train on them, and they can be opened. Where it asks for them, an error says what is missing.
base::Result<ChosenDevices> chooseDevices(const v1::RunSpec& spec, const spec::StrategyInfo& strategy,
                                          const CudaPlaces& places = CudaPlaces::ofThisProcess());

/// `train.deterministic` on a GPU, from now on: an operator without such an algorithm throws. cuBLAS reads
/// CUBLAS_WORKSPACE_CONFIG, which the worker sets as it starts.
void useDeterministicAlgorithms();

}  // namespace trainyard::engine
