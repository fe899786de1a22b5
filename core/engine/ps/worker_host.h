// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "plugins/sdk/coordinator.h"

namespace trainyard::engine::ps {

/// One closure as it goes to a worker.
struct Call {
    std::int64_t id = 0;
    std::string closure;
    sdk::Values arguments;
};

/// How a call ended.
struct Outcome {
    enum class Kind {
        kDone,
        kFailed,  ///< the closure gave `error`
        kLost,    ///< the worker is gone, or is a new one: whether the closure ran is not known
    };
    Kind kind = Kind::kDone;
    sdk::Values values = {};
    base::Error error = {};
};

/// One worker as the coordinator sees it. Used by one thread, except abandon().
class WorkerHost {
  public:
    virtual ~WorkerHost() = default;
    virtual const std::string& name() const = 0;  ///< "worker:0"
    /// Waits until the worker answers, then counts as a new one: it has nothing of its own yet. kCancelled
    /// after abandon(); any other error is final (a worker of another cluster).
    virtual base::Status connect() = 0;
    /// Makes the thing `id` by the factory registered as `name`.
    virtual Outcome make(std::int64_t id, const std::string& name, const sdk::Values& arguments) = 0;
    virtual Outcome execute(const Call& call) = 0;
    /// There is nothing more to run: the worker may end.
    virtual void finish() = 0;
    /// Ends a connect() that waits, now and from now on. [any]
    virtual void abandon() = 0;
};

}  // namespace trainyard::engine::ps
