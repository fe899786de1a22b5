// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/cluster_canvas/cluster_chip.h"

#include <QApplication>
#include <QCoreApplication>
#include <QDrag>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "ui/models/cluster_draft.h"
#include "ui/widgets/cluster_canvas/cluster_layout.h"
#include "ui/widgets/theme.h"

namespace trainyard::widgets {
namespace {

constexpr int kRadius = 6;
constexpr int kTitleHeight = 24;
constexpr int kSlotHeight = 5, kLeastSlotWidth = 4, kSlotGap = 1;

void drag(QWidget* source, const QString& mime, const QByteArray& what) {
    auto* drag = new QDrag(source);
    auto* data = new QMimeData;
    data->setData(mime, what);
    drag->setMimeData(data);
    drag->setPixmap(source->grab());
    drag->setHotSpot(QPoint(source->width() / 2, source->height() / 2));
    drag->exec(Qt::MoveAction | Qt::CopyAction);
}

bool isDragged(const QMouseEvent& event, const QPoint& pressed) {
    return event.buttons().testFlag(Qt::LeftButton) &&
           (event.pos() - pressed).manhattanLength() >= QApplication::startDragDistance();
}

}  // namespace

QColor roleColour(const QString& role) {
    return Theme::current().series(
        static_cast<int>(std::max<qsizetype>(models::clusterRoles().indexOf(role), 0)));
}

QString roleText(const QString& role) {
    if (role == QStringLiteral("chief")) return QCoreApplication::translate("Roles", "Chief");
    if (role == QStringLiteral("worker")) return QCoreApplication::translate("Roles", "Worker");
    if (role == QStringLiteral("ps")) return QCoreApplication::translate("Roles", "Parameter server");
    if (role == QStringLiteral("evaluator")) return QCoreApplication::translate("Roles", "Evaluator");
    return role;
}

ClusterChip::ClusterChip(QWidget* parent) : QAbstractButton(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::OpenHandCursor);
    setContextMenuPolicy(Qt::CustomContextMenu);
}

void ClusterChip::show(const Content& content) {
    content_ = content;
    update();
    setVisible(true);
}

void ClusterChip::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect()).adjusted(1, 1, -1, -1);
    const QColor border = content_.hasError                 ? theme.colour("failed")
                          : content_.isChosen || hasFocus() ? theme.colour("accent")
                                                            : theme.colour("line");
    painter.setPen(QPen(border, content_.isChosen || hasFocus() || content_.hasError ? 2 : 1));
    painter.setBrush(theme.colour(content_.isChosen ? "selection" : "panel"));
    painter.drawRoundedRect(box, kRadius, kRadius);
    painter.setPen(Qt::NoPen);
    painter.setBrush(roleColour(content_.role));
    painter.drawRoundedRect(QRectF(7, 9, 4, height() - 18), 2, 2);
    const QRectF words = box.adjusted(16, 5, -6, -5);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    painter.setFont(bold);
    painter.setPen(theme.colour("text"));
    painter.drawText(words, Qt::AlignLeft | Qt::AlignTop,
                     QFontMetrics(bold).elidedText(content_.task, Qt::ElideRight, int(words.width())));
    QFont small = tabularFont(font());
    small.setPointSizeF(font().pointSizeF() * 0.88);
    painter.setFont(small);
    painter.setPen(theme.colour(content_.hasError ? "failed" : "muted"));
    painter.drawText(words, Qt::AlignLeft | Qt::AlignBottom,
                     QFontMetrics(small).elidedText(content_.below, Qt::ElideRight, int(words.width())));
}

void ClusterChip::mousePressEvent(QMouseEvent* event) {
    pressed_ = event->pos();
    QAbstractButton::mousePressEvent(event);
}

void ClusterChip::mouseMoveEvent(QMouseEvent* event) {
    if (!isDragged(*event, pressed_)) return;
    setDown(false);
    drag(this, kTaskMime, QByteArray::number(content_.row));
}

namespace {

/// What a machine is, unless it is a node that can be used.
QString placeText(const QString& machine, const models::MachineSlots& machineSlots) {
    if (machineSlots.isOffline) return machineSlots.state;
    if (machine == QStringLiteral("local")) return MachineCard::tr("this machine");
    return machineSlots.isNode ? QString() : MachineCard::tr("not a node");
}

QString slotsText(const models::MachineSlots& machineSlots) {
    if (machineSlots.cores == 0) return {};
    QString cpus = MachineCard::tr("CPUs: %1 of %2").arg(machineSlots.coresTaken).arg(machineSlots.cores);
    if (machineSlots.gpus == 0) return cpus;
    return cpus + QStringLiteral(" · ") +
           MachineCard::tr("GPUs: %1 of %2").arg(machineSlots.gpusTaken).arg(machineSlots.gpus);
}

/// A part for each slot where there is room; those that are taken are filled.
void paintBar(QPainter& painter, const QRectF& bar, int all, int taken) {
    const Theme& theme = Theme::current();
    const int parts = std::min(all, static_cast<int>(bar.width() / kLeastSlotWidth));
    const double width = bar.width() / parts;
    const double filled = std::min(1.0, double(taken) / all) * parts;
    painter.setPen(Qt::NoPen);
    for (int part = 0; part < parts; ++part) {
        painter.setBrush(theme.colour(part >= filled ? "line" : taken > all ? "waiting" : "accent"));
        painter.drawRoundedRect(QRectF(bar.left() + part * width, bar.top(), width - kSlotGap, bar.height()),
                                1, 1);
    }
}

}  // namespace

MachineCard::MachineCard(QWidget* parent) : QFrame(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setContextMenuPolicy(Qt::CustomContextMenu);
}

void MachineCard::show(const QString& machine, const models::MachineSlots& machineSlots, bool isChosen) {
    machine_ = machine;
    slots_ = machineSlots;
    isChosen_ = isChosen;
    const QString place = placeText(machine_, slots_), text = slotsText(slots_);
    setAccessibleDescription(place.isEmpty() || text.isEmpty() ? place + text : place + ", " + text);
    update();
    setVisible(true);
}

void MachineCard::setDropTarget(bool isTarget) {
    if (isTarget_ == isTarget) return;
    isTarget_ = isTarget;
    update();
}

std::vector<QRect> MachineCard::words() const {
    const int most = width() - 32;
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    const QString place = placeText(machine_, slots_), text = slotsText(slots_);
    int title = QFontMetrics(bold).horizontalAdvance(machine_);
    if (!place.isEmpty()) title += 8 + fontMetrics().horizontalAdvance(place);
    std::vector<QRect> lines{QRect(16, 8, std::min(title, most), kTitleHeight)};
    if (!text.isEmpty())
        lines.emplace_back(16, 8 + kTitleHeight, std::min(fontMetrics().horizontalAdvance(text), most),
                           fontMetrics().height());
    return lines;
}

void MachineCard::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool isMarked = isTarget_ || isChosen_ || hasFocus();
    painter.setPen(QPen(theme.colour(isMarked ? "accent" : "line"), hasFocus() || isTarget_ ? 2 : 1,
                        isTarget_ || slots_.isOffline ? Qt::DashLine : Qt::SolidLine));
    painter.setBrush(theme.colour("window"));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), kRadius, kRadius);
    const QRect title(16, 8, width() - 32, kTitleHeight);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    painter.setFont(bold);
    painter.setPen(theme.colour("text"));
    const QString name = QFontMetrics(bold).elidedText(machine_, Qt::ElideRight, title.width());
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter, name);
    painter.setFont(font());
    painter.setPen(theme.colour(slots_.isOffline ? "waiting" : "muted"));
    const int used = QFontMetrics(bold).horizontalAdvance(name) + 8;
    painter.drawText(title.adjusted(used, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(placeText(machine_, slots_), Qt::ElideRight,
                                              std::max(title.width() - used, 0)));
    paintSlots(painter);
}

/// A text, and under it a bar of the CPUs and one of the GPUs.
void MachineCard::paintSlots(QPainter& painter) const {
    const Theme& theme = Theme::current();
    QRect line(16, 8 + kTitleHeight, width() - 32, fontMetrics().height());
    QFont small = tabularFont(font());
    small.setPointSizeF(font().pointSizeF() * 0.88);
    painter.setFont(small);
    painter.setPen(theme.colour("muted"));
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetrics(small).elidedText(slotsText(slots_), Qt::ElideRight, line.width()));
    int y = line.bottom() + 4;
    for (const auto& [all, taken] :
         {std::pair(slots_.cores, slots_.coresTaken), std::pair(slots_.gpus, slots_.gpusTaken)}) {
        if (all == 0) continue;
        paintBar(painter, QRectF(line.left(), y, line.width(), kSlotHeight), all, taken);
        y += kSlotHeight + 3;
    }
}

void MachineCard::focusInEvent(QFocusEvent* event) {
    emit chosen();
    QFrame::focusInEvent(event);
    update();
}

void MachineCard::mousePressEvent(QMouseEvent* event) {
    setFocus(Qt::MouseFocusReason);
    event->accept();
}

RoleButton::RoleButton(const QString& role, QWidget* parent) : QToolButton(parent), role_(role) {
    setText(roleText(role));
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setIconSize(QSize(10, 16));
    drawIcon();
}

void RoleButton::drawIcon() {
    QPixmap bar(20, 32);
    bar.fill(Qt::transparent);
    QPainter painter(&bar);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(roleColour(role_));
    painter.drawRoundedRect(QRectF(6, 2, 8, 28), 4, 4);
    painter.end();
    setIcon(QIcon(bar));
}

void RoleButton::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) drawIcon();
    QToolButton::changeEvent(event);
}

void RoleButton::mousePressEvent(QMouseEvent* event) {
    pressed_ = event->pos();
    QToolButton::mousePressEvent(event);
}

void RoleButton::mouseMoveEvent(QMouseEvent* event) {
    if (!isDragged(*event, pressed_)) return;
    setDown(false);
    drag(this, kRoleMime, role_.toLatin1());
}

}  // namespace trainyard::widgets

#include "moc_cluster_chip.cpp"
