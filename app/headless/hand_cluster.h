// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/headless/command_line.h"
#include "core/spec/cluster/cluster.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::headless {

/// A run file's tasks, wherever they are: a task that no agent starts may be on a machine that the agent
/// cannot reach. No tasks where `loaded` has errors.
struct FileCluster {
    spec::LoadedSpec loaded;
    std::vector<spec::TaskPlan> tasks;
};

std::size_t errorsIn(const std::vector<v1::Problem>& problems);
FileCluster clusterOf(spec::LoadedSpec loaded);
/// Of options.file.
base::Result<FileCluster> loadCluster(const Options& options, Console& console);
/// What tasks that nobody's agent starts refuse, of a cluster without errors.
std::vector<v1::Problem> handProblems(const spec::LoadedSpec& loaded);
/// The manifests of a cluster without errors, with options.image and the like.
base::Result<std::vector<nlohmann::json>> kubernetesOf(const FileCluster& cluster, const std::string& runFile,
                                                       const Options& options);

/// --image, which is returned, --claim and --cpus.
CLI::Option* addKubernetesOptions(CLI::App* command, Options& options, const char* cpus);

/// `export --to torchrun|slurm|kubernetes`: a file that starts a run without an agent.
bool isLaunchFormat(const std::string& format);
int exportLaunch(const Options& options, Console& console);

}  // namespace trainyard::headless
