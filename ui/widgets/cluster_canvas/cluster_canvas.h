// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "ui/models/cluster_model.h"
#include "ui/widgets/cluster_canvas/cluster_layout.h"

class QMenu;

namespace trainyard::widgets {

class ClusterChip;
class LinkLayer;
class MachineCard;

/// The cluster as a drawing: machines are cards, tasks chips on them, connections lines. Accepts roles and
/// tasks dropped on a card. Keyboard: Tab moves through cards and chips, the arrow keys between chips,
/// Ctrl+arrow moves a task to the next machine, Return on a card opens what can be added to it, Delete
/// removes, the menu key opens the other actions. [gui]
class ClusterCanvas : public QWidget {
    Q_OBJECT
  public:
    explicit ClusterCanvas(models::ClusterModel& model, QWidget* parent = nullptr);

    /// The machine that a new task is placed on: that of the selected task, or the last selected card.
    QString chosenMachine() const;
    /// -1: none.
    int chosenTask() const { return chosenTask_; }
    void chooseTask(int row);
    QSize sizeHint() const override { return layout_.size; }
    QSize minimumSizeHint() const override;

  public slots:
    void askForMachine();

  signals:
    void taskChosen(int row);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

  private:
    void refresh();
    void place();
    ClusterChip* addChip();
    MachineCard* addCard();
    bool chipKey(ClusterChip& chip, const QKeyEvent& event);
    bool cardKey(MachineCard& card, const QKeyEvent& event);
    void focusTask(int row);
    void removeMachine(const MachineCard& card);
    void moveToNeighbour(int row, int by);
    void showTaskMenu(int row, const QPoint& at);
    void addGpus(QMenu& menu, int row);
    void showMachineMenu(const QString& machine, const QPoint& at);
    void askForPort(int row);
    void askForName(const QString& machine, int row);
    MachineCard* cardAt(const QPoint& position) const;
    void markTarget(const MachineCard* target);

    models::ClusterModel& model_;
    ClusterLayout layout_;
    std::vector<ClusterChip*> chips_;
    std::vector<MachineCard*> cards_;
    LinkLayer* links_ = nullptr;
    QString chosenMachine_;
    int chosenTask_ = -1;
};

}  // namespace trainyard::widgets
