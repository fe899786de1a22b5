// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/base/error.h"
#include "core/plugin/catalog.h"
#include "plugins/sdk/coordination.h"
#include "plugins/sdk/strategy.h"

namespace trainyard::loop {
struct ProgramEvaluator;  // plugins/sdk/loop/evaluator_job.h
struct ProgramPlugin;     // plugins/sdk/loop/job.h
}  // namespace trainyard::loop
namespace trainyard::sdk {
struct CallbackClosures;  // plugins/sdk/callback_closures.h
struct CallbackPlugin;    // plugins/sdk/callback.h
struct DatasetPlugin;     // plugins/sdk/dataset.h
struct LayerPlugin;       // plugins/sdk/layer.h
}  // namespace trainyard::sdk

namespace trainyard::engine {

/// Opens a strategy plugin's library and checks its id, SDK and torch versions before any other call into it.
/// The library stays open until the process ends. kRefused names the required version and the installed one.
base::Result<const sdk::StrategyPlugin*> loadStrategy(const plugin::Manifest& manifest);
/// The same for a strategy whose manifest says "coordinated": the configuration it derives from its options.
base::Result<sdk::Coordination> loadCoordination(const plugin::Manifest& manifest,
                                                 const nlohmann::json& options);

/// The same for a training program (`"kind": "program"`).
base::Result<const loop::ProgramPlugin*> loadProgram(const plugin::Manifest& manifest);
/// Of a program whose manifest says "evaluates": what its evaluator task runs.
base::Result<const loop::ProgramEvaluator*> loadProgramEvaluator(const plugin::Manifest& manifest);

/// The same for a callback (`"kind": "callback"`).
base::Result<const sdk::CallbackPlugin*> loadCallback(const plugin::Manifest& manifest);
/// Of a callback whose manifest says "closures": what it registers on the workers.
base::Result<const sdk::CallbackClosures*> loadCallbackClosures(const plugin::Manifest& manifest);

/// The same for a layer (`"kind": "layer"`).
base::Result<const sdk::LayerPlugin*> loadLayer(const plugin::Manifest& manifest);

/// The same for a data set (`"kind": "dataset"`).
base::Result<const sdk::DatasetPlugin*> loadDataset(const plugin::Manifest& manifest);

/// Creates the strategy; an exception from the plugin becomes an error that names it. Throws PeerLost, like
/// every call to a strategy.
base::Result<std::unique_ptr<sdk::Strategy>> createStrategy(const sdk::StrategyPlugin& plugin,
                                                            const sdk::JobContext& context);

}  // namespace trainyard::engine
