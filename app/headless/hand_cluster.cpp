// SPDX-License-Identifier: Apache-2.0
#include "app/headless/hand_cluster.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/headless/event_json.h"
#include "app/headless/number_range.h"
#include "app/headless/problems.h"
#include "app/headless/session.h"
#include "core/base/file.h"
#include "core/base/staged_path.h"
#include "core/base/text.h"
#include "core/plugin/catalog.h"
#include "core/spec/cluster/coordinated.h"
#include "core/spec/cluster/kubernetes.h"
#include "core/spec/cluster/launch_script.h"
#include "core/spec/lint/hand_keys.h"
#include "core/spec/run/command_spec.h"
#include "core/spec/yaml/yaml_tree.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {
namespace {

/// The run to be started: the text of its file, and its cluster.
struct Launched {
    std::string text;
    FileCluster cluster;
};

/// What `export` names: a file where there is one, otherwise a run, with what --set has changed in it.
base::Result<Launched> launchedBy(Options options, Console& console) {
    const std::string& name = options.words.front();
    Launched launched;
    std::error_code error;
    if (std::filesystem::is_regular_file(name, error)) {
        options.file = name;
        TY_ASSIGN(launched.text, base::readFile(name, spec::kMaxFileBytes));
        TY_ASSIGN(launched.cluster, loadCluster(options, console));
        return launched;
    }
    options.run = name;
    TY_ASSIGN(const auto session, Session::open(options.agent));
    auto found = session->client()->getRun(client::ofRun<v1::GetRunRequest>(name));
    if (!found && found.error().id == "run.not_found")
        return base::fail(
            base::Code::kNotFound,
            base::say("there is no run file {} here, and no run of that name; `runs` lists the runs",
                      base::printable(name)),
            "run.not_found");
    TY_ASSIGN(const auto reply, std::move(found));
    if (reply.summary().status() == v1::IMPORTED)
        return base::fail(base::Code::kRefused,
                          base::say("run {} was imported from the logs of another program; it has no run "
                                    "file to start",
                                    base::printable(name)),
                          "run.imported");
    launched.text = spec::toYaml(reply.spec());
    TY_ASSIGN(spec::LoadedSpec loaded, loadSpecOf(reply.spec(), options, console));
    launched.cluster = clusterOf(std::move(loaded));
    return launched;
}

base::Result<std::string> launchText(const Launched& launched, const Options& options) {
    const FileCluster& cluster = launched.cluster;
    if (options.format == "torchrun") return spec::torchrunScript(cluster.loaded.spec, cluster.tasks);
    if (options.format == "slurm")
        return spec::slurmScript(cluster.loaded.spec, cluster.tasks, launched.text, {.cpus = options.cpus});
    TY_ASSIGN(const auto manifests, kubernetesOf(cluster, launched.text, options));
    return spec::yamlOf(manifests);
}

base::Status writeLaunch(const std::string& text, const std::filesystem::path& path, bool isScript) {
    TY_ASSIGN(base::StagedPath file, base::StagedPath::forFile(path));
    TY_TRY(file.write(text));
    std::error_code error;
    if (isScript)
        std::filesystem::permissions(file.staged(), std::filesystem::perms::owner_exec,
                                     std::filesystem::perm_options::add, error);
    return file.publish();
}

base::Status checkLaunchOptions(const Options& options) {
    if (options.words.size() != 2)
        return base::fail(base::Code::kInvalidArgument,
                          base::say("`export --to {}` takes one run or run file, and a path", options.format),
                          "usage.one_run");
    if (options.format == "kubernetes" && options.image.empty())
        return base::fail(base::Code::kInvalidArgument,
                          "`export --to kubernetes` needs --image: a container image with trainyard-worker",
                          "usage.image");
    return {};
}

}  // namespace

std::size_t errorsIn(const std::vector<v1::Problem>& problems) {
    return static_cast<std::size_t>(std::ranges::count_if(problems, isError));
}

FileCluster clusterOf(spec::LoadedSpec loaded) {
    FileCluster cluster{.loaded = std::move(loaded), .tasks = {}};
    std::erase_if(cluster.loaded.problems, [](const v1::Problem& problem) {
        return problem.code() == "not_yet" && problem.path().starts_with("cluster.");
    });
    if (errorsIn(cluster.loaded.problems) > 0) return cluster;
    const plugin::Catalog catalog = plugin::Catalog::load();
    cluster.tasks =
        spec::tasksOf(cluster.loaded.spec, *spec::rolesOf(cluster.loaded.spec, catalog.strategies()));
    return cluster;
}

base::Result<FileCluster> loadCluster(const Options& options, Console& console) {
    TY_ASSIGN(spec::LoadedSpec loaded, loadSpec(options, console));
    return clusterOf(std::move(loaded));
}

std::vector<v1::Problem> handProblems(const spec::LoadedSpec& loaded) {
    if (spec::isCommand(loaded.spec)) return {};
    std::vector<v1::Problem> problems = spec::agentsKeys(loaded.spec);
    const plugin::Catalog catalog = plugin::Catalog::load();
    const plugin::Manifest* strategy = catalog.find(spec::strategyOf(loaded.spec).name);
    if (strategy && strategy->isCoordinated)
        std::ranges::move(spec::coordinatedProblems(loaded.spec), std::back_inserter(problems));
    return problems;
}

base::Result<std::vector<nlohmann::json>> kubernetesOf(const FileCluster& cluster, const std::string& runFile,
                                                       const Options& options) {
    spec::KubernetesOptions wanted{.image = options.image, .cpus = options.cpus};
    if (!options.claim.empty()) wanted.claim = options.claim;
    TY_TRY(spec::checkKubernetesOptions(wanted));  // wrong use, whatever the run is
    if (spec::isCommand(cluster.loaded.spec))
        return base::fail(base::Code::kRefused,
                          "a command run has no manifests: its program is started by an agent, or by the "
                          "scripts of `export --to slurm` and `export --to torchrun`",
                          "command.unsupported");
    return spec::kubernetesManifests(cluster.loaded.spec, cluster.tasks, runFile, wanted);
}

CLI::Option* addKubernetesOptions(CLI::App* command, Options& options, const char* cpus) {
    command->add_option("--claim", options.claim,
                        "the volume claim that is the pods' current folder (default: trainyard)");
    command->add_option("--cpus", options.cpus, cpus)->check(wholeFrom(1));
    return command->add_option("--image", options.image, "a container image with trainyard-worker, for pods");
}

bool isLaunchFormat(const std::string& format) {
    return format == "torchrun" || format == "slurm" || format == "kubernetes";
}

int exportLaunch(const Options& options, Console& console) {
    if (const auto checked = checkLaunchOptions(options); !checked)
        return report(options, console, checked.error());
    const auto path = absolutePath(options.words.back());
    if (!path) return report(options, console, path.error());
    auto launched = launchedBy(options, console);
    if (!launched) return report(options, console, launched.error());
    spec::LoadedSpec& loaded = launched->cluster.loaded;
    if (errorsIn(loaded.problems) == 0)
        std::ranges::move(handProblems(loaded), std::back_inserter(loaded.problems));
    if (errorsIn(loaded.problems) > 0)
        return reportProblems(options, console, options.words.front(), loaded.problems,
                              "nothing was written");
    const auto text = launchText(*launched, options);
    if (!text) return report(options, console, text.error());
    const auto written = writeLaunch(*text, *path, options.format != "kubernetes");
    if (!written) return report(options, console, written.error());
    if (options.isJson)
        console.print(
            toLine({{"path", *path}, {"format", options.format}, {"runs", {options.words.front()}}}));
    else
        console.print(fmt::format("{}\n", base::printable(*path)));
    return finish(options, console);
}

}  // namespace trainyard::headless
