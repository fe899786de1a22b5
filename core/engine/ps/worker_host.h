// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/engine/ledger/not_finite_loss.h"
#include "plugins/sdk/coordinator.h"

namespace trainyard::engine::ps {

/// One closure as sent to a worker.
struct Call {
    std::int64_t id = 0;
    std::string closure;
    sdk::Values arguments;
};

/// How a call ended.
struct Outcome {
    enum class Kind {
        kDone,
        kFailed,  ///< the closure returned `error`
        kLost,    ///< the worker was lost or replaced: whether the closure ran is unknown
    };
    Kind kind = Kind::kDone;
    sdk::Values values = {};
    base::Error error = {};
    std::optional<DrawnSample> badSample = {};  ///< made `values` NaN or infinite by being so itself
};

/// One worker as seen by the coordinator. Used by one thread, except abandon().
class WorkerHost {
  public:
    virtual ~WorkerHost() = default;
    virtual const std::string& name() const = 0;  ///< "worker:0"
    /// Waits until the worker answers, which then counts as new, with no objects created yet. kCancelled
    /// after abandon(); any other error is final (a worker of another cluster).
    virtual base::Status connect() = 0;
    /// Creates the object `id` with the factory registered as `name`.
    virtual Outcome make(std::int64_t id, const std::string& name, const sdk::Values& arguments) = 0;
    virtual Outcome execute(const Call& call) = 0;
    /// There is no more work: the worker may end.
    virtual void finish() = 0;
    /// Ends a waiting connect(), now and in the future. [any]
    virtual void abandon() = 0;
};

}  // namespace trainyard::engine::ps
