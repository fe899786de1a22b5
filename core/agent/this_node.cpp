// SPDX-License-Identifier: Apache-2.0
#include "core/agent/this_node.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>

#include "core/agent/call.h"
#include "core/base/file.h"
#include "core/node/inventory.h"
#include "core/proto/failure.h"

namespace trainyard::agent {
namespace {

constexpr int kNoGpu = -1;
constexpr double kUnknownUse = -1;

std::string cpuModel() {
    std::ifstream lines("/proc/cpuinfo");
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("model name"))
            if (const auto colon = line.find(": "); colon != std::string::npos) return line.substr(colon + 2);
    return {};
}

v1::GpuInfo gpuInfo(const node::Gpu& gpu) {
    v1::GpuInfo message;
    message.set_index(gpu.index);
    if (gpu.error.empty())
        message.set_name(gpu.name);
    else
        proto::put(gpu.error, message.mutable_name(), message.mutable_name_words());
    message.set_memory_bytes(static_cast<std::int64_t>(gpu.memoryBytes));
    message.set_memory_free_bytes(static_cast<std::int64_t>(gpu.memoryFreeBytes));
    message.set_used(gpu.used.value_or(kUnknownUse));
    message.set_power_watts(gpu.powerWatts.value_or(0));
    message.set_celsius(gpu.celsius.value_or(0));
    return message;
}

}  // namespace

ThisNode::ThisNode(base::Home home, std::filesystem::path gpuLibrary)
    : home_(std::move(home)), gpuLibrary_(std::move(gpuLibrary)) {
}

base::Result<v1::NodeInfo> ThisNode::inspect() {
    v1::NodeInfo node;
    node.set_name("local");
    char host[256] = {};
    if (::gethostname(host, sizeof host - 1) == 0) node.set_host(host);
    node.set_version(thisPeer().version());
    node.set_cpu(cpuModel());
    TY_ASSIGN(const node::Inventory machine, node::inventory());
    node.set_cpus(machine.cores);
    node.set_memory_bytes(static_cast<std::int64_t>(machine.memoryBytes));
    node.set_memory_free_bytes(static_cast<std::int64_t>(machine.availableBytes));
    double load = 0;
    if (::getloadavg(&load, 1) == 1) node.set_load(load);
    std::error_code error;
    const auto space = std::filesystem::space(home_.root(), error);
    if (error)
        return base::fail(base::errnoError(
            error.value(), base::say("cannot ask for the space in {}", home_.root().string())));
    node.set_disk_bytes(static_cast<std::int64_t>(space.capacity));
    TY_ASSIGN(const std::uint64_t free, base::freeBytes(home_.root()));
    node.set_disk_free_bytes(static_cast<std::int64_t>(free));
    for (v1::GpuInfo& gpu : gpus()) *node.add_gpus() = std::move(gpu);
    return node;
}

std::vector<v1::GpuInfo> ThisNode::gpus() {
    std::unique_lock asking(asking_, std::try_to_lock);
    if (asking) {
        if (!driver_) driver_ = std::make_unique<node::Gpus>(gpuLibrary_);
        std::vector<v1::GpuInfo> found;
        for (const node::Gpu& gpu : driver_->list()) found.push_back(gpuInfo(gpu));
        if (!driver_->error().empty()) found.push_back(gpuInfo({.index = kNoGpu, .error = driver_->error()}));
        std::lock_guard lock(mutex_);
        known_ = std::move(found);
    }
    std::lock_guard lock(mutex_);
    return known_;
}

}  // namespace trainyard::agent
