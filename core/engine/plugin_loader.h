// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/base/error.h"
#include "core/plugin/catalog.h"
#include "plugins/sdk/coordination.h"
#include "plugins/sdk/strategy.h"

namespace trainyard::loop {
struct ProgramPlugin;  // core/engine/loop/job.h
}

namespace trainyard::engine {

/// Opens a strategy plugin's library and checks its id, SDK and torch versions before any other call into it.
/// The library stays open until the process ends. kRefused says which version is asked for and which is here.
base::Result<const sdk::StrategyPlugin*> loadStrategy(const plugin::Manifest& manifest);
/// The same of a strategy whose manifest says "coordinated": what it makes of its options.
base::Result<sdk::Coordination> loadCoordination(const plugin::Manifest& manifest,
                                                 const nlohmann::json& options);

/// The same of a training program (`"kind": "program"`).
base::Result<const loop::ProgramPlugin*> loadProgram(const plugin::Manifest& manifest);

/// Makes the strategy; what the plugin throws becomes an error that names it. Throws PeerLost, as every call
/// of a strategy does.
base::Result<std::unique_ptr<sdk::Strategy>> createStrategy(const sdk::StrategyPlugin& plugin,
                                                            const sdk::JobContext& context);

}  // namespace trainyard::engine
