// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "core/engine/ps/coordinator.h"
#include "core/plugin/callback.h"
#include "plugins/sdk/coordinator.h"

namespace trainyard::engine::ps {

/// What callbacks schedule on the workers beside the steps of the built-in training. [train]
class ClosuresBeside {
  public:
    explicit ClosuresBeside(Coordinator& coordinator);
    ~ClosuresBeside();
    /// The coordinator as the callback `id` sees it: with names of its own, and waiting for its own closures.
    /// It lives as long as this.
    sdk::ClusterCoordinator& of(const std::string& id);
    /// Closures that are scheduled and not finished yet.
    std::size_t outstanding();

  private:
    class View;
    Coordinator& coordinator_;
    std::vector<std::unique_ptr<View>> views_;
};

/// Whether any of them schedules closures.
bool haveClosures(const std::vector<plugin::ChosenCallback>& callbacks);
/// Opens the libraries of the callbacks that have closures, and adds these to a worker's.
base::Status addCallbackClosures(sdk::ClosureRegistry& registry,
                                 const std::vector<plugin::ChosenCallback>& callbacks);

}  // namespace trainyard::engine::ps
