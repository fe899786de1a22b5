// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractButton>
#include <QFrame>
#include <QRect>
#include <QToolButton>
#include <vector>

#include "ui/models/cluster_slots.h"

class QPainter;

namespace trainyard::widgets {

/// What can be dragged onto the canvas: a role for a new task, or a task by its row.
inline const QString kRoleMime = QStringLiteral("application/x-trainyard-role");
inline const QString kTaskMime = QStringLiteral("application/x-trainyard-task");

QColor roleColour(const QString& role);
/// The role in the user's language.
QString roleText(const QString& role);

/// A task on the canvas: role, index, port. Draggable; the canvas handles its keys. [gui]
class ClusterChip : public QAbstractButton {
    Q_OBJECT
  public:
    static constexpr QSize kSize{126, 48};

    explicit ClusterChip(QWidget* parent = nullptr);
    struct Content {
        int row = 0;
        QString role;
        QString task;   ///< "worker:1"
        QString below;  ///< port, and whether it is the chief
        bool isChosen = false;
        bool hasError = false;
    };
    void show(const Content& content);
    int row() const { return content_.row; }

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

  private:
    Content content_;
    QPoint pressed_;
};

/// A machine on the canvas: a card that accepts tasks, with its CPUs and GPUs as slots. One that is not
/// connected is dashed and labelled so. [gui]
class MachineCard : public QFrame {
    Q_OBJECT
  public:
    explicit MachineCard(QWidget* parent = nullptr);
    void show(const QString& machine, const models::MachineSlots& machineSlots, bool isChosen);
    const QString& machine() const { return machine_; }
    void setDropTarget(bool isTarget);
    /// The lines that are written on it, in its own coordinates.
    std::vector<QRect> words() const;

  signals:
    void chosen();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

  private:
    void paintSlots(QPainter& painter) const;

    QString machine_;
    models::MachineSlots slots_;
    bool isChosen_ = false;
    bool isTarget_ = false;
};

/// A role of the palette: clicking it adds a task, dragging it places one.
class RoleButton : public QToolButton {
    Q_OBJECT
  public:
    explicit RoleButton(const QString& role, QWidget* parent = nullptr);

  protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    void drawIcon();
    QString role_;
    QPoint pressed_;
};

}  // namespace trainyard::widgets
