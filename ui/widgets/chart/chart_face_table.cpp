// SPDX-License-Identifier: Apache-2.0
#include <QEvent>
#include <QListWidget>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/widgets/chart/chart_faces.h"

namespace trainyard::widgets {
namespace {

class TableFace : public ChartFace {
  public:
    TableFace() {
        rows_->setFocusPolicy(Qt::NoFocus);  // the chart reads the keys
        rows_->setMouseTracking(true);
        rows_->viewport()->installEventFilter(this);
        connect(rows_, &QListWidget::itemEntered, this,
                [this](const QListWidgetItem* item) { pointed(rows_->row(item)); });
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(rows_);
    }

    void draw(const ChartContent&, const std::vector<ChartReading>& readings,
              const ChartStyle& style) override {
        rows_->clear();
        rows_->setFont(style.numbers);
        for (const ChartReading& reading : readings) rows_->addItem(reading.text);
    }

    void mark(int reading) override { rows_->setCurrentRow(reading); }

    void paintInto(QPainter& painter, const QRectF& area) override {
        painter.scale(area.width() / rows_->width(), area.height() / rows_->height());
        rows_->render(&painter);
    }

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == rows_->viewport() && event->type() == QEvent::Leave) pointed(-1);
        return QWidget::eventFilter(watched, event);
    }

  private:
    QListWidget* rows_ = new QListWidget(this);
};

}  // namespace

std::unique_ptr<ChartFace> makeTableFace() {
    return std::make_unique<TableFace>();
}

}  // namespace trainyard::widgets
