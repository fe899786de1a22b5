// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace trainyard::data {

/// Quantiles of a stream of numbers, by the algorithm of Keras' Discretization: the numbers of a block are
/// summarized by about 1/epsilon of them, and summaries are merged and compressed to as many. Up to a block,
/// the boundaries are those that Keras computes for one array. Memory: a block.
class Quantiles {
  public:
    static constexpr std::size_t kBlock = 1 << 16;

    explicit Quantiles(double epsilon) : epsilon_(epsilon) {}
    void add(double value);
    /// At most bins - 1 of them, ascending; at least one if there was a value.
    std::vector<double> boundaries(std::int64_t bins);

  private:
    struct Point {
        double value = 0, weight = 0;
    };
    using Summary = std::vector<Point>;
    static Summary compressed(Summary summary, std::int64_t points, double epsilon);
    void merge();

    double epsilon_;
    std::vector<double> block_;
    Summary summary_;
};

}  // namespace trainyard::data
