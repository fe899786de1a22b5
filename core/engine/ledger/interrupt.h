// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/error.h"
#include "core/spec/run/checkpoint_spec.h"
#include "trainyard/v1/worker.pb.h"

namespace trainyard::engine {

/// `inject` of a run file, the guides' interrupt: the step after which it is due, once per run.
class Interrupt {
  public:
    Interrupt(const v1::RunSpec& spec, const v1::JoinReply& place)
        : inject_(place.inject_done() ? spec::Inject{} : spec::injectOf(spec)) {}

    /// The step that it waits for; nothing: it waits for an epoch, or is done.
    std::optional<std::int64_t> step() const { return inject_.step; }
    /// The error to end with if it is due after `step` completed steps, given that the previous check was
    /// after `before`; `endedEpoch` is the 0-based epoch that was just completed.
    std::optional<base::Error> after(std::int64_t before, std::int64_t step,
                                     std::optional<int> endedEpoch) const;

  private:
    spec::Inject inject_;
};

}  // namespace trainyard::engine
