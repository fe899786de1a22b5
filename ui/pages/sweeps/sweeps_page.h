// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>

#include "ui/bridge/agent_for.h"
#include "ui/bridge/sweep_values.h"
#include "ui/pages/page.h"

class QLabel;
class QListWidget;

namespace trainyard::pages {

class SweepOffer;
class SweepView;

/// All sweeps of the agent, newest first, and the chosen one. A sweep file starts another. [gui]
class SweepsPage : public Page {
    Q_OBJECT
  public:
    using Agent = bridge::AgentFor<bridge::SweepCalls>;
    explicit SweepsPage(Agent agent, QWidget* parent = nullptr);

    /// Selects a sweep by its id.
    void open(const QString& id) override;
    QList<QAction*> menuActions() const override;

  protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void refresh();
    void refreshActions();
    void take(std::vector<bridge::SweepRow> sweeps);
    void keepPlaces(std::vector<bridge::SweepRow>& sweeps) const;
    void showChosen();
    void edit(bridge::SweepAction action);
    void askForFile();
    void load(const QString& file);
    void start(const bridge::PlannedSweep& sweep);

    Agent agent_;
    QTimer every_;
    std::vector<bridge::SweepRow> sweeps_;
    QString wanted_;  ///< to be selected once it is listed
    QAction* start_ = nullptr;
    SweepOffer* offer_ = nullptr;
    QListWidget* list_ = nullptr;
    QLabel* empty_ = nullptr;
    QLabel* failure_ = nullptr;  ///< why the sweeps could not be read
    SweepView* view_ = nullptr;
};

}  // namespace trainyard::pages
