// SPDX-License-Identifier: Apache-2.0
// cluster lint, tf-config, kubernetes, import: a run file's cluster and TF_CONFIG, both ways. None needs an
// agent.
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <set>

#include "app/headless/added_nodes.h"
#include "app/headless/commands.h"
#include "app/headless/event_json.h"
#include "app/headless/hand_cluster.h"
#include "app/headless/problems.h"
#include "app/headless/session.h"
#include "core/base/counted.h"
#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/client/agent_client.h"
#include "core/node/ports.h"
#include "core/plugin/catalog.h"
#include "core/spec/cluster/cluster_lint.h"
#include "core/spec/cluster/cluster_pin.h"
#include "core/spec/cluster/kubernetes.h"
#include "core/spec/cluster/launch_script.h"
#include "core/spec/cluster/tf_config.h"
#include "core/spec/yaml/yaml_tree.h"

namespace trainyard::headless {
namespace {

using base::printable;

/// The port that TensorFlow's examples use for a task on its own machine.
constexpr int kUsualPort = 2222;

Json problemsJson(const std::vector<v1::Problem>& problems) {
    Json list = Json::array();
    for (const v1::Problem& problem : problems) list.push_back(problemJson(problem));
    return list;
}

/// The strategy that has parameter servers among its roles; null: none is installed.
const plugin::Manifest* strategyWithPs(const plugin::Catalog& catalog) {
    const auto found = std::ranges::find_if(catalog.plugins(), [](const plugin::Manifest& manifest) {
        return manifest.strategy.roles.contains("ps");
    });
    return found == catalog.plugins().end() ? nullptr : &*found;
}

/// A TF_CONFIG does not name a strategy, but ps tasks imply one.
const plugin::Manifest* strategyFor(const plugin::Catalog& catalog, std::string_view tfConfig) {
    const auto tree = Json::parse(tfConfig, nullptr, false);
    const bool hasPs = tree.is_object() && tree.contains("cluster") && tree["cluster"].is_object() &&
                       tree["cluster"].contains("ps");
    return hasPs ? strategyWithPs(catalog) : nullptr;
}

spec::CheckedTfConfig checkTfConfigFile(const std::string& file, const std::string& text) {
    const plugin::Catalog catalog = plugin::Catalog::load();
    const plugin::Manifest* manifest = strategyFor(catalog, text);
    spec::CheckedTfConfig checked =
        spec::checkTfConfig(text, manifest ? &manifest->strategy : nullptr, spec::TfConfigUse::kClusterOnly);
    const auto lines = spec::parseYaml(text);  // JSON is YAML
    for (v1::Problem& problem : checked.problems) {
        problem.set_file(file);
        if (lines) problem.set_line(spec::lineOf(lines->lines, problem.path()));
    }
    return checked;
}

int reportLint(const Options& options, Console& console, const std::vector<v1::Problem>& problems) {
    const std::size_t errors = errorsIn(problems);
    if (options.isJson) {
        console.print(
            toLine({{"file", options.file}, {"ok", errors == 0}, {"problems", problemsJson(problems)}}));
    } else {
        for (const v1::Problem& problem : problems) console.print(problemText(problem));
        console.print(fmt::format("{}: {}, {}\n", printable(options.file), base::counted(errors, "error"),
                                  base::counted(problems.size() - errors, "other finding")));
    }
    return errors == 0 ? finish(options, console) : kExitRefused;
}

std::vector<std::string> tasksWithoutPort(const std::vector<spec::TaskPlan>& tasks) {
    std::vector<std::string> names;
    for (const spec::TaskPlan& task : tasks)
        if (task.port == 0) names.push_back(task.id());
    return names;
}

/// Free ports of this machine for its own tasks; for another machine's tasks the usual port and the following
/// ones, unprobed.
base::Status choosePorts(std::vector<spec::TaskPlan>& tasks, Console& console) {
    std::vector<node::PortLease> leases;  // held, so that none is returned twice
    const auto isTaken = [&](const std::string& host, int port) {
        return std::ranges::any_of(
            tasks, [&](const spec::TaskPlan& other) { return other.node == host && other.port == port; });
    };
    for (spec::TaskPlan& task : tasks) {
        if (task.port != 0) continue;
        if (task.node != "local") {
            int port = kUsualPort;
            while (isTaken(task.node, port)) ++port;
            task.port = port;
            console.printError(fmt::format("trainyard: {} on {} gets port {}, which was not probed\n",
                                           task.id(), printable(task.node), port));
            continue;
        }
        do {
            TY_ASSIGN(node::PortLease lease, node::PortLease::take(0));
            task.port = lease.port();
            leases.push_back(std::move(lease));
        } while (std::ranges::count_if(tasks, [&](const spec::TaskPlan& other) {
                     return other.node == task.node && other.port == task.port;
                 }) > 1);
    }
    return {};
}

base::Status writePorts(const std::string& file, const std::vector<spec::TaskPlan>& tasks,
                        const std::vector<std::string>& wanted) {
    std::map<std::string, int> ports;
    for (const spec::TaskPlan& task : tasks)
        if (std::ranges::find(wanted, task.id()) != wanted.end()) ports[task.id()] = task.port;
    TY_ASSIGN(const std::string before, base::readFile(file));
    TY_ASSIGN(const std::string after, spec::pinPorts(before, ports));
    std::error_code error;
    const std::filesystem::path target =
        std::filesystem::canonical(file, error);  // resolves links to the file
    struct stat status = {};
    if (error || ::stat(target.c_str(), &status) != 0)
        return base::fail(base::errnoError(errno, base::say("cannot write the ports into {}", file)));
    return base::writeFileAtomically(target, after, status.st_mode & 07777);
}

/// A cluster to import needs none, but no task starts with such a TF_CONFIG.
v1::Problem withoutTask(const std::string& file) {
    v1::Problem problem;
    problem.set_severity(v1::Problem::HINT);
    problem.set_code("tf_config.no_task");
    problem.set_message("`task` is missing, and each task needs one of its own");
    problem.set_path("task");
    problem.set_file(file);
    problem.set_fix(R"(add "task": {"type": "worker", "index": 0})");
    problem.set_fix_set("task={type: worker, index: 0}");
    return problem;
}

/// The machines of the agent's home, as far as they are known without starting one or asking another machine:
/// none for a home elsewhere.
base::Result<std::optional<std::set<std::string>>> knownNodes(const Options& options) {
    TY_ASSIGN(const client::Endpoint endpoint, endpointOf(options.agent));
    if (endpoint.isRemote()) return std::nullopt;
    std::set<std::string> names{"local"};
    if (options.agent.empty()) {
        TY_ASSIGN(const std::vector<AddedNode> added, addedNodes(endpoint.home));
        for (const AddedNode& node : added) names.insert(node.name);
        return names;
    }
    TY_ASSIGN(const auto agent, client::AgentClient::connect(endpoint));
    TY_ASSIGN(const v1::ListNodesReply listed, agent->listNodes({}));
    for (const v1::NodeInfo& node : listed.nodes()) names.insert(node.name());
    return names;
}

v1::Problem nodeProblem(const char* code, const spec::TaskPlan& task, std::string message, const char* fix) {
    v1::Problem problem;
    problem.set_severity(v1::Problem::WARNING);
    problem.set_code(code);
    problem.set_path(task.place());
    problem.set_message(std::move(message));
    problem.set_fix(fix);
    return problem;
}

/// The nodes of the file that this home does not have, each once. Not an error here, as it is for `run`:
/// tasks that are started manually may name any host.
std::vector<v1::Problem> unknownNodes(const Options& options, const spec::LoadedSpec& loaded) {
    auto known = knownNodes(options);
    if (known && !*known) return {};
    std::vector<v1::Problem> problems;
    const auto add = [&](v1::Problem problem) {
        loaded.places.put(problem);
        problems.push_back(std::move(problem));
    };
    std::set<std::string> seen = known ? **known : std::set<std::string>{"local"};
    for (const spec::TaskPlan& task : clusterOf(loaded).tasks) {
        if (!seen.insert(task.node).second) continue;
        if (known) {
            add(nodeProblem(
                "node.unknown", task,
                fmt::format(
                    "there is no node {}, and `run` refuses that; only tasks that are started manually may "
                    "name any host",
                    printable(task.node)),
                "add it with `nodes add`, or choose one of those that `nodes` lists"));
        } else {
            add(nodeProblem("node.unchecked", task,
                            fmt::format("whether there is a node {} was not checked: {}",
                                        printable(task.node), known.error().describe()),
                            "`trainyard --headless nodes` lists those that there are"));
            break;  // the reason is that of the others, too
        }
    }
    return problems;
}

int lintCommand(const Options& options, Console& console) {
    if (const auto text = base::readFile(options.file, spec::kMaxFileBytes);
        text && spec::looksLikeTfConfig(*text)) {
        auto [tree, problems] = checkTfConfigFile(options.file, *text);
        if (errorsIn(problems) == 0 && !tree.contains("task")) problems.push_back(withoutTask(options.file));
        return reportLint(options, console, problems);
    }
    auto loaded = loadSpec(options, console);
    if (!loaded) return report(options, console, loaded.error());
    if (errorsIn(loaded->problems) == 0)
        std::ranges::move(unknownNodes(options, *loaded), std::back_inserter(loaded->problems));
    return reportLint(options, console, loaded->problems);
}

int tfConfigCommand(const Options& options, Console& console) {
    auto cluster = loadCluster(options, console);
    if (!cluster) return report(options, console, cluster.error());
    if (errorsIn(cluster->loaded.problems) > 0)
        return reportProblems(options, console, options.file, cluster->loaded.problems,
                              "nothing was written");
    const std::vector<std::string> unpinned = tasksWithoutPort(cluster->tasks);
    if (!unpinned.empty() && !options.isPinning)
        return report(options, console,
                      {base::Code::kRefused,
                       base::say("{}: {} {} no port yet, and every TF_CONFIG of a cluster must name the same "
                                 "ones; --pin chooses free ports and writes them into the file",
                                 printable(options.file), fmt::format("{}", fmt::join(unpinned, ", ")),
                                 unpinned.size() == 1 ? "has" : "have"),
                       "cluster.not_pinned"});
    if (!unpinned.empty()) {
        if (const auto chosen = choosePorts(cluster->tasks, console); !chosen)
            return report(options, console, chosen.error());
        if (const auto written = writePorts(options.file, cluster->tasks, unpinned); !written)
            return report(options, console, written.error());
    }
    const Json further = spec::furtherTfConfig(cluster->loaded.spec);
    const auto configOf = [&](const spec::TaskPlan& task) {
        return Json(spec::tfConfig(cluster->tasks, task, further));
    };
    if (!options.task.empty()) {
        const auto task = std::ranges::find_if(
            cluster->tasks, [&](const spec::TaskPlan& t) { return t.id() == options.task; });
        if (task == cluster->tasks.end()) {
            std::string known;
            for (const spec::TaskPlan& t : cluster->tasks) known += (known.empty() ? "" : ", ") + t.id();
            return report(options, console,
                          {base::Code::kRefused,
                           base::say("{} has no task {} (it has {})", printable(options.file),
                                     printable(options.task), known),
                           "cluster.task_missing"});
        }
        console.print(toLine(configOf(*task)));
        return finish(options, console);
    }
    Json all = Json::object();
    for (const spec::TaskPlan& task : cluster->tasks) {
        all[task.id()] = configOf(task);
        if (!options.isJson)
            console.print(fmt::format("TF_CONFIG={} trainyard-worker {}\n",
                                      spec::shellQuoted(base::jsonText(configOf(task))),
                                      spec::shellQuoted(options.file)));
    }
    if (options.isJson) console.print(toLine(all));
    return finish(options, console);
}

int kubernetesCommand(const Options& options, Console& console) {
    const auto text = base::readFile(options.file, spec::kMaxFileBytes);
    if (!text) return report(options, console, text.error());
    auto cluster = loadCluster(options, console);
    if (!cluster) return report(options, console, cluster.error());
    if (errorsIn(cluster->loaded.problems) == 0)
        std::ranges::move(handProblems(cluster->loaded), std::back_inserter(cluster->loaded.problems));
    if (errorsIn(cluster->loaded.problems) > 0)
        return reportProblems(options, console, options.file, cluster->loaded.problems,
                              "nothing was written");
    const auto manifests = kubernetesOf(*cluster, *text, options);
    if (!manifests) return report(options, console, manifests.error());
    console.print(options.isJson
                      ? toLine({{"apiVersion", "v1"}, {"kind", "List"}, {"items", Json(*manifests)}})
                      : spec::yamlOf(*manifests));
    return finish(options, console);
}

int importCommand(const Options& options, Console& console) {
    const auto text = base::readFile(options.file, spec::kMaxFileBytes);
    if (!text && text.error().code == base::Code::kResourceExhausted)  // of the file, not of this machine
        return report(options, console, {base::Code::kRefused, text.error().message, "tf_config.too_large"});
    if (!text) return report(options, console, text.error());
    const spec::CheckedTfConfig checked = checkTfConfigFile(options.file, *text);
    if (!checked.ok())
        return reportProblems(options, console, options.file, checked.problems, "nothing was written");
    for (const v1::Problem& problem : checked.problems) console.printError(problemText(problem));
    const Json tree = Json(checked.tree);
    Json imported = {{"cluster", tree.value("cluster", Json::object())}};
    Json further = tree, task = tree.value("task", Json::object());
    further.erase("cluster");
    further.erase("task");
    const std::string self =
        task.contains("type")
            ? fmt::format("{}:{}", task["type"].get<std::string>(),
                          task["index"].is_string() ? task["index"].get<std::string>() : task["index"].dump())
            : "";
    task.erase("type");
    task.erase("index");
    if (!task.empty()) further["task"] = task;
    const plugin::Catalog catalog = plugin::Catalog::load();
    const plugin::Manifest* strategy = imported["cluster"].contains("ps") ? strategyWithPs(catalog) : nullptr;
    if (strategy) imported["strategy"] = Json{{strategy->id, Json::object()}};
    if (!further.empty()) imported["tf_config"] = further;
    if (options.isJson) {
        imported["task"] = self;
        imported["problems"] = problemsJson(checked.problems);
        console.print(toLine(imported));
        return finish(options, console);
    }
    if (!self.empty())
        console.print(
            fmt::format("# from {}, which was written for {}\n", printable(options.file), printable(self)));
    console.print("cluster:\n");
    for (const auto& role : imported["cluster"].items())
        console.print(fmt::format("  {}: {}\n", role.key(), base::jsonText(role.value())));
    if (imported["cluster"].empty()) console.print("  evaluator: [local]\n");
    if (strategy) console.print(fmt::format("strategy: {{{}: {{}}}}\n", strategy->id));
    if (!further.empty()) console.print(fmt::format("tf_config: {}\n", base::jsonText(further)));
    return finish(options, console);
}

}  // namespace

void addClusterCommands(CommandLine& line) {
    Options& options = line.options();
    CLI::App* cluster = line.addGroup("cluster", "check clusters, and convert them from and to TF_CONFIG");
    line.add(*cluster, "lint", "check a run file or a TF_CONFIG without starting anything", lintCommand)
        ->add_option("FILE", options.file, "a run file, or a TF_CONFIG")
        ->required();
    CLI::App* tfConfig =
        line.add(*cluster, "tf-config", "print the TF_CONFIG of each task, or of one", tfConfigCommand);
    tfConfig->add_option("FILE", options.file, "the run file")->required();
    tfConfig->add_option("--task", options.task, "only this one: worker:0");
    CommandLine::addSwitch(tfConfig, "--pin", options.isPinning,
                           "choose free ports where the file has none, and write them into it");
    CLI::App* kubernetes = line.add(*cluster, "kubernetes", "print the manifests that run each task in a pod",
                                    kubernetesCommand);
    kubernetes->add_option("FILE", options.file, "the run file")->required();
    addKubernetesOptions(kubernetes, options, "CPU cores of each pod")->required();
    line.add(*cluster, "import", "convert a TF_CONFIG to a part of a run file", importCommand)
        ->add_option("FILE", options.file, "a file with a TF_CONFIG")
        ->required();
}

}  // namespace trainyard::headless
