// SPDX-License-Identifier: Apache-2.0
#include "core/spec/run/device_spec.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/spec/run/command_spec.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

bool isCpuDevice(const std::string& device) {
    return device.starts_with("cpu:");
}

/// `device` of a run whose strategy names `devices`.
std::string deviceOf(const std::string& device, const std::vector<std::string>& devices) {
    if (devices.empty()) return device;
    return isCpuDevice(devices.front()) ? "cpu" : "cuda";
}

v1::Problem deviceProblem(const char* code, std::string path, std::string message, std::string fix) {
    v1::Problem problem;
    problem.set_severity(v1::Problem::ERROR);
    problem.set_code(code);
    problem.set_path(std::move(path));
    problem.set_message(std::move(message));
    problem.set_fix(std::move(fix));
    return problem;
}

}  // namespace

std::vector<std::string> namedDevices(const json& options) {
    std::vector<std::string> devices;
    if (!options.is_object() || !options.contains("devices") || !options["devices"].is_array())
        return devices;
    for (const json& device : options["devices"])
        if (device.is_string()) devices.push_back(device.get<std::string>());
    return devices;
}

int replicasPerTask(const json& options) {
    if (const auto devices = namedDevices(options); !devices.empty()) return static_cast<int>(devices.size());
    const json asked = options.is_object() ? options.value("replicas", json(1)) : json(1);
    return asked.is_number_integer() ? asked.get<int>() : 1;
}

std::string deviceOf(const v1::RunSpec& spec) {
    return isCommand(spec) ? spec.device() : deviceOf(spec.device(), namedDevices(strategyOf(spec).options));
}

bool canTrainOnGpu(const json& options, bool hasProgram, const StrategyInfo& strategy) {
    return strategy.isForGpus && strategy.maxTasks == 1 && !hasProgram && replicasPerTask(options) == 1;
}

bool canTrainOnGpu(const v1::RunSpec& spec, const StrategyInfo& strategy) {
    return !isCommand(spec) && canTrainOnGpu(strategyOf(spec).options, spec.train().has_program(), strategy);
}

std::vector<v1::Problem> lintDevices(const json& tree, const StrategyInfo& strategy) {
    std::vector<v1::Problem> problems;
    const json& options = tree.at("strategy").at(strategy.id);
    const std::vector<std::string> devices = namedDevices(options);
    const std::string device = tree.at("device").get<std::string>();
    const std::string path = fmt::format("strategy.{}.devices", strategy.id);
    if (!devices.empty()) {
        const bool areCpus = std::ranges::all_of(devices, isCpuDevice);
        if (options.value("replicas", 0) != 0)
            problems.push_back(deviceProblem(
                "strategy.two_ways", fmt::format("strategy.{}.replicas", strategy.id),
                "`devices` says how many replicas there are: one on each", "leave out one of the two"));
        if (!areCpus && devices != std::vector<std::string>{"gpu:0"})
            problems.push_back(deviceProblem("not_yet", path,
                                             "this version trains on CPUs (cpu:0, cpu:1 …), or on one GPU, "
                                             "which is called gpu:0",
                                             "name CPUs, or gpu:0 alone"));
        else if (device != "auto" && device != deviceOf(device, devices))
            problems.push_back(
                deviceProblem("device.two_ways", path,
                              fmt::format("these are other devices than `device`, which is {}", device),
                              "leave out one of the two"));
    }
    if (problems.empty() && deviceOf(device, devices) == "cuda" &&
        !canTrainOnGpu(options, tree["train"].contains("program"), strategy))
        problems.push_back(
            deviceProblem("not_yet", devices.empty() ? "device" : path, kNotOnGpuYet, "use device: cpu"));
    return problems;
}

}  // namespace trainyard::spec
