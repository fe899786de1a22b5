// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/control/import/log_reading.h"
#include "core/store/run_store.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// Whose a file of an imported run is: which writer's, and of which attempt. Blocks on the disk.
class LogWriters {
  public:
    explicit LogWriters(store::RunStore& store) : store_(store) {}

    /// Adds the attempts that earlier calls have found.
    base::Status recall(LogReading& reading) const;
    /// A new file is of the first writer that is not still writing the same steps, and of its next attempt
    /// when it has done them before. Sets both in `offset`; returns what is to be reported of a new attempt.
    base::Result<std::optional<v1::RunEvent>> place(LogReading& reading,
                                                    const std::vector<store::SeriesPoints>& first,
                                                    store::SpoolOffset& offset) const;

  private:
    struct Past {
        int attempt = 0;  ///< the newest one that reached these steps; 0: none
        double time = 0;  ///< of the newest point seen so far
    };
    /// The steps at the start of a new file that a writer already has.
    base::Result<Past> pastOf(const std::string& run, const std::string& task,
                              const std::vector<store::SeriesPoints>& first) const;

    store::RunStore& store_;
};

}  // namespace trainyard::control
