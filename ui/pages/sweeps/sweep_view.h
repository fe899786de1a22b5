// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "ui/models/sweep_run_model.h"

class QAction;
class QLabel;
class QSortFilterProxyModel;
class QTableView;

namespace trainyard::widgets {
class ElidedLabel;
class ParallelView;
}  // namespace trainyard::widgets

namespace trainyard::pages {

class SweepScatter;

/// One sweep: its progress, its best run and what can be done with it; its runs as a table, as parallel
/// coordinates and as a scatter. A run chosen in one of the first two is chosen in the other. [gui]
class SweepView : public QWidget {
    Q_OBJECT
  public:
    explicit SweepView(QWidget* parent = nullptr);

    void show(const bridge::SweepRow& sweep);
    const bridge::SweepRow& sweep() const { return runs_.sweep(); }
    QList<QAction*> actions() const { return {hold_, release_, stop_, openBest_}; }
    /// What came of the last request.
    void setNotice(const QString& text);

  signals:
    void runRequested(const QString& run);
    void editRequested(trainyard::bridge::SweepAction action);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void makeActions();
    QAction* makeAction(const QString& name, const QString& text, const QString& help);
    QWidget* makeHeader();
    QTableView* makeTable();
    void refreshHeader();
    void fitColumns();
    void sortUnlessPointedAt();
    void chooseInTable(int run);
    void openCurrent();

    models::SweepRunModel runs_;
    QSortFilterProxyModel* sorted_ = nullptr;
    QAction *hold_ = nullptr, *release_ = nullptr, *stop_ = nullptr, *openBest_ = nullptr;
    QLabel *title_ = nullptr, *problem_ = nullptr, *notice_ = nullptr;
    widgets::ElidedLabel *state_ = nullptr, *best_ = nullptr;
    QTableView* table_ = nullptr;
    widgets::ParallelView* parallel_ = nullptr;
    SweepScatter* scatter_ = nullptr;
};

}  // namespace trainyard::pages
