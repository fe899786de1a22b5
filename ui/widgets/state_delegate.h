// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <QStyledItemDelegate>
#include <QWidget>

#include "ui/bridge/values.h"

namespace trainyard::widgets {

QColor stateColour(bridge::RunState state);
QColor stateColour(bridge::TaskState state);
/// The shape that shows the state without colour: ring, disc, tick, cross, square, triangle.
void paintStateShape(QPainter& painter, const QRectF& box, bridge::RunState state);
void paintStateShape(QPainter& painter, const QRectF& box, bridge::TaskState state);
QPixmap stateShape(bridge::RunState state, int pixels, qreal devicePixelRatio);

/// Draws a state cell (models::kStateRole or kTaskStateRole) as a coloured shape and a word.
class StateDelegate : public QStyledItemDelegate {
    Q_OBJECT
  public:
    /// Width of the shape and its gap, left of the word.
    static constexpr int kShapeWidth = 17;

    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

/// Draws a swatch of the run's colour (models::RunListModel::kColourRole) before its name, if it has one.
class SwatchDelegate : public QStyledItemDelegate {
    Q_OBJECT
  public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

/// Draws where the time of a task's steps goes (models::TaskListModel::kLaneRole) as a bar of three parts:
/// input, computing, waiting (hatched), with a triangle next to it when the others wait for this task.
class LaneDelegate : public QStyledItemDelegate {
    Q_OBJECT
  public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

/// A legend of the parts of LaneDelegate's bars, in its colours.
class LaneKey : public QWidget {
    Q_OBJECT
  public:
    /// `words` for input, computing and waiting.
    explicit LaneKey(const QStringList& words, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    const QStringList words_;
};

/// Draws a cell in the colour of its row's models::kSeverityRole.
class SeverityDelegate : public QStyledItemDelegate {
    Q_OBJECT
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

}  // namespace trainyard::widgets
