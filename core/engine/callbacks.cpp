// SPDX-License-Identifier: Apache-2.0
#include "core/engine/callbacks.h"

#include <fmt/format.h>

#include <stdexcept>

#include "core/base/text.h"
#include "core/engine/ledger/built_in_callbacks.h"
#include "core/engine/plugin_loader.h"
#include "core/spec/run/sidecar.h"
#include "plugins/sdk/callback.h"

namespace trainyard::engine {
namespace {

base::Result<CallbackHere> makeOne(const plugin::ChosenCallback& chosen, sdk::CallbackContext context,
                                   const CoordinatorOf& coordinatorOf) {
    CallbackHere here{chosen.entry.id, chosen.entry.path, nullptr, false};
    const bool runsHere = context.isChief() || (chosen.manifest && chosen.manifest->runsOnAll);
    here.hasBatches = chosen.manifest && chosen.manifest->hasBatches;
    if (!runsHere) return here;
    context.options = chosen.entry.options;
    if (chosen.manifest && chosen.manifest->hasClosures && coordinatorOf)
        context.coordinator = &coordinatorOf(chosen.manifest->id);
    const sdk::CallbackPlugin* plugin = nullptr;
    if (chosen.manifest) {
        TY_ASSIGN(plugin, loadCallback(*chosen.manifest));
    }
    try {
        here.callback = plugin ? std::unique_ptr<sdk::Callback>(plugin->create(context))
                               : makeBuiltIn(chosen.entry.id, context);
        if (!here.callback) throw base::Saying<std::runtime_error>("its plugin creates none");
    } catch (const std::exception& e) {
        return base::fail(
            base::Code::kInvalidArgument,
            base::say("{}: the callback could not be set up: {}", chosen.entry.path, base::saidBy(e)),
            "callback.setup");
    }
    return here;
}

}  // namespace

sdk::CallbackContext callbackContext(const TaskLink& link, int attempt, int rank, int worldSize) {
    return {.options = {},
            .folder = link.place().run_dir(),
            .rank = rank,
            .worldSize = worldSize,
            .attempt = attempt};
}

base::Result<Callbacks> makeCallbacks(const v1::RunSpec& spec,
                                      const std::vector<plugin::ChosenCallback>& chosen,
                                      const sdk::CallbackContext& context,
                                      const CoordinatorOf& coordinatorOf) {
    Callbacks all;
    for (const plugin::ChosenCallback& one : chosen) {
        TY_ASSIGN(CallbackHere here, makeOne(one, context, coordinatorOf));
        all.push_back(std::move(here));
    }
    if (const auto stopping = spec::earlyStoppingOf(spec)) {
        CallbackHere& here = all.emplace_back();
        here.id = "early_stopping";
        here.path = std::string("train.early_stopping");
        if (context.isChief()) here.callback = makeEarlyStopping(*stopping);
    }
    return all;
}

}  // namespace trainyard::engine
