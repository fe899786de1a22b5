// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/engine/ps/coordinator.h"
#include "core/engine/ps/variable_store.h"

namespace trainyard::engine::ps {

/// A worker whose closures run on the coordinator's own thread for it. kill() and revive() simulate its
/// death: the closure it is running and all of its state are lost.
class InProcessWorker;

/// All tasks of a cluster as threads of this process: for experiments and for tests, like tf.distribute's
/// in-process cluster in the guide.
struct InProcessCluster {
    std::vector<std::shared_ptr<VariableStore>> stores;
    std::vector<std::shared_ptr<InProcessWorker>> workers;
    std::unique_ptr<Coordinator> coordinator;

    void kill(int worker);
    void revive(int worker);
};

InProcessCluster inProcessCluster(int workers, int ps, std::shared_ptr<const sdk::ClosureRegistry> registry,
                                  sdk::Partitioner partitioner = sdk::wholePartitioner(),
                                  Coordinator::Options options = {});

}  // namespace trainyard::engine::ps
