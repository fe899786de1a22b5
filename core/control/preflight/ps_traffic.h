// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/partitioner.h"
#include "core/spec/cluster/cluster.h"
#include "core/spec/model/layers.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// Estimates what each parameter server among `tasks` will hold, and move in a step, that is, one closure of
/// one worker: every variable is read whole and its gradient is returned; of a table indexed by features only
/// the rows of a batch are sent, in both directions, with their indexes. The number of distinct rows in a
/// batch assumes indexes drawn uniformly from the table, R·(1 - (1 - 1/R)^n) of R rows for n indexes, the
/// highest average of any distribution. Bytes of tensors, without message headers. A server holds the
/// variables and their optimizer state, which is never sent. Placement as on the chief: shards of variables,
/// then of buffers, by base::Placement. [any]
std::vector<v1::ServerTraffic> serverTraffic(const v1::RunSpec& spec, const spec::ModelPlan& plan,
                                             const std::vector<spec::TaskPlan>& tasks);

/// The most memory that one worker shares with servers and chief where they are on one node (ADR 141): for
/// each server what a step sends and receives and an eighth, with the chief and each server at least 512 KiB.
std::int64_t sharedBytesOfWorker(const std::vector<v1::ServerTraffic>& traffic,
                                 const std::vector<spec::TaskPlan>& tasks);

/// Whether a step under parameter servers is one batch of every worker (`mode: sync`) or of a single one.
bool stepsAreShared(const v1::RunSpec& spec);

/// The variables of a model in the order in which the chief creates them: trained ones, then buffers.
struct PlacedVariable {
    std::string name;
    spec::Shape shape;
    std::int64_t bytes = 0;
    bool isTrained = true;
    bool isTable = false;  ///< read by row
    /// Its pieces under the strategy's partitioner, and under another one.
    base::Split split = {};
    base::Split splitBy(const base::Partitioner& partitioner) const;
};
std::vector<PlacedVariable> placedVariables(const v1::RunSpec& spec, const spec::ModelPlan& plan);

}  // namespace trainyard::control
