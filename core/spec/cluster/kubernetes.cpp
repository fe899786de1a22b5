// SPDX-License-Identifier: Apache-2.0
#include "core/spec/cluster/kubernetes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "core/base/text.h"
#include "core/spec/cluster/cluster_lint.h"
#include "core/spec/cluster/tf_config.h"
#include "core/spec/run/device_spec.h"
#include "core/spec/yaml/yaml_write.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

/// Each task has an address of its own, so that all of them can have one port: that of TensorFlow's examples.
constexpr int kPort = 2222;
/// Names of Services and of pods' hosts are labels of DNS (RFC 1123).
constexpr std::size_t kLongestLabel = 63;
/// Names of other objects are labels with dots between them.
constexpr std::size_t kLongestName = 253;
constexpr const char *kRunFileFolder = "/etc/trainyard", *kRunFileName = "run.yaml", *kShared = "/trainyard";

base::Error cannot(const std::string& id, const base::Words& message) {
    return {base::Code::kRefused, message, id};
}

/// Lower-case letters, digits and dashes, beginning with a letter.
std::string labelOf(const std::string& name) {
    std::string label;
    for (char c : base::slug(name)) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        const bool isPlain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (isPlain || !(label.empty() || label.back() == '-')) label += isPlain ? c : '-';
    }
    while (label.ends_with('-')) label.pop_back();
    if (label.empty() || !(label[0] >= 'a' && label[0] <= 'z')) label.insert(0, "run-");
    while (label.ends_with('-')) label.pop_back();
    return label;
}

base::Status checkPods(const std::vector<TaskPlan>& tasks, const std::string& label) {
    for (const TaskPlan& task : tasks) {
        if (!isLocalNode(task.node))
            return base::fail(cannot("kubernetes.node",
                                     base::say("{} is to run on {}, and Kubernetes chooses the machines of "
                                               "its pods; write `local`",
                                               task.id(), base::printable(task.node))));
        if (!task.cpus.empty() || !task.gpus.empty())
            return base::fail(cannot(
                "kubernetes.pinned",
                base::say("{} names its `{}`, and Kubernetes chooses those of its pods; remove the key",
                          task.id(), task.cpus.empty() ? "gpus" : "cpus")));
        if (label.size() + task.fileId().size() + 1 > kLongestLabel)
            return base::fail(cannot(
                "kubernetes.name", base::say("{}-{} has more than {} characters, which a name in Kubernetes "
                                             "may not have; give the run a shorter `name`",
                                             label, task.fileId(), kLongestLabel)));
    }
    return {};
}

/// Lower-case letters, digits and dashes inside (RFC 1123).
bool isLabel(std::string_view text) {
    const auto isPlain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
    return !text.empty() && text.size() <= kLongestLabel && isPlain(text.front()) && isPlain(text.back()) &&
           std::ranges::all_of(text, [&](char c) { return c == '-' || isPlain(c); });
}

}  // namespace

base::Status checkKubernetesOptions(const KubernetesOptions& options) {
    const auto isInImage = [](char c) { return c > ' ' && c < 0x7f; };
    if (options.image.empty() || !std::ranges::all_of(options.image, isInImage))
        return base::fail(base::Code::kInvalidArgument,
                          base::say("\"{}\" is not a container image: its reference has neither blanks nor "
                                    "characters other than ASCII; write it as for `docker pull`",
                                    base::printable(options.image)),
                          "usage.image");
    const std::string_view claim = options.claim;
    bool isName = claim.size() <= kLongestName;
    for (std::size_t begin = 0; isName && begin <= claim.size();) {
        const std::size_t end = std::min(claim.find('.', begin), claim.size());
        isName = isLabel(claim.substr(begin, end - begin));
        begin = end + 1;
    }
    if (isName) return {};
    return base::fail(base::Code::kInvalidArgument,
                      base::say("\"{}\" is not the name of a volume claim: that has lower-case letters, "
                                "digits, dashes and dots, and begins and ends with a letter or a digit; "
                                "`kubectl get pvc` lists those that are there",
                                base::printable(options.claim)),
                      "usage.claim");
}

namespace {

json labels(const std::string& label, const std::string& task = "") {
    json labels = {{"app.kubernetes.io/name", "trainyard"}, {"app.kubernetes.io/instance", label}};
    if (!task.empty()) labels["app.kubernetes.io/component"] = task;
    return labels;
}

/// `$(NAME)` in a value stands for a variable there.
std::string asValue(const json& value) {
    std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
    for (std::size_t at = 0; (at = text.find("$(", at)) != std::string::npos; at += 3) text.insert(at, "$");
    return text;
}

/// Tasks look up each other's addresses once, when they start, and the name of a pod is known a moment after
/// it has begun.
json waitForNames(const std::vector<TaskPlan>& tasks, const KubernetesOptions& options) {
    std::vector<std::string> hosts;
    for (const TaskPlan& task : tasks)
        if (task.role != "evaluator") hosts.push_back(task.node);  // which nobody connects to
    return {{"name", "wait-for-names"},
            {"image", options.image},
            {"command",
             {"sh", "-c",
              fmt::format("for host in {}; do until getent hosts $host >/dev/null; do sleep 1; done; done",
                          fmt::join(hosts, " "))}}};
}

json containerOf(const std::vector<TaskPlan>& tasks, const TaskPlan& task, const v1::RunSpec& spec,
                 const KubernetesOptions& options) {
    json container = {
        {"name", "task"},
        {"image", options.image},
        {"command", {"trainyard-worker", fmt::format("{}/{}", kRunFileFolder, kRunFileName)}},
        {"workingDir", kShared},
        {"env", {{{"name", "TF_CONFIG"}, {"value", asValue(tfConfig(tasks, task, furtherTfConfig(spec)))}}}},
        {"ports", {{{"name", "task"}, {"containerPort", kPort}}}},
        {"volumeMounts",
         {{{"name", "run-file"}, {"mountPath", kRunFileFolder}, {"readOnly", true}},
          {{"name", "shared"}, {"mountPath", kShared}}}}};
    if (options.cpus > 0) {
        const std::string cpus = std::to_string(options.cpus);
        container["env"].push_back({{"name", "OMP_NUM_THREADS"}, {"value", cpus}});
        container["resources"]["requests"]["cpu"] = container["resources"]["limits"]["cpu"] = cpus;
    }
    if (needsGpu(spec, task))
        container["resources"]["limits"]["nvidia.com/gpu"] = std::to_string(std::max(1, gpusPerTask(spec)));
    return container;
}

json jobOf(const std::vector<TaskPlan>& tasks, const TaskPlan& task, const v1::RunSpec& spec,
           const std::string& label, const KubernetesOptions& options) {
    json pod = {{"hostname", task.fileId()},
                {"subdomain", label},
                {"restartPolicy", "OnFailure"},
                {"containers", json::array({containerOf(tasks, task, spec, options)})},
                {"volumes",
                 {{{"name", "run-file"}, {"configMap", {{"name", label}}}},
                  {{"name", "shared"}, {"persistentVolumeClaim", {{"claimName", options.claim}}}}}}};
    if (tasks.size() > 1 && task.role != "evaluator")
        pod["initContainers"] = json::array({waitForNames(tasks, options)});
    const json names = labels(label, task.fileId());
    return {{"apiVersion", "batch/v1"},
            {"kind", "Job"},
            {"metadata", {{"name", fmt::format("{}-{}", label, task.fileId())}, {"labels", names}}},
            {"spec", {{"template", {{"metadata", {{"labels", names}}}, {"spec", pod}}}}}};
}

/// Whether a literal block gives this text back, for people to read.
bool isReadableAsBlock(const std::string& text) {
    return text.size() > 1 && text.back() == '\n' && text[text.size() - 2] != '\n' && text[0] != ' ' &&
           text[0] != '\n' && std::ranges::none_of(text, [](char c) {
               return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f;
           });
}

std::string blockOf(const std::string& text, const std::string& margin) {
    std::string block = "|\n";
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = text.find('\n', begin);
        const std::string line = text.substr(begin, end - begin);
        block += (line.empty() ? "" : margin + line) + '\n';
        begin = end + 1;
    }
    return block;
}

std::string yamlOfConfigMap(json manifest) {
    const std::string text = manifest["data"][kRunFileName];
    if (!isReadableAsBlock(text)) return blockYaml(manifest, json::object(), 0);
    manifest.erase("data");
    return blockYaml(manifest, json::object(), 0) +
           fmt::format("data:\n  {}: {}", kRunFileName, blockOf(text, "    "));
}

}  // namespace

base::Result<std::vector<json>> kubernetesManifests(const v1::RunSpec& spec, std::vector<TaskPlan> tasks,
                                                    const std::string& runFile,
                                                    const KubernetesOptions& options) {
    const std::string label = labelOf(spec.name());
    TY_TRY(checkPods(tasks, label));
    TY_TRY(checkKubernetesOptions(options));
    for (TaskPlan& task : tasks) {
        task.node = fmt::format("{}.{}", task.fileId(), label);
        task.port = kPort;
    }
    std::vector<json> manifests{
        {{"apiVersion", "v1"},
         {"kind", "ConfigMap"},
         {"metadata", {{"name", label}, {"labels", labels(label)}}},
         {"data", {{kRunFileName, runFile}}}},
        {{"apiVersion", "v1"},
         {"kind", "Service"},
         {"metadata", {{"name", label}, {"labels", labels(label)}}},
         {"spec",
          {{"clusterIP", "None"},
           {"publishNotReadyAddresses", true},
           {"selector", labels(label)},
           {"ports", {{{"name", "task"}, {"port", kPort}}}}}}},
    };
    for (const TaskPlan& task : tasks) manifests.push_back(jobOf(tasks, task, spec, label, options));
    return manifests;
}

std::string yamlOf(const std::vector<json>& manifests) {
    std::string text;
    for (const json& manifest : manifests)
        text += (text.empty() ? "" : "---\n") + (manifest.value("kind", "") == "ConfigMap"
                                                     ? yamlOfConfigMap(manifest)
                                                     : blockYaml(manifest, json::object(), 0));
    return text;
}

}  // namespace trainyard::spec
