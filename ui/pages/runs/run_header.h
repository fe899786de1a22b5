// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointer>
#include <QWidget>

#include "ui/bridge/values.h"

class QAction;
class QDialog;
class QLabel;
class QMessageBox;
class QProgressBar;

namespace trainyard::widgets {
class BoundedArea;
}

namespace trainyard::pages {

/// The title bar of a run: where am I, state, time, progress, what went wrong, and what can be done about it
/// now. [gui]
class RunHeader : public QWidget {
    Q_OBJECT
  public:
    /// Of the run's file: as the run was started, or with what was changed since.
    enum class Version { kStarted, kChanged };
    enum class Versions { kOne, kStartedAndChanged };

    explicit RunHeader(QWidget* parent = nullptr);

    void setRun(const bridge::RunRow& run);
    /// `log` are the last lines that the failing task wrote; an empty cause hides both.
    void setFailure(const QString& cause, const QStringList& log);
    void setProgress(const bridge::Progress& progress);
    /// The steps that killing the run would not lose.
    void setSavedStep(std::int64_t step);
    /// Learning rate the run began with, as its file has it; empty: not known.
    void setLearningRate(const QString& rate);
    /// Whether the run's file was changed since the start: then each of the two can be run again.
    void setVersions(Versions versions);
    /// Who waits for whom; empty: nobody.
    void setHang(const QString& hang);
    /// How the run came back the last time; empty: it never had to.
    void setRestart(const QString& restart);
    /// Part of the time that went into steps that were kept, 0…1; NaN: not known.
    void setGoodput(double goodput);
    /// What the run needed beside what was expected of it; hidden while nothing is measured.
    void setFigures(const bridge::Figures& estimated, const bridge::Figures& measured);
    /// A line under the progress: what was asked for and not done yet, or why a call did not succeed.
    void setNotice(const QString& notice);
    /// Refreshes what counts by the clock; seconds since 1970.
    void setNow(double now);
    /// All of them, for the menu.
    QList<QAction*> actions() const { return actions_; }
    /// What a kill would lose, in words.
    QString lossText() const;

  signals:
    void stopRequested(trainyard::bridge::StopAfter after);
    void changeRequested(const trainyard::bridge::RunChange& change);
    void profileRequested();
    void stacksRequested();
    void resumeRequested();
    /// A new run with a copy of this one's file.
    void againRequested(trainyard::pages::RunHeader::Version version);
    void importRequested();  ///< the log may have more by now

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void makeActions();
    QAction* makeAction(const QString& name, const QString& text, const QString& help);
    /// Enables the action, or says above what it does why it cannot be had now.
    void allow(QAction* action, bool isAllowed);
    QString whyNot() const;
    QAction* makeStop(const QString& name, const QString& text, const QString& help, bridge::StopAfter after);
    void buildLayout();
    QWidget* makeDetails();
    void say(QLabel& label, const QString& text);
    void refresh();
    void refreshActions();
    void focusSuccessor();
    void confirmKill();
    void askForChange();
    std::int64_t step() const;

    bridge::RunRow run_;
    bridge::Progress progress_;
    std::int64_t savedStep_ = 0;
    double now_ = 0;
    double goodput_ = bridge::kNotKnown;
    QString learningRate_;
    Versions versions_ = Versions::kOne;
    QLabel* title_ = nullptr;
    QLabel* id_ = nullptr;  ///< beside a title that does not hold it
    QLabel* shape_ = nullptr;
    QLabel* state_ = nullptr;
    QLabel* elapsed_ = nullptr;
    QLabel* eta_ = nullptr;
    QLabel* position_ = nullptr;
    QLabel* speed_ = nullptr;
    widgets::BoundedArea* details_ = nullptr;  ///< holds the sentences below
    QLabel* failure_ = nullptr;
    QLabel* failureLog_ = nullptr;
    QLabel* restart_ = nullptr;
    QWidget* hangRow_ = nullptr;  ///< what is said of a hang, and what can be asked about it
    QLabel* hang_ = nullptr;
    QLabel* figures_ = nullptr;
    QLabel* notice_ = nullptr;  ///< on a line of its own
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
    QPointer<QMessageBox> killBox_;  ///< while it asks
    QPointer<QDialog> changeBox_;
};

}  // namespace trainyard::pages
