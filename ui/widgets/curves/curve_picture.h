// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace trainyard::widgets {

class CurvePlot;

/// Writes the curves of `plot`, in the range and on the axes that it shows, as a picture of its own size with
/// a title and a legend: PNG, SVG or PDF by the ending of `path`. Returns what is wrong; empty: it is
/// written. [gui]
QString saveCurvePicture(const CurvePlot& plot, const QString& title, const QString& path);

}  // namespace trainyard::widgets
