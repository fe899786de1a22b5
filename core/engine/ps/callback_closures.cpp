// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/callback_closures.h"

#include <algorithm>
#include <utility>

#include "core/engine/plugin_loader.h"
#include "plugins/sdk/callback_closures.h"
#include "plugins/sdk/loop/coordinator_job.h"

namespace trainyard::engine::ps {
namespace {

/// Of the callback `id`, apart from those of the training and of other callbacks. The run's own data has one
/// name for all.
std::string nameOf(const std::string& id, const std::string& name) {
    return name == loop::kTrainData || name == loop::kValidationData ? name : id + '/' + name;
}

bool hasClosures(const plugin::ChosenCallback& chosen) {
    return chosen.manifest && chosen.manifest->hasClosures;
}

}  // namespace

class ClosuresBeside::View final : public sdk::ClusterCoordinator {
  public:
    View(Coordinator& coordinator, std::string id) : coordinator_(coordinator), id_(std::move(id)) {}

    base::Result<sdk::RemoteValue> schedule(const std::string& closure, sdk::Values arguments) override {
        TY_ASSIGN(sdk::RemoteValue value, coordinator_.schedule(nameOf(id_, closure), std::move(arguments)));
        std::erase_if(values_, isGood);
        values_.push_back(value);
        return value;
    }
    /// The training reports the same error, and ends with it.
    base::Status join() override {
        const std::vector<sdk::RemoteValue> values = std::exchange(values_, {});
        std::optional<base::Error> first;
        for (const sdk::RemoteValue& value : values) {
            const base::Result<sdk::Values> result = value.fetch();
            if (result) continue;
            if (!first || first->code == base::Code::kCancelled) first = result.error();
        }
        if (first) return base::fail(std::move(*first));
        return {};
    }
    base::Result<bool> done() override {
        if (outstanding() > 0) return false;
        TY_TRY(join());
        return true;
    }
    sdk::PerWorker createPerWorkerDataset(const std::string& name) override {
        return coordinator_.createPerWorkerDataset(nameOf(id_, name));
    }
    sdk::PerWorker createPerWorker(const std::string& name, sdk::Values arguments) override {
        return coordinator_.createPerWorker(nameOf(id_, name), std::move(arguments));
    }
    sdk::Variables& variables() override {
        coordinator_.variables().setRound(std::nullopt);
        return coordinator_.variables();
    }
    int numWorkers() const override { return coordinator_.numWorkers(); }

    const std::string& id() const { return id_; }
    std::size_t outstanding() const {
        return static_cast<std::size_t>(
            std::ranges::count_if(values_, [](const auto& value) { return !value.isReady(); }));
    }

  private:
    static bool isGood(const sdk::RemoteValue& value) { return value.isReady() && value.fetch(); }

    Coordinator& coordinator_;
    const std::string id_;
    std::vector<sdk::RemoteValue> values_;  ///< since the last join(), but those that are done
};

ClosuresBeside::ClosuresBeside(Coordinator& coordinator) : coordinator_(coordinator) {
}
ClosuresBeside::~ClosuresBeside() = default;

sdk::ClusterCoordinator& ClosuresBeside::of(const std::string& id) {
    for (const auto& view : views_)
        if (view->id() == id) return *view;
    return *views_.emplace_back(std::make_unique<View>(coordinator_, id));
}

std::size_t ClosuresBeside::outstanding() {
    std::size_t all = 0;
    for (const auto& view : views_) all += view->outstanding();
    return all;
}

bool haveClosures(const std::vector<plugin::ChosenCallback>& callbacks) {
    return std::ranges::any_of(callbacks, hasClosures);
}

base::Status addCallbackClosures(sdk::ClosureRegistry& registry,
                                 const std::vector<plugin::ChosenCallback>& callbacks) {
    for (const plugin::ChosenCallback& chosen : callbacks) {
        if (!hasClosures(chosen)) continue;
        TY_ASSIGN(const sdk::CallbackClosures* plugin, loadCallbackClosures(*chosen.manifest));
        sdk::ClosureRegistry own;
        plugin->registerClosures(own);
        for (auto& [name, closure] : own.closures)
            registry.closure(nameOf(chosen.manifest->id, name), std::move(closure));
        for (auto& [name, factory] : own.factories)
            registry.perWorker(nameOf(chosen.manifest->id, name), std::move(factory));
    }
    return {};
}

}  // namespace trainyard::engine::ps
