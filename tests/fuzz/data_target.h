// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <numeric>
#include <vector>

#include "core/data/dataset.h"
#include "scratch_file.h"

namespace trainyard::fuzz {

/// Inspects a source, opens it, verifies it and reads every sample: whatever is accepted is readable or
/// reports why not, and a quick inspection refuses nothing that opens.
inline void tryData(const spec::Choice& source) {
    const auto seen = data::inspect(source);
    TY_CHECK(seen || !seen.error().message.empty(), "a refusal says why");
    const auto opened = data::openDataset(source);
    TY_CHECK(opened || !opened.error().message.empty(), "a refusal says why");
    if (!opened) return;
    const data::Dataset& dataset = **opened;
    TY_CHECK(seen && seen->features == dataset.features() && seen->labels == dataset.labels() &&
                 seen->files == dataset.files(),
             "a quick look sees what opening sees");
    TY_CHECK(seen->samples < 0 || seen->samples == dataset.size(), "and counts alike");
    const auto verified = dataset.verify();
    TY_CHECK(verified || !verified.error().message.empty(), "a refusal says why");
    // Bounded: a hostile file may declare a large sample.
    if (dataset.features().elements() > 1 << 20 || dataset.labels().elements() > 1 << 20) return;
    std::vector<std::uint8_t> features(dataset.features().bytes()), labels(dataset.labels().bytes());
    float weight = 0;
    for (std::int64_t i = 0; i < std::min<std::int64_t>(dataset.size(), 200); ++i) {
        const auto status =
            dataset.read(std::vector<std::int64_t>{i}, {features.data(), labels.data(), &weight});
        TY_CHECK(status || !status.error().message.empty(), "a refusal says why");
    }
}

}  // namespace trainyard::fuzz
