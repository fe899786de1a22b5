// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/data/bin_output.h"
#include "core/data/cell.h"
#include "core/data/layer_options.h"

namespace trainyard::data {

/// Keras' Normalization: (x - mean) / sqrt(variance), column by column.
class NormalizedColumns {
  public:
    static base::Result<NormalizedColumns> create(const LayerOptions& options, std::size_t columns);
    std::int64_t width(std::int64_t columns) const { return columns; }
    Numbers numbers() const { return Numbers::kFractions; }
    std::int64_t size() const { return 0; }
    template <typename Number>
    base::Status write(std::span<const std::string_view> cells, Number* out) const {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            TY_ASSIGN(const double x, finiteNumberIn(cells[i]));
            out[i] = static_cast<Number>((x - means_[i]) / deviations_[i]);
        }
        return {};
    }

  private:
    NormalizedColumns() = default;
    std::vector<double> means_, deviations_;
};

/// Keras' Discretization: the number of boundaries that are at most x. All columns have the same ones.
class BucketedColumns {
  public:
    static base::Result<BucketedColumns> create(const LayerOptions& options);
    std::int64_t width(std::int64_t columns) const { return output_.width(columns); }
    Numbers numbers() const { return numbersOf(output_.mode); }
    std::int64_t size() const { return output_.bins; }
    template <typename Number>
    base::Status write(std::span<const std::string_view> cells, Number* out) const {
        const auto count = static_cast<std::int64_t>(cells.size());
        std::fill_n(out, width(count), Number{});
        for (std::int64_t i = 0; i < count; ++i) {
            TY_ASSIGN(const double x, finiteNumberIn(cells[static_cast<std::size_t>(i)]));
            const auto above = std::ranges::upper_bound(boundaries_, x);
            output_.put(above - boundaries_.begin(), i, out);
        }
        return {};
    }

  private:
    BucketedColumns() = default;
    std::vector<double> boundaries_;
    BinOutput output_;
};

}  // namespace trainyard::data
