// SPDX-License-Identifier: Apache-2.0
#include <QEvent>
#include <QListWidget>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/widgets/chart/chart_face.h"
#include "ui/widgets/theme.h"

namespace trainyard::widgets {

struct ChartFace::Parts {
    QListWidget* rows = nullptr;
};

ChartFace::ChartFace(QWidget* parent) : QWidget(parent), parts_(std::make_unique<Parts>()) {
    parts_->rows = new QListWidget(this);
    parts_->rows->setFocusPolicy(Qt::NoFocus);  // the chart reads the keys
    parts_->rows->setFont(tabularFont(font()));
    parts_->rows->setMouseTracking(true);
    parts_->rows->viewport()->installEventFilter(this);
    connect(parts_->rows, &QListWidget::itemEntered, this,
            [this](QListWidgetItem* item) { emit pointed(parts_->rows->row(item)); });
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(parts_->rows);
}

ChartFace::~ChartFace() = default;

void ChartFace::show(const ChartContent&, const std::vector<ChartReading>& readings) {
    parts_->rows->clear();
    for (const ChartReading& reading : readings) parts_->rows->addItem(reading.text);
}

void ChartFace::mark(int reading) {
    parts_->rows->setCurrentRow(reading);
}

void ChartFace::paintInto(QPainter& painter, const QRectF& area) {
    painter.scale(area.width() / parts_->rows->width(), area.height() / parts_->rows->height());
    parts_->rows->render(&painter);
}

bool ChartFace::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parts_->rows->viewport() && event->type() == QEvent::Leave) emit pointed(-1);
    return QWidget::eventFilter(watched, event);
}

}  // namespace trainyard::widgets
