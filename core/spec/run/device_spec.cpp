// SPDX-License-Identifier: Apache-2.0
#include "core/spec/run/device_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/proto/failure.h"
#include "core/spec/run/command_spec.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

bool isCpuDevice(const std::string& device) {
    return device.starts_with("cpu:");
}

/// The first of `devices` whose number leaves out another: cpu:0, cpu:1 and so on are shares, not cores.
std::optional<std::string> beyondShares(const std::vector<std::string>& devices) {
    const auto found = std::ranges::find_if(devices, [&](const std::string& device) {
        return std::stoul(device.substr(device.find(':') + 1)) >= devices.size();
    });
    return found == devices.end() ? std::nullopt : std::optional(*found);
}

/// `device` of a run whose strategy names `devices`.
std::string deviceOf(const std::string& device, const std::vector<std::string>& devices) {
    if (devices.empty()) return device;
    return isCpuDevice(devices.front()) ? "cpu" : "cuda";
}

v1::Problem deviceProblem(const char* code, std::string path, base::Words message, base::Words fix) {
    v1::Problem problem;
    problem.set_severity(v1::Problem::ERROR);
    problem.set_code(code);
    problem.set_path(std::move(path));
    proto::setMessage(problem, std::move(message));
    proto::setFix(problem, std::move(fix));
    return problem;
}

/// A program may be for the CPU alone, which shows when it makes its model: `device: auto` spares it that.
bool canTrainOnGpu(const json& options, bool isProgramOfAuto, const StrategyInfo& strategy) {
    return strategy.isForGpus && !isProgramOfAuto && replicasPerTask(options) == 1;
}

/// `gpus` of the tasks.
std::vector<v1::Problem> lintGpus(const json& tree, const StrategyInfo& strategy, const std::string& device) {
    std::vector<v1::Problem> problems;
    const json cluster = tree.value("cluster", json::object());
    if (!cluster.is_object()) return problems;  // the cluster's own check says what is wrong
    for (const auto& [role, entries] : cluster.items())
        for (std::size_t i = 0; entries.is_array() && i < entries.size(); ++i) {
            const json& entry = entries[i];
            if (!entry.is_object() || entry.value("gpus", json::array()).empty()) continue;
            const std::string path = fmt::format("cluster.{}[{}].gpus", role, i);
            const auto refuse = [&](const char* code, base::Words message, base::Words fix) {
                problems.push_back(deviceProblem(code, path, std::move(message), std::move(fix)));
            };
            const auto found = strategy.roles.find(role);
            if (device == "cpu")
                refuse("device.two_ways", "these are GPUs, and `device` is cpu", "leave out one of the two");
            else if (found != strategy.roles.end() && !found->second.isReplica)
                refuse("device.role", base::say("a task of the role {} computes on CPUs", role),
                       "remove the key");
            else if (!canTrainOnGpu(tree, strategy))
                refuse("not_yet", kNotOnGpuYet, "remove the key");
            else if (entry["gpus"].size() > 1)
                refuse(
                    "not_yet",
                    "this version trains on one GPU in a task; a strategy of several tasks has one in each",
                    "name one GPU");
        }
    return problems;
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

bool asksForNccl(const json& options) {
    return options.is_object() && options.value("communication", "") == "nccl";
}

std::string deviceOf(const v1::RunSpec& spec) {
    if (isCommand(spec)) return spec.device();
    const json options = strategyOf(spec).options;
    if (spec.device() == "auto" && asksForNccl(options)) return "cuda";
    return deviceOf(spec.device(), namedDevices(options));
}

bool canTrainOnGpu(const json& tree, const StrategyInfo& strategy) {
    const json& options = tree.at("strategy").at(strategy.id);
    const std::string device = deviceOf(tree.at("device").get<std::string>(), namedDevices(options));
    return canTrainOnGpu(options, tree.at("train").contains("program") && device == "auto", strategy);
}

bool canTrainOnGpu(const v1::RunSpec& spec, const StrategyInfo& strategy) {
    return !isCommand(spec) &&
           canTrainOnGpu(strategyOf(spec).options, spec.train().has_program() && deviceOf(spec) == "auto",
                         strategy);
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
                              base::say("these are other devices than `device`, which is {}", device),
                              "leave out one of the two"));
        else if (const auto beyond = areCpus ? beyondShares(devices) : std::nullopt)
            problems.push_back(deviceProblem(
                "strategy.device_number", path,
                base::say("{} is not one of {} equal shares of the CPUs, which are numbered from cpu:0 on",
                          *beyond, devices.size()),
                "number them from cpu:0 on, without gaps"));
    }
    std::ranges::move(lintGpus(tree, strategy, deviceOf(device, devices)), std::back_inserter(problems));
    if (problems.empty() && device == "cpu" && asksForNccl(options))
        problems.push_back(deviceProblem("device.two_ways",
                                         fmt::format("strategy.{}.communication", strategy.id),
                                         "NCCL is for GPUs, and `device` is cpu", "use auto or ring"));
    if (problems.empty() && deviceOf(device, devices) == "cuda" && !canTrainOnGpu(tree, strategy))
        problems.push_back(
            deviceProblem("not_yet", devices.empty() ? "device" : path, kNotOnGpuYet, "use device: cpu"));
    return problems;
}

}  // namespace trainyard::spec
