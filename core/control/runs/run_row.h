// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/error.h"
#include "core/spec/cluster/cluster.h"
#include "core/spec/run/run_spec.h"
#include "core/store/run_store.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

base::Error noSuchRun(const std::string& run);
/// The number of replicas that take part in a step. Where the strategy takes as many as it finds: one for
/// each CPU that a task on this machine may use, and one for a task elsewhere, whose plan will say.
int replicasOf(const v1::RunSpec& spec, const spec::StrategyInfo& strategy);
/// The row of a run that has not started; its id and folder come from the store.
store::RunRow newRow(const v1::RunSpec& spec, const spec::StrategyInfo& strategy,
                     const std::string& requestId, const std::string& client);
/// Its part in a sweep, also as a tag.
void putMember(store::RunRow& row, const v1::SweepMember& member);
/// The row of a run that was started here: kNotFound, and kRefused for imported logs.
base::Result<store::RunRow> startedRun(store::RunStore& store, const std::string& run);
/// The outcome in the row of a run that has ended.
base::Result<v1::RunFinished> finishedOf(const store::RunRow& row);
/// A run's row as shown to clients.
v1::RunSummary summaryOf(const store::RunRow& row);

}  // namespace trainyard::control
