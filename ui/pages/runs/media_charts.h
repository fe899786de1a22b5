// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "ui/widgets/chart/chart_content.h"

namespace trainyard::pages {

/// Left edge, right edge and count of each bucket as bars of equal widths, as TensorBoard shows them: the
/// count of a bucket is spread over the bars that it covers.
widgets::ChartContent histogramChart(const std::vector<double>& buckets);
/// Six rows, of which the last two are precision and recall, as a line over recall.
widgets::ChartContent prCurveChart(const std::vector<double>& rows);

}  // namespace trainyard::pages
