// SPDX-License-Identifier: Apache-2.0
#include "core/data/number_columns.h"

#include <algorithm>
#include <cmath>

namespace trainyard::data {
namespace {

constexpr double kLeastDeviation = 1e-7;  // Keras' epsilon

/// One number per column; a number alone is that of all.
base::Result<std::vector<double>> perColumn(const LayerOptions& options, const char* key,
                                            std::size_t columns) {
    TY_ASSIGN(std::vector<double> numbers, options.list<double>(key));
    if (numbers.size() == 1) numbers.resize(columns, numbers.front());
    if (numbers.size() == columns) return numbers;
    return options.wrong(key, base::say("one number, or one per column ({}),", columns));
}

}  // namespace

base::Result<NormalizedColumns> NormalizedColumns::create(const LayerOptions& options, std::size_t columns) {
    NormalizedColumns normalized;
    TY_ASSIGN(normalized.means_, perColumn(options, "mean", columns));
    TY_ASSIGN(const std::vector<double> variances, perColumn(options, "variance", columns));
    for (const double variance : variances) {
        if (variance < 0) return options.wrong("variance", "numbers of at least 0");
        normalized.deviations_.push_back(std::max(std::sqrt(variance), kLeastDeviation));
    }
    return normalized;
}

base::Result<BucketedColumns> BucketedColumns::create(const LayerOptions& options) {
    BucketedColumns bucketed;
    TY_ASSIGN(bucketed.boundaries_, options.list<double>("bin_boundaries"));
    if (bucketed.boundaries_.empty() || !std::ranges::is_sorted(bucketed.boundaries_))
        return options.wrong("bin_boundaries", "numbers in ascending order");
    const auto bins = static_cast<std::int64_t>(bucketed.boundaries_.size()) + 1;
    TY_ASSIGN(const auto given, options.one<std::int64_t>("num_bins"));
    if (given && *given < bins)
        return options.wrong("num_bins",
                             base::say("one more than `bin_boundaries` has ({}), or no value,", bins));
    TY_ASSIGN(const base::OutputMode mode, options.named("output_mode", kOutputModes));
    bucketed.output_ = {mode, given.value_or(bins)};
    return bucketed;
}

}  // namespace trainyard::data
