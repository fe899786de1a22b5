// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/chart/chart_faces.h"

#include <QLibrary>

#include "core/base/home.h"

namespace trainyard::widgets {

std::filesystem::path chartModule() {
#ifdef TRAINYARD_WITH_CHARTS
    return base::programFolder().parent_path() / "lib" / "trainyard" / "libtrainyard_charts.so";
#else
    return {};
#endif
}

std::unique_ptr<ChartFace> makeChartFace(const std::filesystem::path& module, QString& whyTable) {
    if (module.empty()) return makeTableFace();
    QLibrary library(QString::fromStdString(module.string()));
    library.setLoadHints(QLibrary::PreventUnloadHint);  // its code belongs to widgets
    const auto make = reinterpret_cast<MakeChartFace>(library.resolve("trainyard_chart_face"));
    if (make) return std::unique_ptr<ChartFace>(make(nullptr));
    whyTable = library.errorString();
    return makeTableFace();
}

}  // namespace trainyard::widgets
