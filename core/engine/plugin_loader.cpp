// SPDX-License-Identifier: Apache-2.0
#include "core/engine/plugin_loader.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <torch/version.h>

#include <string_view>

#include "core/base/text.h"
#include "core/plugin/library.h"
#include "plugins/sdk/callback.h"
#include "plugins/sdk/callback_closures.h"
#include "plugins/sdk/dataset.h"
#include "plugins/sdk/layer.h"
#include "plugins/sdk/loop/evaluator_job.h"
#include "plugins/sdk/loop/job.h"

namespace trainyard::engine {

using base::Code;
using base::fail;

namespace {

/// What the library exports under `symbol`, if it was made for this program.
template <typename Plugin>
base::Result<const Plugin*> openPlugin(const plugin::Manifest& manifest, const char* symbol) {
    TY_TRY(plugin::checkLibrary(manifest));
    const std::string path = manifest.libraryPath().string();
    void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return fail(Code::kNotFound, base::say("{} {}: {}", manifest.kind, manifest.id, ::dlerror()),
                    "plugin.open");
    using Entry = const Plugin* (*)();
    const auto entry = reinterpret_cast<Entry>(::dlsym(library, symbol));
    if (!entry)
        return fail(Code::kRefused,
                    base::say("{} {}: {} exports no {}; was it built with trainyard_add_{}()?", manifest.kind,
                              manifest.id, path, symbol, manifest.kind),
                    "plugin.entry");
    const Plugin* plugin = entry();
    if (plugin->sdkVersion != sdk::kSdkVersion)
        return fail(Code::kRefused,
                    base::say("{} {} was built for SDK version {}, this is {}: build it again", manifest.kind,
                              manifest.id, plugin->sdkVersion, sdk::kSdkVersion),
                    "plugin.sdk_version");
    if (std::string_view(plugin->torchVersion) != TORCH_VERSION)
        return fail(Code::kRefused,
                    base::say("{} {} was built with torch {}, this is {}: build it again", manifest.kind,
                              manifest.id, plugin->torchVersion, TORCH_VERSION),
                    "plugin.torch_version");
    if (manifest.id != plugin->id)
        return fail(
            Code::kRefused,
            base::say("{} has the {} {}, its manifest says {}", path, manifest.kind, plugin->id, manifest.id),
            "plugin.id");
    return plugin;
}

}  // namespace

base::Result<const sdk::StrategyPlugin*> loadStrategy(const plugin::Manifest& manifest) {
    return openPlugin<sdk::StrategyPlugin>(manifest, "trainyard_strategy_plugin");
}

base::Result<sdk::Coordination> loadCoordination(const plugin::Manifest& manifest,
                                                 const nlohmann::json& options) {
    TY_ASSIGN(const sdk::CoordinationPlugin* plugin,
              openPlugin<sdk::CoordinationPlugin>(manifest, "trainyard_coordination_plugin"));
    try {
        return plugin->coordinate(options);
    } catch (const std::exception& e) {
        return fail(Code::kInvalidArgument,
                    base::say("strategy {} does not take its options: {}", manifest.id, base::saidBy(e)),
                    "strategy.setup");
    }
}

base::Result<const loop::ProgramPlugin*> loadProgram(const plugin::Manifest& manifest) {
    return openPlugin<loop::ProgramPlugin>(manifest, "trainyard_program_plugin");
}

base::Result<const loop::ProgramEvaluator*> loadProgramEvaluator(const plugin::Manifest& manifest) {
    return openPlugin<loop::ProgramEvaluator>(manifest, "trainyard_program_evaluator");
}

base::Result<const sdk::CallbackPlugin*> loadCallback(const plugin::Manifest& manifest) {
    return openPlugin<sdk::CallbackPlugin>(manifest, "trainyard_callback_plugin");
}

base::Result<const sdk::CallbackClosures*> loadCallbackClosures(const plugin::Manifest& manifest) {
    return openPlugin<sdk::CallbackClosures>(manifest, "trainyard_callback_closures");
}

base::Result<const sdk::LayerPlugin*> loadLayer(const plugin::Manifest& manifest) {
    return openPlugin<sdk::LayerPlugin>(manifest, "trainyard_layer_plugin");
}

base::Result<const sdk::DatasetPlugin*> loadDataset(const plugin::Manifest& manifest) {
    return openPlugin<sdk::DatasetPlugin>(manifest, "trainyard_dataset_plugin");
}

base::Result<std::unique_ptr<sdk::Strategy>> createStrategy(const sdk::StrategyPlugin& plugin,
                                                            const sdk::JobContext& context) {
    try {
        return std::unique_ptr<sdk::Strategy>(plugin.create(context));
    } catch (const sdk::PeerLost&) {
        throw;
    } catch (const std::exception& e) {
        return fail(Code::kUnavailable,
                    base::say("strategy {} could not be set up on rank {}: {}", plugin.id, context.rank,
                              base::saidBy(e)),
                    "strategy.setup");
    }
}

}  // namespace trainyard::engine
