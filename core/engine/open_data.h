// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/data/dataset.h"
#include "core/spec/cluster/cluster.h"

namespace trainyard::engine {

/// For whom data is read: each of the tasks that train is an input pipeline.
struct Pipelines {
    int count = 1;
    int replicasInSync = 1;
    std::int64_t batchSize = 1;  ///< per replica
};
/// Those of a training by `tasks`, each on `gpus` GPUs; 0: on CPUs.
Pipelines pipelinesOf(const v1::RunSpec& spec, const std::vector<spec::TaskPlan>& tasks, int gpus);

/// data::openDataset(), and data sets of plugins: the samples of pipeline 0, then those of 1 …, each a part
/// that can be assigned as a whole, as a file is. `path` is the key of the run file, for messages. Blocks.
/// [any]
base::Result<std::shared_ptr<const data::Dataset>> openData(const spec::Choice& source, const char* path,
                                                            const Pipelines& pipelines = {});
/// data::inspect(), and what the manifest of a plugin says. [any]
base::Result<data::Inspection> inspectData(const spec::Choice& source, const char* path);

}  // namespace trainyard::engine
