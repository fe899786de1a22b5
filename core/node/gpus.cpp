// SPDX-License-Identifier: Apache-2.0
#include "core/node/gpus.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace trainyard::node {
namespace {

// The part of NVML's interface that is used, from its reference: result codes, and the layouts of structures
// it fills.
constexpr int kSuccess = 0;
constexpr int kNotFound = 6;  ///< of samples: there is none
constexpr int kInsufficientSize = 7;
constexpr int kOfTheGpu = 0;         ///< the sensor NVML_TEMPERATURE_GPU
constexpr unsigned kNameBytes = 96;  ///< the longest name of a device, its end included
/// In place of a process's memory where the driver does not say.
constexpr std::uint64_t kNotAvailable = std::numeric_limits<std::uint64_t>::max();

using Device = void*;

struct Memory {
    unsigned long long total, free, used;  // bytes
};
struct Utilization {
    unsigned kernels, memory;  // percent of the last sampling period
};
struct Process {
    unsigned pid;
    unsigned long long usedMemory;  // bytes
    unsigned gpuInstance, computeInstance;
};

struct ProcessSample {
    unsigned pid;
    unsigned long long time;  // microseconds since 1970
    unsigned kernels;         // percent of the time in which a kernel of the process ran
    unsigned memory, encoder, decoder;
};

/// Initial capacity for processes, and how often it is enlarged: others may start meanwhile.
constexpr std::size_t kProcesses = 32;
constexpr int kTries = 4;

}  // namespace

struct Gpus::Nvml {
    void* library = nullptr;
    int (*init)() = nullptr;
    int (*shutdown)() = nullptr;
    const char* (*errorString)(int) = nullptr;
    int (*count)(unsigned*) = nullptr;
    int (*deviceAt)(unsigned, Device*) = nullptr;
    int (*nameOf)(Device, char*, unsigned) = nullptr;
    int (*memoryOf)(Device, Memory*) = nullptr;
    int (*utilizationOf)(Device, Utilization*) = nullptr;
    int (*processesOf)(Device, unsigned*, Process*) = nullptr;  ///< null: the driver is old
    int (*samplesOf)(Device, ProcessSample*, unsigned*, unsigned long long) = nullptr;  ///< may be null
    int (*powerOf)(Device, unsigned*) = nullptr;             ///< milliwatts; may be null
    int (*temperatureOf)(Device, int, unsigned*) = nullptr;  ///< degrees Celsius; may be null
    bool isOpen = false;
    std::map<unsigned, unsigned long long> sampled;  ///< the newest sample of each GPU
    unsigned devices = 0;

    Nvml() = default;
    Nvml(const Nvml&) = delete;
    Nvml& operator=(const Nvml&) = delete;
    ~Nvml() {
        if (isOpen) shutdown();
        if (library) ::dlclose(library);
    }

    /// The first required function that the library lacks; empty if none.
    std::string bind() {
        std::string missing;
        const auto find = [&](auto& function, const char* name) {
            function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
            return function != nullptr;
        };
        const auto need = [&](auto& function, const char* name) {
            if (!find(function, name) && missing.empty()) missing = name;
        };
        need(init, "nvmlInit_v2");
        need(shutdown, "nvmlShutdown");
        need(errorString, "nvmlErrorString");
        need(count, "nvmlDeviceGetCount_v2");
        need(deviceAt, "nvmlDeviceGetHandleByIndex_v2");
        need(nameOf, "nvmlDeviceGetName");
        need(memoryOf, "nvmlDeviceGetMemoryInfo");
        need(utilizationOf, "nvmlDeviceGetUtilizationRates");
        find(processesOf, "nvmlDeviceGetComputeRunningProcesses_v3");
        find(samplesOf, "nvmlDeviceGetProcessUtilization");
        find(powerOf, "nvmlDeviceGetPowerUsage");
        find(temperatureOf, "nvmlDeviceGetTemperature");
        return missing;
    }

    base::Words words(const char* what, int result) const {
        return base::say("{} ({}: error {})", errorString(result), what, result);
    }

    std::optional<double> used(Device device) const {
        Utilization utilization{};
        if (utilizationOf(device, &utilization) != kSuccess) return std::nullopt;
        return std::min(utilization.kernels, 100U) / 100.0;
    }

    std::optional<double> powerWatts(Device device) const {
        unsigned milliwatts = 0;
        if (!powerOf || powerOf(device, &milliwatts) != kSuccess) return std::nullopt;
        return milliwatts / 1e3;
    }

    std::optional<double> celsius(Device device) const {
        unsigned degrees = 0;
        if (!temperatureOf || temperatureOf(device, kOfTheGpu, &degrees) != kSuccess) return std::nullopt;
        return degrees;
    }

    Gpu measure(unsigned index) const {
        Gpu gpu;
        gpu.index = static_cast<int>(index);
        Device device = nullptr;
        if (const int result = deviceAt(index, &device); result != kSuccess) {
            gpu.error = words("nvmlDeviceGetHandleByIndex", result);
            return gpu;
        }
        std::array<char, kNameBytes> name{};
        if (nameOf(device, name.data(), kNameBytes) == kSuccess) gpu.name = name.data();
        Memory memory{};
        if (const int result = memoryOf(device, &memory); result != kSuccess) {
            gpu.error = words("nvmlDeviceGetMemoryInfo", result);
            return gpu;
        }
        gpu.memoryBytes = memory.total;
        gpu.memoryFreeBytes = memory.free;
        gpu.used = used(device);
        gpu.powerWatts = powerWatts(device);
        gpu.celsius = celsius(device);
        return gpu;
    }

    std::vector<Process> processes(Device device) const {
        std::vector<Process> found(kProcesses);
        for (int i = 0; i < kTries; ++i) {
            auto room = static_cast<unsigned>(found.size());
            const int result = processesOf(device, &room, found.data());
            if (result == kSuccess) {
                found.resize(std::min<std::size_t>(room, found.size()));
                return found;
            }
            if (result != kInsufficientSize) break;
            found.resize(std::max<std::size_t>(room, found.size()) * 2);
        }
        return {};
    }

    /// The use of the GPU by each process since the last call, 0…1; nothing if the GPU does not report it.
    std::optional<std::map<pid_t, double>> kernelTimes(unsigned index, Device device) {
        if (!samplesOf) return std::nullopt;
        unsigned long long& last = sampled[index];
        std::vector<ProcessSample> found(kProcesses);
        int result = kInsufficientSize;
        for (int i = 0; i < kTries && result == kInsufficientSize; ++i) {
            auto room = static_cast<unsigned>(found.size());
            result = samplesOf(device, found.data(), &room, last);
            if (result == kInsufficientSize)
                found.resize(std::max<std::size_t>(room, found.size()) * 2);
            else
                found.resize(result == kSuccess ? std::min<std::size_t>(room, found.size()) : 0);
        }
        if (result != kSuccess && result != kNotFound) return std::nullopt;
        std::map<pid_t, std::pair<double, int>> sums;
        for (const ProcessSample& sample : found) {
            if (sample.time <= last) continue;  // the rest of the buffer
            auto& [sum, count] = sums[static_cast<pid_t>(sample.pid)];
            sum += std::min(sample.kernels, 100U) / 100.0;
            ++count;
        }
        for (const ProcessSample& sample : found) last = std::max(last, sample.time);
        std::map<pid_t, double> times;
        for (const auto& [pid, sum] : sums) times[pid] = sum.first / sum.second;
        return times;
    }

    void addShares(unsigned index, std::map<pid_t, GpuShare>& shares) {
        Device device = nullptr;
        if (deviceAt(index, &device) != kSuccess) return;
        std::map<pid_t, std::uint64_t> bytes;
        for (const Process& one : processes(device)) {
            std::uint64_t& own = bytes[static_cast<pid_t>(one.pid)];
            if (one.usedMemory != kNotAvailable) own += one.usedMemory;
        }
        if (bytes.empty()) return;
        const auto times = kernelTimes(index, device);
        const auto whole = !times && bytes.size() == 1 ? used(device) : std::nullopt;
        for (const auto& [pid, own] : bytes) {
            GpuShare& share = shares[pid];
            share.memoryBytes += own;
            if (times) {
                const auto time = times->find(pid);
                share.gpus = share.gpus.value_or(0) + (time == times->end() ? 0 : time->second);
            } else if (whole) {
                share.gpus = share.gpus.value_or(0) + *whole;
            }
        }
    }
};

Gpus::Gpus(const std::filesystem::path& library) {
    auto nvml = std::make_unique<Nvml>();
    nvml->library = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!nvml->library) return;
    if (const std::string missing = nvml->bind(); !missing.empty()) {
        error_ =
            base::say("cannot query the NVIDIA driver for its GPUs: {} has no {}", library.string(), missing);
        return;
    }
    if (const int result = nvml->init(); result != kSuccess) {
        error_ = base::say("the NVIDIA driver does not answer: {}", nvml->words("nvmlInit", result));
        return;
    }
    nvml->isOpen = true;
    if (const int result = nvml->count(&nvml->devices); result != kSuccess) {
        error_ = base::say("the NVIDIA driver cannot list its GPUs: {}",
                           nvml->words("nvmlDeviceGetCount", result));
        return;
    }
    nvml_ = std::move(nvml);
}

Gpus::~Gpus() = default;

std::vector<Gpu> Gpus::list() const {
    std::vector<Gpu> gpus;
    if (!nvml_) return gpus;
    for (unsigned i = 0; i < nvml_->devices; ++i) gpus.push_back(nvml_->measure(i));
    return gpus;
}

bool Gpus::hasAny() const {
    return nvml_ && nvml_->processesOf && nvml_->devices > 0;
}

std::map<pid_t, GpuShare> Gpus::shares() {
    std::map<pid_t, GpuShare> shares;
    if (!hasAny()) return shares;
    for (unsigned i = 0; i < nvml_->devices; ++i) nvml_->addShares(i, shares);
    return shares;
}

std::vector<pid_t> Gpus::usersOf(int index) const {
    std::vector<pid_t> users;
    Device device = nullptr;
    if (!nvml_ || !nvml_->processesOf || nvml_->deviceAt(static_cast<unsigned>(index), &device) != kSuccess)
        return users;
    for (const Process& one : nvml_->processes(device)) users.push_back(static_cast<pid_t>(one.pid));
    return users;
}

std::optional<GpuUse> Gpus::usedBy(pid_t process) const {
    if (!nvml_ || !nvml_->processesOf) return std::nullopt;
    GpuUse use;
    bool isFound = false;
    double sum = 0;
    int telling = 0;
    for (unsigned i = 0; i < nvml_->devices; ++i) {
        Device device = nullptr;
        if (nvml_->deviceAt(i, &device) != kSuccess) continue;
        bool isOnThis = false;
        GpuUse own;
        for (const Process& one : nvml_->processes(device)) {
            if (static_cast<pid_t>(one.pid) != process) continue;
            isOnThis = true;  // several times where the GPU is divided
            if (one.usedMemory != kNotAvailable) own.memoryBytes += one.usedMemory;
        }
        if (!isOnThis) continue;
        isFound = true;
        use.memoryBytes += own.memoryBytes;
        own.used = nvml_->used(device);
        own.powerWatts = nvml_->powerWatts(device);
        own.celsius = nvml_->celsius(device);
        if (own.used) {
            sum += *own.used;
            ++telling;
        }
        if (own.powerWatts) use.powerWatts = use.powerWatts.value_or(0) + *own.powerWatts;
        if (own.celsius) use.celsius = std::max(use.celsius.value_or(*own.celsius), *own.celsius);
        use.each.emplace_back(static_cast<int>(i), std::move(own));
    }
    if (!isFound) return std::nullopt;
    if (telling > 0) use.used = sum / telling;
    if (use.each.size() == 1) use.each.clear();
    return use;
}

}  // namespace trainyard::node
