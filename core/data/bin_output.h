// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/base/lookup.h"

namespace trainyard::data {

/// What numbers an entry of `preprocessing` makes.
enum class Numbers { kIndexes, kWhole, kFractions };

inline Numbers numbersOf(base::OutputMode mode) {
    if (mode == base::OutputMode::kInt) return Numbers::kIndexes;
    return mode == base::OutputMode::kTfIdf ? Numbers::kFractions : Numbers::kWhole;
}

/// Where the bins of some cells are in a sample: an index each, a row each, or one row for all.
struct BinOutput {
    base::OutputMode mode = base::OutputMode::kInt;
    std::int64_t bins = 0;

    std::int64_t width(std::int64_t cells) const {
        if (mode == base::OutputMode::kInt) return cells;
        return mode == base::OutputMode::kOneHot ? cells * bins : bins;
    }
    /// Of cell number `at`; `out` has zeros before the first.
    template <typename Number>
    void put(std::int64_t bin, std::int64_t at, Number* out) const {
        if (mode == base::OutputMode::kInt)
            out[at] = static_cast<Number>(bin);
        else if (mode == base::OutputMode::kOneHot)
            out[at * bins + bin] = 1;
        else if (mode == base::OutputMode::kMultiHot)
            out[bin] = 1;
        else
            out[bin] += 1;
    }
};

}  // namespace trainyard::data
