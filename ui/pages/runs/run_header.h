// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointer>
#include <QWidget>
#include <optional>

#include "ui/bridge/values.h"

class QAction;
class QDialog;
class QLabel;
class QMessageBox;
class QProgressBar;

namespace trainyard::widgets {
class BoundedArea;
class ElidedLabel;
}  // namespace trainyard::widgets

namespace trainyard::pages {

/// The header of a run: name, state, time, progress, what went wrong, and the actions available now. [gui]
class RunHeader : public QWidget {
    Q_OBJECT
  public:
    /// The run's file: as it was started, or with later changes.
    enum class Version { kStarted, kChanged };
    enum class Versions { kOne, kStartedAndChanged };

    explicit RunHeader(QWidget* parent = nullptr);

    void setRun(const bridge::RunRow& run);
    /// `log` contains the failing task's last lines; an empty cause hides both.
    void setFailure(const QString& cause, const QStringList& log);
    void setProgress(const bridge::Progress& progress);
    /// The steps that would survive killing the run.
    void setSavedStep(std::int64_t step);
    /// The initial learning rate in the run's file; empty: not known.
    void setLearningRate(const QString& rate);
    /// Whether the run's file was changed since the start: then either version can be run again.
    void setVersions(Versions versions);
    /// Which tasks are blocked by which; empty: none.
    void setHang(const QString& hang);
    /// How the run recovered last time; empty: it never had to.
    void setRestart(const QString& restart);
    /// Where a program's metrics have been found; empty: nowhere yet.
    void setMetricsFrom(const QString& sources);
    /// Fraction of the time spent on steps that were kept, 0…1; NaN: not known.
    void setGoodput(double goodput);
    /// The measured resources next to the estimated ones; hidden while nothing is measured.
    void setFigures(const bridge::Figures& estimated, const bridge::Figures& measured);
    /// A line under the sentences: a pending request, or why a call failed.
    void setNotice(const QString& notice);
    /// Why nothing can be written to the store; empty: it can.
    void setReadOnly(const QString& reason);
    /// Refreshes what depends on the time; seconds since 1970.
    void setNow(double now);
    /// All actions, for the menu.
    QList<QAction*> actions() const { return actions_; }
    /// What a kill would lose, as text.
    QString lossText() const;

  signals:
    void stopRequested(trainyard::bridge::StopAfter after);
    void changeRequested(const trainyard::bridge::RunChange& change);
    void profileRequested();
    void stacksRequested();
    void resumeRequested();
    /// A new run from a copy of this run's file.
    void againRequested(trainyard::pages::RunHeader::Version version);
    void importRequested();  ///< the log may have new data
    void followRequested();  ///< and may get more

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void makeActions();
    QAction* makeAction(const QString& name, const QString& text, const QString& help);
    /// Enables the action, or says in its tool tip why it is unavailable: `refusal`, if there is one.
    void allow(QAction* action, bool isAllowed, const QString& refusal = {});
    QString whyNot() const;
    QAction* makeStop(const QString& name, const QString& text, const QString& help, bridge::StopAfter after);
    void buildLayout();
    QWidget* makeReport();
    void fitReport();
    void say(QLabel& label, const QString& text);
    void refresh();
    void refreshActions();
    void focusSuccessor();
    void confirmKill();
    QString problemOfChange(const QString& learningRate, std::optional<int> epochs) const;
    void askForChange();
    std::int64_t step() const;

    bridge::RunRow run_;
    bridge::Progress progress_;
    std::int64_t savedStep_ = 0;
    double now_ = 0;
    double goodput_ = bridge::kNotKnown;
    QString learningRate_;
    QString readOnly_;
    Versions versions_ = Versions::kOne;
    widgets::ElidedLabel* title_ = nullptr;
    QLabel* id_ = nullptr;  ///< next to a title that does not contain it
    QLabel* shape_ = nullptr;
    QLabel* state_ = nullptr;
    QLabel* elapsed_ = nullptr;
    QLabel* eta_ = nullptr;
    QLabel* position_ = nullptr;
    QLabel* speed_ = nullptr;
    QWidget* report_ = nullptr;  ///< of a live run always of the same height: the sentences and the notice
    widgets::BoundedArea* details_ = nullptr;  ///< holds the sentences below
    QLabel* failure_ = nullptr;
    QLabel* failureLog_ = nullptr;
    QLabel* restart_ = nullptr;
    QWidget* hangRow_ = nullptr;  ///< the report of a hang, and the actions for it
    QLabel* hang_ = nullptr;
    QLabel* sources_ = nullptr;
    QLabel* figures_ = nullptr;
    QLabel* notice_ = nullptr;
    QProgressBar* bar_ = nullptr;
    QList<QAction*> actions_;
    QAction* pause_ = nullptr;
    QAction* change_ = nullptr;
    QAction* profile_ = nullptr;
    QAction* stacks_ = nullptr;
    QAction* stopAfterEpoch_ = nullptr;
    QAction* saveAndStop_ = nullptr;
    QAction* kill_ = nullptr;
    QAction* resume_ = nullptr;
    QAction* again_ = nullptr;
    QAction* againChanged_ = nullptr;
    QAction* readOn_ = nullptr;
    QAction* follow_ = nullptr;
    QPointer<QMessageBox> killBox_;  ///< while it is open
    QPointer<QDialog> changeBox_;
};

}  // namespace trainyard::pages
