// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/engine/ps/coordinator.h"
#include "core/engine/ps/variable_store.h"

namespace trainyard::engine::ps {

/// A worker whose closures run on the coordinator's own thread for it. kill() and revive() play its death:
/// what it runs when it dies is lost, and so is all that it had.
class InProcessWorker;

/// All tasks of a cluster as threads of this process: for trying things out and for tests, as
/// tf.distribute's in-process cluster in the guide.
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
