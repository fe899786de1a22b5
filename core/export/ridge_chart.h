// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/buckets.h"

namespace trainyard::exports {

/// One histogram of several.
struct Ridge {
    std::string name;
    std::vector<base::Bucket> buckets;
};

/// The histograms as an SVG element, each a little below the one before, over one axis and at one scale, as
/// TensorBoard offsets them. Empty if none has values.
std::string ridgeChart(const std::string& title, const std::vector<Ridge>& ridges);

}  // namespace trainyard::exports
