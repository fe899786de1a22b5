// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QTimer>
#include <functional>

#include "ui/bridge/agent_for.h"
#include "ui/models/checkpoint_list_model.h"
#include "ui/models/curve_data.h"
#include "ui/pages/page.h"

class QAction;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QSortFilterProxyModel;
class QSplitter;
class QStackedWidget;
class QTableView;

namespace trainyard::bridge {
struct RunListChange;
}
namespace trainyard::widgets {
class CurvePlot;
}

namespace trainyard::pages {

class CheckpointDetail;
class PredictionView;
class SendBar;

/// The checkpoints of a run or of all runs that are not in the trash: their metrics, contents and actions.
/// Explains the effect of an action before it runs. [gui]
class CheckpointsPage : public Page {
    Q_OBJECT
  public:
    using Agent =
        bridge::AgentFor<bridge::CheckpointCalls, bridge::RunCalls, bridge::SeriesCalls, bridge::SendCalls>;
    explicit CheckpointsPage(Agent agent, QWidget* parent = nullptr);

    /// A checkpoint's path, or a run's id: its checkpoints.
    void open(const QString& argument) override;
    QList<QAction*> menuActions() const override;
    QVariantMap saveState() const override;
    void restoreState(const QVariantMap& state) override;

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    void makeActions();
    QAction* makeAction(const QString& name, const QString& text, void (CheckpointsPage::*slot)());
    QWidget* makeHeader();
    QWidget* makeList();
    void takeRuns();
    void refresh();
    void take(std::vector<bridge::CheckpointRow> checkpoints);
    void fillRuns(const QStringList& ids);
    void fitState();
    void applyRun();
    void takeSelection();
    void selectWanted();
    void pickOne();
    std::vector<bridge::CheckpointRow> chosen() const;  ///< oldest first
    void refreshActions();
    void refreshEmptyText();
    void loadCurve();
    void draw();

    void restore();
    void branch();
    void exportIt();
    void verify();
    void pin();
    void remove();
    void confirm(const QString& name, const QString& title, const QString& what, const QString& consequence,
                 const QString& yes, const std::function<void()>& then);
    void edit(const bridge::CheckpointRow& checkpoint, bridge::CheckpointAction action, const QString& to,
              const QString& done);
    void startFrom(const bridge::ResumeRequest& request);
    bool isGoing(const QString& run) const;
    bool isTrashed(const QString& run) const;
    void say(const QString& text);

    Agent agent_;
    models::CheckpointListModel checkpoints_;
    struct Checked {
        double time = 0;  ///< when the checkpoint was saved: another one may replace it at the same path
        QString state;
    };
    QStringList states_;               ///< whose texts fit into their column
    QHash<QString, Checked> checked_;  ///< by path: the results of verification in this window
    models::CurveData curve_;          ///< of the metric, for the chosen run
    QString curveRun_;
    QString wanted_;  ///< path or run to select once it is listed
    QString asked_;   ///< the run whose checkpoints were requested last: those of one in the trash are shown
    QString guest_;   ///< path of a shown checkpoint that belongs to no listed run
    QString remembered_;  ///< path of the one that was chosen when the window was last closed
    bool picks_ = true;   ///< whether to select one once there is one
    QString failure_;     ///< why the list could not be read last time; empty: it was
    bool hasList_ = false;
    QTimer settle_;  ///< delays reading the list again after a run has changed

    QAction* restore_ = nullptr;
    QAction* branch_ = nullptr;
    QAction* export_ = nullptr;
    QAction* verify_ = nullptr;
    QAction* pin_ = nullptr;
    QAction* delete_ = nullptr;
    QComboBox* run_ = nullptr;
    QComboBox* metric_ = nullptr;
    QSortFilterProxyModel* sorted_ = nullptr;
    QTableView* table_ = nullptr;
    widgets::CurvePlot* plot_ = nullptr;
    CheckpointDetail* detail_ = nullptr;
    PredictionView* prediction_ = nullptr;
    QLabel* notice_ = nullptr;
    SendBar* send_ = nullptr;
    QLabel* empty_ = nullptr;
    QStackedWidget* stack_ = nullptr;
    QSplitter* columns_ = nullptr;
    QSplitter* rows_ = nullptr;
};

}  // namespace trainyard::pages
