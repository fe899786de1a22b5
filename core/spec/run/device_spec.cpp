// SPDX-License-Identifier: Apache-2.0
#include "core/spec/run/device_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/proto/failure.h"
#include "core/spec/run/command_spec.h"
#include "core/spec/run/values.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

/// Of an option schema; null: there are no replicas to choose.
json replicasOption(const StrategyInfo& strategy) {
    const json& schema = strategy.optionsSchema;
    if (!schema.is_object() || !schema.contains("properties")) return {};
    return schema["properties"].value("replicas", json());
}

bool hasReplicas(const StrategyInfo& strategy) {
    return !replicasOption(strategy).is_null();
}

/// Whether a task may have several GPUs, a replica on each: where replicas are chosen, and in a worker beside
/// parameter servers.
bool takesSeveral(const StrategyInfo& strategy) {
    return hasReplicas(strategy) || strategy.roles.contains("ps");
}

int gpusNamedBy(const json& task) {
    const bool names = task.is_object() && task.contains("gpus") && task["gpus"].is_array();
    return names ? static_cast<int>(task["gpus"].size()) : 0;
}

/// GPUs of the first task of `cluster` that names its own; 0: none does.
int gpusNamedIn(const json& cluster) {
    if (!cluster.is_object()) return 0;
    for (const auto& [role, tasks] : cluster.items())
        for (std::size_t i = 0; tasks.is_array() && i < tasks.size(); ++i)
            if (const int named = gpusNamedBy(tasks[i]); named > 0) return named;
    return 0;
}

int gpusNamedIn(const v1::RunSpec& spec) {
    for (const auto& [role, tasks] : spec.cluster())
        for (const auto& task : tasks.values())
            if (const int named = gpusNamedBy(valueToJson(task)); named > 0) return named;
    return 0;
}

bool isCpuDevice(const std::string& device) {
    return device.starts_with("cpu:");
}

/// The first of `devices` whose number leaves out another: cpu:0, cpu:1 and so on are shares, not cores, and
/// gpu:0, gpu:1 and so on the GPUs of the task, not of the machine.
std::optional<std::string> beyondCount(const std::vector<std::string>& devices) {
    const auto found = std::ranges::find_if(devices, [&](const std::string& device) {
        return std::stoul(device.substr(device.find(':') + 1)) >= devices.size();
    });
    return found == devices.end() ? std::nullopt : std::optional(*found);
}

v1::Problem deviceProblem(const char* code, std::string path, const base::Words& message,
                          const base::Words& fix) {
    v1::Problem problem;
    problem.set_severity(v1::Problem::ERROR);
    problem.set_code(code);
    problem.set_path(std::move(path));
    proto::setMessage(problem, message);
    proto::setFix(problem, fix);
    return problem;
}

/// A program may be for the CPU alone, which shows when it makes its model: `device: auto` spares it that,
/// unless the run file names GPUs.
bool canTrainOnGpu(bool hasProgram, bool isAuto, int gpus, const StrategyInfo& strategy) {
    if (!strategy.isForGpus || (hasProgram && isAuto)) return false;
    return gpus == 1 || takesSeveral(strategy);
}

/// What is wrong with the number of GPUs that a task names; empty: nothing.
base::Words wrongCount(int named, int ofOthers, const json& options, const StrategyInfo& strategy) {
    if (const auto devices = namedDevices(options);
        !devices.empty() && static_cast<int>(devices.size()) != named)
        return base::say("these are {} GPUs, and strategy.{}.devices names {} devices", named, strategy.id,
                         devices.size());
    // The default says nothing.
    const json replicas = options.is_object() ? options.value("replicas", json(0)) : json(0);
    if (hasReplicas(strategy) && namedDevices(options).empty() && replicas.is_number_integer() &&
        replicas != 0 && replicas != named && replicas != replicasOption(strategy).value("default", json(1)))
        return base::say("these are {} GPUs, a replica on each, and strategy.{}.replicas is {}", named,
                         strategy.id, replicas.get<int>());
    if (ofOthers != 0 && named != ofOthers)
        return base::say(
            "the number of GPUs differs: {} in this task, {} in another one; every task needs the same "
            "number of replicas",
            named, ofOthers);
    return {};
}

/// `gpus` of the tasks.
std::vector<v1::Problem> lintGpus(const json& tree, const StrategyInfo& strategy, const std::string& device) {
    std::vector<v1::Problem> problems;
    const json cluster = tree.value("cluster", json::object());
    if (!cluster.is_object()) return problems;  // the cluster's own check says what is wrong
    const json& options = tree.at("strategy").at(strategy.id);
    int first = 0;  // GPUs of the first task that trains
    for (const auto& [role, entries] : cluster.items())
        for (std::size_t i = 0; entries.is_array() && i < entries.size(); ++i) {
            const json& entry = entries[i];
            const auto found = strategy.roles.find(role);
            const bool isReplica = found == strategy.roles.end() || found->second.isReplica;
            const bool isNamed = gpusNamedBy(entry) > 0;
            const int mine = isNamed ? gpusNamedBy(entry) : replicasPerTask(options);
            const bool isCompared = isReplica && takesSeveral(strategy) && device != "cpu";
            const int ofOthers = isCompared && first != 0 && mine != first ? first : 0;
            if (isReplica && first == 0) first = mine;
            if (!isNamed && (ofOthers == 0 || gpusNamedIn(cluster) == 0)) continue;
            const std::string path = fmt::format("cluster.{}[{}].gpus", role, i);
            const auto refuse = [&](const char* code, const base::Words& message, const base::Words& fix) {
                problems.push_back(deviceProblem(code, path, message, fix));
            };
            if (!isNamed) {
                refuse("device.count", wrongCount(mine, ofOthers, json(), strategy),
                       base::say("name {} GPUs", ofOthers));
                continue;
            }
            if (device == "cpu")
                refuse("device.two_ways", "these are GPUs, and `device` is cpu", "leave out one of the two");
            else if (!isReplica)
                refuse("device.role", base::say("a task of the role {} computes on CPUs", role),
                       "remove the key");
            else if (const base::Words wrong = wrongCount(mine, ofOthers, options, strategy);
                     takesSeveral(strategy) && !wrong.empty())
                refuse("device.count", wrong, "make the two numbers equal");
            else if (mine > 1 && !takesSeveral(strategy))
                refuse(
                    "not_yet",
                    base::say("{} trains on one GPU in a task; a strategy that has `replicas`, or parameter "
                              "servers, trains on several",
                              strategy.id),
                    "name one GPU");
            else if (!canTrainOnGpu(tree, strategy))
                refuse("not_yet", kNotOnGpuYet, "remove the key");
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

int replicasPerTask(const json& options, const json& cluster) {
    const int named = gpusNamedIn(cluster);
    return named > 0 ? named : replicasPerTask(options);
}

int gpusPerTask(const v1::RunSpec& spec) {
    if (const int named = gpusNamedIn(spec); named > 0) return named;
    return isCommand(spec) ? 1 : replicasPerTask(strategyOf(spec).options);
}

bool namesGpus(const v1::RunSpec& spec) {
    return gpusNamedIn(spec) > 0;
}

std::string ncclOption(const json& options) {
    for (const char* option : {"communication", "cross_device"})
        if (options.is_object() && options.value(option, json()) == "nccl") return option;
    return "";
}

std::string deviceOf(const std::string& device, const json& options) {
    if (const auto devices = namedDevices(options); !devices.empty())
        return isCpuDevice(devices.front()) ? "cpu" : "cuda";
    return device == "auto" && !ncclOption(options).empty() ? "cuda" : device;
}

std::string deviceOf(const v1::RunSpec& spec) {
    return isCommand(spec) ? spec.device() : deviceOf(spec.device(), strategyOf(spec).options);
}

bool canTrainOnGpu(const json& tree, const StrategyInfo& strategy) {
    const json& options = tree.at("strategy").at(strategy.id);
    const json cluster = tree.value("cluster", json::object());
    const bool isAuto =
        deviceOf(tree.at("device").get<std::string>(), options) == "auto" && gpusNamedIn(cluster) == 0;
    return canTrainOnGpu(tree.at("train").contains("program"), isAuto, replicasPerTask(options, cluster),
                         strategy);
}

bool canTrainOnGpu(const v1::RunSpec& spec, const StrategyInfo& strategy) {
    return !isCommand(spec) &&
           canTrainOnGpu(spec.train().has_program(), deviceOf(spec) == "auto" && !namesGpus(spec),
                         gpusPerTask(spec), strategy);
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
        if (!areCpus && std::ranges::any_of(devices, isCpuDevice))
            problems.push_back(
                deviceProblem("not_yet", path,
                              "this version trains on CPUs (cpu:0, cpu:1 …) or on GPUs (gpu:0, "
                              "gpu:1 …), not on both in one task",
                              "name CPUs, or GPUs"));
        else if (const auto beyond = areCpus ? std::nullopt : beyondCount(devices))
            problems.push_back(deviceProblem(
                "strategy.device_number", path,
                base::say("{} is not one of the {} GPUs of the task, which are numbered from gpu:0 on; "
                          "which GPUs of the machine these are, say the task's `gpus`",
                          *beyond, devices.size()),
                "number them from gpu:0 on, without gaps"));
        else if (device != "auto" && device != deviceOf(device, options))
            problems.push_back(
                deviceProblem("device.two_ways", path,
                              base::say("these are other devices than `device`, which is {}", device),
                              "leave out one of the two"));
        else if (const auto beyond = areCpus ? beyondCount(devices) : std::nullopt)
            problems.push_back(deviceProblem(
                "strategy.device_number", path,
                base::say("{} is not one of {} equal shares of the CPUs, which are numbered from cpu:0 on",
                          *beyond, devices.size()),
                "number them from cpu:0 on, without gaps"));
    }
    const std::string where = deviceOf(device, options);
    std::ranges::move(lintGpus(tree, strategy, where), std::back_inserter(problems));
    if (const std::string nccl = ncclOption(options); problems.empty() && where == "cpu" && !nccl.empty())
        problems.push_back(deviceProblem("device.two_ways", fmt::format("strategy.{}.{}", strategy.id, nccl),
                                         device == "cpu"
                                             ? base::Words("NCCL is for GPUs, and `device` is cpu")
                                             : base::Words("NCCL is for GPUs, and `devices` names CPUs"),
                                         nccl == "communication" ? base::Words("use auto or ring")
                                                                 : base::Words("use auto or reduce_to_one")));
    if (problems.empty() && where == "cuda" && !canTrainOnGpu(tree, strategy))
        problems.push_back(deviceProblem("not_yet", devices.empty() ? "device" : path,
                                         base::Words(kNotOnGpuYet), base::Words("use device: cpu")));
    return problems;
}

}  // namespace trainyard::spec
