// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "ui/bridge/values.h"

namespace trainyard::models {

/// The points of one line, in step order. Once shared it does not change.
struct Curve {
    std::vector<std::int64_t> step;
    std::vector<double> value;
    std::vector<double> time;  ///< seconds since 1970, one per point; empty: not known

    std::size_t size() const { return step.size(); }
    bool hasTime() const { return !step.empty() && time.size() == step.size(); }
};
using CurvePtr = std::shared_ptr<const Curve>;

/// The points of a run's curves: the queried, decimated points, followed by the live tail. A live point that
/// the query already returned is not added twice. [gui]
class CurveData {
  public:
    using Key = std::pair<bridge::SeriesKey, int>;  ///< series and attempt
    using Curves = std::map<Key, CurvePtr>;

    void clear();
    /// Replaces the points in the queried range of steps with the answer of a query for `key`, one entry per
    /// attempt; points before and after the range stay.
    void replace(const bridge::SeriesKey& key, const std::vector<bridge::SeriesPoints>& attempts);
    void append(const bridge::SeriesPoints& points);
    /// The current points; a copy is cheap and does not change.
    const Curves& curves() const { return curves_; }
    /// The longest tail of live points since the newest query: once it exceeds the number of pixels, it is
    /// time to query again.
    std::size_t longestTail() const;
    /// The newest step of any curve; 0 when there is none.
    std::int64_t lastStep() const;

  private:
    Curves curves_;
    std::map<Key, std::size_t> tails_;
};

/// One series over all attempts: the valid points in one line, and the points undone by a restart.
struct JoinedCurve {
    CurvePtr kept;
    std::vector<CurvePtr> lost;
};
/// `attempts` are the curves of one series, oldest attempt first. A point is lost when a later attempt has
/// repeated its step.
JoinedCurve joinAttempts(const std::vector<CurvePtr>& attempts);

/// The exponential moving average that TensorBoard draws (tf-line-chart's resmooth): s = w·s + (1-w)·v,
/// divided by 1-wⁿ so that the first points are not pulled to zero. A run with more than `kSmoothedPoints`
/// points is averaged over stretches of 2ᵏ steps first, so that the same weight smooths a long run as much,
/// on the screen, as a short one. NaN and infinite values are skipped. 0 ≤ weight < 1.
CurvePtr smoothed(const Curve& curve, double weight);
constexpr std::size_t kSmoothedPoints = 1024;

/// The same points with every value multiplied.
CurvePtr scaled(const Curve& curve, double factor);

}  // namespace trainyard::models
