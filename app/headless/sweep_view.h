// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/headless/event_json.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {

/// The values that a sweep gave to a run.
Json parametersJson(const google::protobuf::Map<std::string, std::string>& parameters);
Json sweepRunJson(const v1::SweepRun& run);
Json sweepJson(const v1::Sweep& sweep);

/// "waiting", "held", "cancelled", "refused", "deleted", or the status of its run; "stopped early" for one of
/// those.
std::string sweepRunState(const v1::SweepRun& run);
/// "train.learning_rate=0.01, train.epochs=3"
std::string parametersText(const v1::Sweep& sweep, const v1::SweepRun& run);
/// "0.2312 at epoch 3"; "-" without a value.
std::string valueText(const v1::SweepRun& run);
/// All runs, a row each.
std::string sweepRows(const v1::Sweep& sweep);
/// "best: …"; empty while no run has a value.
std::string bestLine(const v1::Sweep& sweep);
/// All runs, and under them why some were refused or stopped, and the best one.
std::string sweepTable(const v1::Sweep& sweep);

}  // namespace trainyard::headless
