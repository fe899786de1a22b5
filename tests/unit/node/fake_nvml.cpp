// SPDX-License-Identifier: Apache-2.0
// A libnvidia-ml.so.1 that reports the GPUs of a FakeMachine.
#include "fake_nvml.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <utility>

namespace {

/// Another file of the same library may fill it as that is loaded.
trainyard::testing::FakeMachine& machineOf() {
    static trainyard::testing::FakeMachine machine;
    return machine;
}
trainyard::testing::FakeMachine& machine = machineOf();

/// Held by fakeUser() and whatever may be asked meanwhile.
std::mutex changing;

constexpr int kDriverNotLoaded = 9;
constexpr int kGpuIsLost = 15;
constexpr int kNotSupported = 3;

const trainyard::testing::FakeMachine::Gpu& gpuOf(void* device) {
    return machine.gpus[reinterpret_cast<std::size_t>(device) - 1];
}

}  // namespace

extern "C" {

trainyard::testing::FakeMachine* fakeMachine() {
    return &machineOf();
}

/// One GPU, which this process uses; none: 0. Also while others ask.
void fakeUser(unsigned pid, int memory, int percent) {
    const std::lock_guard lock(changing);
    machineOf() = {.gpus = {{"A", 80, 20, 70}}};
    if (pid != 0)
        machineOf().gpus[0].processes = {{pid, static_cast<unsigned long long>(memory), percent}, {1, 20, 5}};
}

int nvmlInit_v2() {
    if (machine.initFailsWith == 0) ++machine.opened;
    return machine.initFailsWith;
}

int nvmlShutdown() {
    --machine.opened;
    return 0;
}

const char* nvmlErrorString(int result) {
    switch (result) {
        case kDriverNotLoaded:
            return "Driver Not Loaded";
        case kGpuIsLost:
            return "GPU is lost";
        default:
            return "Unknown Error";
    }
}

int nvmlDeviceGetCount_v2(unsigned* count) {
    if (machine.onCount) machine.onCount();
    *count = static_cast<unsigned>(machine.gpus.size());
    return machine.countFailsWith;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) {
    *device = reinterpret_cast<void*>(static_cast<std::size_t>(index) + 1);
    return 0;
}

int nvmlDeviceGetName(void* device, char* name, unsigned length) {
    const auto& gpu = gpuOf(device);
    if (gpu.failsWith == 0) std::strncpy(name, gpu.name.c_str(), length);
    return gpu.failsWith;
}

int nvmlDeviceGetMemoryInfo(void* device, unsigned long long* totalFreeUsed) {
    const auto& gpu = gpuOf(device);
    totalFreeUsed[0] = gpu.memory;
    totalFreeUsed[1] = gpu.free;
    totalFreeUsed[2] = gpu.memory - gpu.free;
    return gpu.failsWith;
}

int nvmlDeviceGetUtilizationRates(void* device, unsigned* gpuMemory) {
    const std::lock_guard lock(changing);
    const auto& gpu = gpuOf(device);
    if (gpu.percent < 0) return kNotSupported;
    gpuMemory[0] = static_cast<unsigned>(gpu.percent);
    gpuMemory[1] = 1;
    return gpu.failsWith;
}

int nvmlDeviceGetPowerUsage(void* device, unsigned* milliwatts) {
    *milliwatts = gpuOf(device).milliwatts;
    return *milliwatts == 0 ? kNotSupported : 0;
}

int nvmlDeviceGetTemperature(void* device, int, unsigned* celsius) {
    *celsius = gpuOf(device).celsius;
    return *celsius == 0 ? kNotSupported : 0;
}

int nvmlDeviceGetProcessUtilization(void* device, void* samples, unsigned* count, unsigned long long last) {
    constexpr int kNotFound = 6, kInsufficientSize = 7;
    struct Sample {  // as NVML lays it out
        unsigned pid;
        unsigned long long time;
        unsigned kernels, memory, encoder, decoder;
    };
    const std::lock_guard lock(changing);
    if (!machine.hasSamples) return kNotSupported;
    std::vector<Sample> found;
    for (const auto& process : gpuOf(device).processes)
        if (process.percent >= 0 && machine.time > last)
            found.push_back({process.pid, machine.time, static_cast<unsigned>(process.percent), 0, 0, 0});
    const auto room = std::exchange(*count, static_cast<unsigned>(found.size()));
    if (found.empty()) return kNotFound;
    if (room < found.size()) return kInsufficientSize;
    std::copy(found.begin(), found.end(), static_cast<Sample*>(samples));
    return 0;
}

#ifndef FAKE_IS_OLD
int nvmlDeviceGetComputeRunningProcesses_v3(void* device, unsigned* count, void* processes) {
    constexpr int kInsufficientSize = 7;
    struct Process {  // as NVML lays it out
        unsigned pid;
        unsigned long long memory;
        unsigned gpuInstance, computeInstance;
    };
    if (machine.onProcesses) machine.onProcesses();
    const std::lock_guard lock(changing);
    const auto& gpu = gpuOf(device);
    const auto room = std::exchange(*count, static_cast<unsigned>(gpu.processes.size()));
    if (gpu.failsWith != 0) return gpu.failsWith;
    if (room < gpu.processes.size()) return kInsufficientSize;
    for (std::size_t i = 0; i < gpu.processes.size(); ++i)
        static_cast<Process*>(processes)[i] = {gpu.processes[i].pid, gpu.processes[i].memory, ~0U, ~0U};
    return 0;
}
#endif

}  // extern "C"
