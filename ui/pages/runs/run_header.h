// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointer>
#include <QWidget>

#include "ui/bridge/values.h"

class QAction;
class QLabel;
class QMessageBox;
class QProgressBar;

namespace trainyard::pages {

/// The title bar of a run: where am I, state, time, progress, and the ways to stop it. [gui]
class RunHeader : public QWidget {
    Q_OBJECT
  public:
    explicit RunHeader(QWidget* parent = nullptr);

    void setRun(const bridge::RunRow& run);
    /// `failure` may have several lines; empty hides it.
    void setFailure(const QString& failure);
    void setProgress(const bridge::Progress& progress);
    /// The steps that killing the run would not lose.
    void setSavedStep(std::int64_t step);
    /// A line under the progress: what was asked for and not done yet, or why a call did not succeed.
    void setNotice(const QString& notice);
    /// Refreshes what counts by the clock; seconds since 1970.
    void setNow(double now);
    QList<QAction*> stopActions() const { return {stopAfterEpoch_, saveAndStop_, kill_}; }

  signals:
    void stopRequested(trainyard::bridge::StopAfter after);

  protected:
    void changeEvent(QEvent* event) override;

  private:
    QAction* makeAction(const QString& name, const QString& text, const QString& help,
                        bridge::StopAfter after);
    void refresh();
    void refreshActions();
    void confirmKill();
    QString lossText() const;
    std::int64_t step() const;

    bridge::RunRow run_;
    bridge::Progress progress_;
    std::int64_t savedStep_ = 0;
    double now_ = 0;
    QLabel* title_ = nullptr;
    QLabel* shape_ = nullptr;
    QLabel* state_ = nullptr;
    QLabel* elapsed_ = nullptr;
    QLabel* eta_ = nullptr;
    QLabel* position_ = nullptr;
    QLabel* speed_ = nullptr;
    QLabel* failure_ = nullptr;
    QLabel* notice_ = nullptr;
    QProgressBar* bar_ = nullptr;
    QAction* stopAfterEpoch_ = nullptr;
    QAction* saveAndStop_ = nullptr;
    QAction* kill_ = nullptr;
    QPointer<QMessageBox> killBox_;  ///< while it asks
};

}  // namespace trainyard::pages
