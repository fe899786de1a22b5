// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/open_device.h"

#include <ATen/Context.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <torch/version.h>

#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/home.h"
#include "core/base/text.h"
#include "core/engine/device/cuda_module.h"
#include "core/spec/run/device_spec.h"

namespace trainyard::engine {
namespace {

using base::Code;
using base::fail;

std::optional<CudaPlaces>& replaced() {
    static std::optional<CudaPlaces> places;
    return places;
}

bool hasDriver(const CudaPlaces& places) {
    return ::dlopen(places.driver.c_str(), RTLD_NOW | RTLD_LOCAL) != nullptr;
}

/// Opened for all that follows: its kernels register themselves with the libtorch of this process.
base::Result<const CudaModule*> openModule(const CudaPlaces& places) {
    if (!hasDriver(places))
        return fail(Code::kRefused,
                    base::say("there is no NVIDIA driver on this machine ({} was not found); install it",
                              places.driver.filename().string()),
                    "device.no_driver");
    std::error_code unreadable;
    if (!std::filesystem::exists(places.torch, unreadable))
        return fail(Code::kRefused,
                    base::say("this libtorch has no CUDA: {} does not exist; run with the torch {} of a GPU "
                              "machine (see the user guide, GPUs)",
                              places.torch.string(), TORCH_VERSION),
                    "device.no_libtorch");
    const auto opened = [](const std::filesystem::path& library, int mode) -> base::Result<void*> {
        if (void* handle = ::dlopen(library.c_str(), mode)) return handle;
        return fail(Code::kRefused,
                    base::say("{} cannot be opened: {}", library.filename().string(), ::dlerror()),
                    "device.open");
    };
    TY_TRY(opened(places.torch, RTLD_NOW | RTLD_GLOBAL));
    TY_ASSIGN(void* handle, opened(places.module, RTLD_NOW | RTLD_LOCAL));
    using Entry = const CudaModule* (*)();
    const auto entry = reinterpret_cast<Entry>(::dlsym(handle, "trainyard_cuda_module"));
    const CudaModule* module = entry ? entry() : nullptr;
    if (module && std::string_view(module->torchVersion) == TORCH_VERSION) return module;
    return fail(Code::kRefused,
                base::say("{} was built for another version of Trainyard or libtorch: build it again",
                          places.module.string()),
                "device.module");
}

/// `wanted` of them; 0: all.
base::Result<std::vector<std::shared_ptr<Device>>> openGpus(const CudaPlaces& places, int wanted) {
    TY_ASSIGN(const CudaModule* module, openModule(places));
    std::vector<std::shared_ptr<Device>> gpus;
    try {
        const int found = module->count();
        if (found == 0)
            return fail(Code::kRefused,
                        "the NVIDIA driver shows no GPU to this task; see `nvidia-smi` and "
                        "CUDA_VISIBLE_DEVICES",
                        "device.none");
        if (found < wanted)
            return fail(
                Code::kRefused,
                base::say("this task takes {} GPUs, a replica on each, and the NVIDIA driver shows it {}; "
                          "see CUDA_VISIBLE_DEVICES",
                          wanted, found),
                "device.none");
        for (int index = 0; index < (wanted == 0 ? found : wanted); ++index)
            gpus.emplace_back(module->open(index));
        return gpus;
    } catch (const std::exception& e) {
        return fail(Code::kRefused, base::say("the GPU cannot be used: {}", base::saidBy(e)), "device.open");
    }
}

}  // namespace

void CudaPlaces::replace(CudaPlaces places) {
    replaced() = std::move(places);
}

CudaPlaces CudaPlaces::ofThisProcess() {
    if (replaced()) return *replaced();
    CudaPlaces places;
    link_map* map = nullptr;
    if (void* loaded = ::dlopen("libtorch_cpu.so", RTLD_LAZY | RTLD_NOLOAD);
        loaded && ::dlinfo(loaded, RTLD_DI_LINKMAP, static_cast<void*>(&map)) == 0)
        places.torch = std::filesystem::path(map->l_name).parent_path() / "libtorch_cuda.so";
    places.module = base::programFolder().parent_path() / "lib" / "trainyard" / "libtrainyard_cuda.so";
    return places;
}

void useDeterministicAlgorithms() {
    at::Context& torch = at::globalContext();
    torch.setDeterministicAlgorithms(true, /*warn_only=*/false);
    torch.setDeterministicFillUninitializedMemory(false);  // nothing here reads what it has not written
    torch.setDeterministicCuDNN(true);
    torch.setBenchmarkCuDNN(false);
    torch.setSDPUseMemEfficient(false);  // its backward pass has none
}

base::Result<ChosenDevices> chooseDevices(const v1::RunSpec& spec, const spec::StrategyInfo& strategy,
                                          const CudaPlaces& places) {
    const std::string device = spec::deviceOf(spec);
    if (device == "cpu") return ChosenDevices{};
    const bool isDemanded = device == "cuda" || spec::namesGpus(spec);
    if (!spec::canTrainOnGpu(spec, strategy)) {
        if (isDemanded) return fail(Code::kRefused, spec::kNotOnGpuYet, "not_yet");
        return ChosenDevices{};
    }
    // Empty: the agent has none for this task, and has said why.
    const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
    const bool isLeftOut = visible && *visible == '\0';
    if (!isDemanded && (isLeftOut || !hasDriver(places))) return ChosenDevices{};
    auto gpus = openGpus(places, spec::gpusPerTask(spec));
    if (gpus) return ChosenDevices{std::move(*gpus), ""};
    if (isDemanded) return fail(gpus.error());
    return ChosenDevices{{}, gpus.error().words()};
}

}  // namespace trainyard::engine
