// SPDX-License-Identifier: Apache-2.0
// Stands for libtrainyard_cuda.so: as many GPUs as CUDA_VISIBLE_DEVICES names, each a CPU.
#include <torch/version.h>

#include <cstdlib>
#include <fstream>
#include <future>
#include <sstream>
#include <string>
#include <vector>

#include "core/engine/device/cuda_module.h"
#include "tests/support/substitute_gpus.h"

namespace {

std::vector<std::string> visible() {
    std::vector<std::string> gpus;
    const char* text = std::getenv("CUDA_VISIBLE_DEVICES");
    std::istringstream all(text ? text : "");
    for (std::string gpu; std::getline(all, gpu, ',');) gpus.push_back(gpu);
    return gpus;
}

int count() {
    return static_cast<int>(visible().size());
}

std::unique_ptr<trainyard::engine::Device> open(int index) {
    auto gpu = std::make_unique<trainyard::testing::SubstituteGpu>(
        index, "substitute " + visible().at(static_cast<std::size_t>(index)));
    if (const char* news = std::getenv("SUBSTITUTE_GPUS_STAY")) gpu->faults.staysWithNewsAt = news;
    if (const char* pipe = std::getenv("SUBSTITUTE_GPUS_HOLD")) {
        static const std::shared_future<void> opened =
            std::async(std::launch::async, [pipe] { std::ifstream(pipe).get(); }).share();
        gpu->faults.heldUntil = opened;
    }
    return gpu;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const trainyard::engine::CudaModule*
trainyard_cuda_module() {  // NOLINT(readability-identifier-naming): as C exports it
    static const trainyard::engine::CudaModule module{TORCH_VERSION, &count, &open};
    return &module;
}
