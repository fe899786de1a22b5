// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRectF>
#include <QWidget>
#include <memory>
#include <vector>

#include "ui/widgets/chart/chart_content.h"

class QPainter;

namespace trainyard::widgets {

/// How a Chart shows its numbers: drawn by Qt Charts (chart_face_charts.cpp), or as a table in a build
/// without it (chart_face_table.cpp, TRAINYARD_WITH_CHARTS=OFF). [gui]
class ChartFace : public QWidget {
    Q_OBJECT
  public:
    explicit ChartFace(QWidget* parent = nullptr);
    ~ChartFace() override;

    /// In the colours of the current theme. `readings` are those of `content`.
    void show(const ChartContent& content, const std::vector<ChartReading>& readings);
    /// Marks one reading; -1: none.
    void mark(int reading);
    void paintInto(QPainter& painter, const QRectF& area);

  signals:
    /// The pointer is at a reading; -1: at none.
    void pointed(int reading);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace trainyard::widgets
