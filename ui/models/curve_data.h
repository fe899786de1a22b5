// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "ui/bridge/values.h"

namespace trainyard::models {

/// The points of one line, by rising step. Once shared it does not change any more.
struct Curve {
    std::vector<std::int64_t> step;
    std::vector<double> value;
    std::vector<double> time;  ///< seconds since 1970, one a point; empty: not known

    std::size_t size() const { return step.size(); }
    bool hasTime() const { return !step.empty() && time.size() == step.size(); }
};
using CurvePtr = std::shared_ptr<const Curve>;

/// The points of a run's curves: what was queried, decimated, and after it the live tail. A live point that
/// the query already brought is not taken twice. [gui]
class CurveData {
  public:
    using Key = std::pair<bridge::SeriesKey, int>;  ///< series and attempt
    using Curves = std::map<Key, CurvePtr>;

    void clear();
    /// Takes the answer of a query for `key`, one entry an attempt, in place of the points in its range of
    /// steps; those before and after it stay.
    void replace(const bridge::SeriesKey& key, const std::vector<bridge::SeriesPoints>& attempts);
    void append(const bridge::SeriesPoints& points);
    /// What there is now; a copy costs little and stays as it is.
    const Curves& curves() const { return curves_; }
    /// The longest tail of points that came live since the newest query: once it is over the pixels there
    /// are, it is time to query anew.
    std::size_t longestTail() const;
    /// The newest step of any curve; 0 when there is none.
    std::int64_t lastStep() const;

  private:
    Curves curves_;
    std::map<Key, std::size_t> tails_;
};

/// One series over all attempts: what counts in one line, and what a restart has undone.
struct JoinedCurve {
    CurvePtr kept;
    std::vector<CurvePtr> lost;
};
/// `attempts` are the curves of one series, oldest attempt first. A point is lost when a later attempt has
/// done its step again.
JoinedCurve joinAttempts(const std::vector<CurvePtr>& attempts);

/// The exponential moving average that TensorBoard draws (tf-line-chart's resmooth): s = w·s + (1-w)·v,
/// divided by 1-wⁿ so that the first points are not pulled to zero. A run with more than `kSmoothedPoints`
/// points is averaged over stretches of 2ᵏ steps first, so that the same weight smooths a long run as much,
/// on the screen, as a short one. Values that are no numbers are passed over. 0 ≤ weight < 1.
CurvePtr smoothed(const Curve& curve, double weight);
constexpr std::size_t kSmoothedPoints = 1024;

/// The same points with every value multiplied.
CurvePtr scaled(const Curve& curve, double factor);

}  // namespace trainyard::models
