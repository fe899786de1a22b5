// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "ui/bridge/values.h"

namespace trainyard::models {

/// The points of a run's curves: what was queried, decimated, and after it the live tail. A live point that
/// the query already brought is not taken twice. [gui]
class CurveData {
  public:
    struct Curve {
        std::vector<std::int64_t> step;
        std::vector<double> value;
        std::size_t tail = 0;  ///< how many points came live since the newest query
    };
    using Key = std::pair<bridge::SeriesKey, int>;  ///< series and attempt
    using Curves = std::map<Key, Curve>;

    void clear() { curves_.clear(); }
    /// Takes the answer of a query for `key`, one entry an attempt, in place of the points in its range of
    /// steps; those before and after it stay.
    void replace(const bridge::SeriesKey& key, const std::vector<bridge::SeriesPoints>& attempts);
    void append(const bridge::SeriesPoints& points);
    const Curves& curves() const { return curves_; }
    /// The longest tail: once it is over the pixels there are, it is time to query anew.
    std::size_t longestTail() const;
    /// The newest step of any curve; 0 when there is none.
    std::int64_t lastStep() const;

  private:
    Curves curves_;
};

}  // namespace trainyard::models
