// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/words.h"
#include "trainyard/v1/sweeps.pb.h"

namespace trainyard::control {

/// A value of the metric that a run has reported, and where: epochs finished, or the step of a command run.
struct SweepReport {
    std::int64_t at = 0;
    double value = 0;
};

/// What runs of one sweep are compared by. NaN is worse than any number.
struct SweepMetric {
    std::string name;
    bool isMaximized = false;
    std::string unit;  ///< of SweepReport::at: "epoch" or "step"

    bool isBetter(double a, double b) const;
    /// The best report up to and at `last`; nothing: there is none, or none is a number.
    std::optional<SweepReport> best(const std::vector<SweepReport>& reports, std::int64_t last) const;
};

struct Contender {
    int number = 0;
    bool isRunning = false;
    std::vector<SweepReport> reports;  ///< by rising `at`
};

struct EarlyStopOrder {
    int number = 0;
    base::Words reason;  ///< a sentence without its end
};

/// The running contenders that the rule stops now. A run is compared by its best value up to where it is,
/// with the best values of the others up to the same place; only with those that have come as far. So the
/// result depends on reports alone, and not on which of them came first. [any]
///
/// Median: Golovin et al., "Google Vizier", KDD'17, section 3.2.2, with the best value in place of the mean.
/// Halving: the stopping variant of Li et al., "A System for Massively Parallel Hyperparameter Tuning"
/// (ASHA), MLSys'20, compared again whenever another run arrives at the place.
std::vector<EarlyStopOrder> worstOf(const v1::EarlyStop& rule, const SweepMetric& metric,
                                    const std::vector<Contender>& contenders);

}  // namespace trainyard::control
