// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/spec/cluster/cluster.h"

namespace trainyard::spec {

/// How a cluster's tasks run on Kubernetes, beside what the run file says.
struct KubernetesOptions {
    std::string image;  ///< has trainyard-worker and its plugins, sh and getent
    /// Of a PersistentVolumeClaim that all pods can mount (ReadWriteMany): the tasks' current folder, with
    /// the data and the run's folder.
    std::string claim = "trainyard";
    int cpus = 0;  ///< cores of each task; 0: whatever its machine has
};

/// Whether they can be an image and a claim: kInvalidArgument, "usage.image" or "usage.claim".
base::Status checkKubernetesOptions(const KubernetesOptions& options);
/// The manifests of a run whose tasks are started manually, each in a pod: the run file as a ConfigMap, a
/// headless Service that names the pods, and a Job for each task with its own TF_CONFIG. A task that fails is
/// started again by its Job, with the same command, which continues from the newest checkpoint. `runFile` is
/// the text of the spec. kRefused (id "kubernetes.…") for what pods cannot do: a task that is to be on a
/// machine or on CPUs of its own, a name that is too long. [any]
base::Result<std::vector<nlohmann::json>> kubernetesManifests(const v1::RunSpec& spec,
                                                              std::vector<TaskPlan> tasks,
                                                              const std::string& runFile,
                                                              const KubernetesOptions& options);
/// A stream of YAML documents.
std::string yamlOf(const std::vector<nlohmann::json>& manifests);

}  // namespace trainyard::spec
