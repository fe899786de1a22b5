// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/partitioner.h"
#include "core/spec/cluster.h"
#include "core/spec/layers.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// What each parameter server among `tasks` is going to hold and to move in a step, that is one closure of
/// one worker: every variable is read whole, and its gradient comes back; of a table that the features index
/// only the rows of a batch travel, both ways with their indexes. How many different rows a batch has is
/// taken for indexes drawn evenly over the table, R·(1 - (1 - 1/R)^n) of R rows for n indexes, which is the
/// most that any distribution of them gives on average. Bytes of tensors, without the heads of messages. Held
/// are the variables and, beside them, their optimizer's state, which never travels. Placed as the chief
/// places: shards of variables, then of buffers, by base::BalancedPlacement. [any]
std::vector<v1::ServerTraffic> serverTraffic(const v1::RunSpec& spec, const spec::ModelPlan& plan,
                                             const std::vector<spec::TaskPlan>& tasks);

/// Whether a step under parameter servers is one batch of every worker (`mode: sync`), and not of one alone.
bool stepsAreShared(const v1::RunSpec& spec);

/// The variables of a model in the order in which the chief makes them: the trained ones, then the buffers.
struct PlacedVariable {
    std::string name;
    spec::Shape shape;
    std::int64_t bytes = 0;
    bool isTrained = true;
    bool isTable = false;  ///< read by row
    /// In how many pieces the strategy's partitioner leaves it, and in how many another one would.
    std::int64_t shards = 1;
    std::int64_t shardsBy(const base::Partitioner& partitioner) const;
};
std::vector<PlacedVariable> placedVariables(const v1::RunSpec& spec, const spec::ModelPlan& plan);

}  // namespace trainyard::control
