// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/state_delegate.h"

#include <QApplication>
#include <QPainter>
#include <QPainterPath>
#include <array>

#include "ui/models/format.h"
#include "ui/models/run_list_model.h"
#include "ui/models/task_list_model.h"
#include "ui/widgets/theme.h"

namespace trainyard::widgets {
namespace {

enum class Shape { kRing, kHalfRing, kDisc, kTick, kCross, kSquare, kTriangle };

struct Look {
    Shape shape;
    const char* colour;
};

Look lookOf(bridge::RunState state) {
    using enum bridge::RunState;
    switch (state) {
        case kQueued:
            return {Shape::kRing, "waiting"};
        case kStarting:
            return {Shape::kHalfRing, "waiting"};
        case kRunning:
            return {Shape::kDisc, "accent"};
        case kStopping:
            return {Shape::kHalfRing, "waiting"};
        case kSucceeded:
            return {Shape::kTick, "succeeded"};
        case kFailed:
            return {Shape::kCross, "failed"};
        case kStopped:
            return {Shape::kSquare, "muted"};
        case kPreempted:
            return {Shape::kTriangle, "waiting"};
        case kPausing:
            return {Shape::kHalfRing, "accent"};
        case kPaused:
            return {Shape::kSquare, "accent"};
        case kImported:
            return {Shape::kRing, "muted"};
        case kUnknown:
            break;
    }
    return {Shape::kRing, "muted"};
}

bridge::RunState likeRun(bridge::TaskState state) {
    using enum bridge::TaskState;
    switch (state) {
        case kStarting:
            return bridge::RunState::kStarting;
        case kRunning:
            return bridge::RunState::kRunning;
        case kSucceeded:
            return bridge::RunState::kSucceeded;
        case kFailed:
        case kLost:
            return bridge::RunState::kFailed;
        case kStopped:
            return bridge::RunState::kStopped;
        case kUnknown:
            break;
    }
    return bridge::RunState::kUnknown;
}

void paintShape(QPainter& painter, const QRectF& box, Shape shape, const QColor& colour) {
    const QRectF r = box.adjusted(1.5, 1.5, -1.5, -1.5);
    QPen pen(colour, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    switch (shape) {
        case Shape::kRing:
            painter.drawEllipse(r);
            break;
        case Shape::kHalfRing:
            painter.drawArc(r, 90 * 16, -230 * 16);
            break;
        case Shape::kDisc:
            painter.setPen(Qt::NoPen);
            painter.setBrush(colour);
            painter.drawEllipse(r);
            break;
        case Shape::kTick:
            painter.drawPolyline(QPolygonF{{r.left(), r.center().y() + 0.5},
                                           {r.left() + r.width() * 0.38, r.bottom() - 0.5},
                                           {r.right(), r.top() + 0.5}});
            break;
        case Shape::kCross:
            painter.drawLine(r.topLeft(), r.bottomRight());
            painter.drawLine(r.topRight(), r.bottomLeft());
            break;
        case Shape::kSquare:
            painter.setBrush(colour);
            painter.drawRect(r.adjusted(1, 1, -1, -1));
            break;
        case Shape::kTriangle:
            painter.setBrush(colour);
            painter.drawPolygon(QPolygonF{r.bottomLeft(), r.bottomRight(), {r.center().x(), r.top()}});
            break;
    }
}

constexpr int kKeyBox = 9, kKeyGap = 5, kKeySpacing = 12;

using LaneBrushes = std::array<QBrush, 3>;
/// For input, computing and waiting.
LaneBrushes laneBrushes() {
    const Theme& theme = Theme::current();
    return {theme.series(1), theme.series(0),
            QBrush(theme.colour(QStringLiteral("muted")), Qt::BDiagPattern)};
}

}  // namespace

QColor stateColour(bridge::RunState state) {
    return Theme::current().colour(QString::fromLatin1(lookOf(state).colour));
}

QColor stateColour(bridge::TaskState state) {
    return stateColour(likeRun(state));
}

void paintStateShape(QPainter& painter, const QRectF& box, bridge::RunState state) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintShape(painter, box, lookOf(state).shape, stateColour(state));
    painter.restore();
}

void paintStateShape(QPainter& painter, const QRectF& box, bridge::TaskState state) {
    paintStateShape(painter, box, likeRun(state));
}

QPixmap stateShape(bridge::RunState state, int pixels, qreal devicePixelRatio) {
    QPixmap pixmap(QSize(pixels, pixels) * devicePixelRatio);
    pixmap.setDevicePixelRatio(devicePixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintStateShape(painter, QRectF(0, 0, pixels, pixels), state);
    return pixmap;
}

void StateDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QString word = cell.text;
    cell.text.clear();
    QStyle* style = cell.widget ? cell.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);

    constexpr int kShape = 11;
    constexpr int kGap = kShapeWidth - kShape;
    constexpr int kPadding = 8;
    const QRect r = cell.rect.adjusted(kPadding, 0, -kPadding, 0);
    const QRectF box(r.left(), r.center().y() - kShape / 2.0 + 0.5, kShape, kShape);
    QColor colour;
    if (const QVariant run = index.data(models::kStateRole); run.isValid()) {
        const auto state = static_cast<bridge::RunState>(run.toInt());
        paintStateShape(*painter, box, state);
        colour = stateColour(state);
    } else {
        const auto state = static_cast<bridge::TaskState>(index.data(models::kTaskStateRole).toInt());
        paintStateShape(*painter, box, state);
        colour = stateColour(state);
    }
    const QRect textBox = r.adjusted(kShape + kGap, 0, 0, 0);
    painter->save();
    painter->setPen(colour);
    painter->setFont(cell.font);
    painter->drawText(textBox, Qt::AlignLeft | Qt::AlignVCenter,
                      cell.fontMetrics.elidedText(word, Qt::ElideRight, textBox.width()));
    painter->restore();
}

void SwatchDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const {
    const QVariant colour = index.data(models::RunListModel::kColourRole);
    QStyledItemDelegate::paint(painter, option, index);
    if (!colour.isValid()) return;
    painter->fillRect(QRect(option.rect.left(), option.rect.top() + 4, 4, option.rect.height() - 8),
                      Theme::current().series(colour.toInt()));
}

void LaneDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    const auto lane = index.data(models::TaskListModel::kLaneRole).value<QList<double>>();
    if (lane.size() != 4) return QStyledItemDelegate::paint(painter, option, index);
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    cell.text.clear();
    QStyle* style = cell.widget ? cell.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);

    constexpr int kMark = 16;
    QRectF bar = QRectF(option.rect).adjusted(8, 0, -8 - kMark, 0);
    bar.setTop(option.rect.center().y() - 4);
    bar.setHeight(9);
    const LaneBrushes brushes = laneBrushes();
    painter->save();
    double left = bar.left();
    for (int part = 0; part < 3; ++part) {
        const double width = bar.width() * lane[part] / lane[3];
        painter->fillRect(QRectF(left, bar.top(), width, bar.height()),
                          brushes[static_cast<std::size_t>(part)]);
        left += width;
    }
    painter->setPen(QPen(Theme::current().colour(QStringLiteral("line")), 1));
    painter->drawRect(QRectF(bar.left(), bar.top(), left - bar.left(), bar.height()));
    painter->restore();
    if (index.data(models::TaskListModel::kStragglerRole).toBool())
        paintStateShape(*painter, QRectF(bar.right() + 4, option.rect.center().y() - 5, 11, 11),
                        bridge::RunState::kPreempted);
}

LaneKey::LaneKey(const QStringList& words, QWidget* parent) : QWidget(parent), words_(words) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    setAccessibleName(words.join(QStringLiteral(", ")));
}

QSize LaneKey::sizeHint() const {
    int width = 0;
    for (const QString& word : words_)
        width += kKeyBox + kKeyGap + fontMetrics().horizontalAdvance(word) + kKeySpacing;
    return {width, fontMetrics().lineSpacing()};
}

void LaneKey::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = Theme::current();
    const LaneBrushes brushes = laneBrushes();
    int left = 0;
    for (qsizetype part = 0; part < words_.size(); ++part) {
        const int width = fontMetrics().horizontalAdvance(words_[part]);
        if (left + kKeyBox + kKeyGap + width > this->width()) return;  // part of a word is useless
        const QRect box(left, (height() - kKeyBox) / 2, kKeyBox, kKeyBox);
        painter.fillRect(box, brushes[static_cast<std::size_t>(part)]);
        painter.setPen(theme.colour(QStringLiteral("line")));
        painter.drawRect(box.adjusted(0, 0, -1, -1));
        painter.setPen(theme.colour(QStringLiteral("muted")));
        painter.drawText(QRect(box.right() + kKeyGap, 0, width + 1, height()), Qt::AlignVCenter,
                         words_[part]);
        left = box.right() + kKeyGap + width + kKeySpacing;
    }
}

void SeverityDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    const QVariant severity = index.data(models::kSeverityRole);
    if (!severity.isValid()) return;
    const auto which = static_cast<bridge::Severity>(severity.toInt());
    const auto name = which == bridge::Severity::kError     ? "failed"
                      : which == bridge::Severity::kWarning ? "waiting"
                                                            : "muted";
    const QColor colour = Theme::current().colour(QString::fromLatin1(name));
    option->palette.setColor(QPalette::Text, colour);
    option->palette.setColor(QPalette::HighlightedText, colour);
}

}  // namespace trainyard::widgets

#include "moc_state_delegate.cpp"
