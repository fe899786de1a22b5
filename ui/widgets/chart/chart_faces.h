// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <filesystem>
#include <memory>

#include "ui/widgets/chart/chart_face.h"

namespace trainyard::widgets {

/// libtrainyard_charts.so beside the program; empty in a build without Qt Charts.
std::filesystem::path chartModule();

/// A face drawn by Qt Charts, which the first call loads with `module`: a window that shows no chart does
/// without it. With an empty path, or if the module cannot be loaded, the face is a table; `whyTable` then
/// says what is wrong, if anything is. [gui]
std::unique_ptr<ChartFace> makeChartFace(const std::filesystem::path& module, QString& whyTable);

/// A table of the readings, drawn by Qt itself.
std::unique_ptr<ChartFace> makeTableFace();

}  // namespace trainyard::widgets
