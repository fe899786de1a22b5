// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/error.h"
#include "core/spec/checkpoint_spec.h"
#include "trainyard/v1/worker.pb.h"

namespace trainyard::engine {

/// `inject` of a run file, the guides' interrupt: after which step it is due, once a run.
class Interrupt {
  public:
    Interrupt(const v1::RunSpec& spec, const v1::JoinReply& place)
        : inject_(place.inject_done() ? spec::Inject{} : spec::injectOf(spec)) {}

    /// The step that it waits for; nothing: an epoch, or it has been.
    std::optional<std::int64_t> step() const { return inject_.step; }
    /// The error to end with, when it is due after `step` finished steps: when it was last asked after
    /// `before`, and `endedEpoch` is the 0-based epoch that they have just ended.
    std::optional<base::Error> after(std::int64_t before, std::int64_t step,
                                     std::optional<int> endedEpoch) const;

  private:
    spec::Inject inject_;
};

}  // namespace trainyard::engine
