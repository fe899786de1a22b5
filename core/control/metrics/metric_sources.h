// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "core/control/metrics/spool_reader.h"
#include "trainyard/v1/events.pb.h"

namespace trainyard::control {

/// Where the metrics of a command run have been found so far: in which task's event files, and by which
/// entries of `metrics` in its output. Each is news once per run.
class MetricSources {
  public:
    /// Reported by an earlier attempt or agent.
    void know(const v1::MetricsFound& found) { isNew(found); }
    /// What this piece has values from and no piece before it had.
    std::vector<v1::MetricsFound> take(const SpoolPiece& piece);

  private:
    bool isNew(const v1::MetricsFound& found);

    std::set<std::tuple<std::string, std::string, std::string>> known_;  ///< task, format, regex
};

}  // namespace trainyard::control
