// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

#include "ui/bridge/agent_functions.h"

class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace trainyard::pages {

/// A run's profile: asks for the number of steps, shows progress, then the file. Makes no calls itself: its
/// owner does and reports the progress. [gui]
class ProfileDialog : public QDialog {
    Q_OBJECT
  public:
    /// `machine`: where the trace will be; empty: on this one.
    ProfileDialog(const QString& run, const QString& machine, QWidget* parent = nullptr);

    /// The newest finished step of the run.
    void setStep(std::int64_t step);
    void setOutcome(const bridge::Outcome<bridge::ProfileOutcome>& outcome);

  signals:
    void profileRequested(int steps);

  private:
    void begin();
    void refresh();
    void openFolder() const;
    void copyPath() const;

    enum class State { kAsking, kRecording, kDone, kFailed };
    const QString machine_;
    State state_ = State::kAsking;
    std::int64_t step_ = 0;
    std::int64_t askedAt_ = 0;  ///< the step at which it was requested
    bridge::ProfileOutcome outcome_;
    QString failure_;

    QLabel* text_ = nullptr;
    QWidget* question_ = nullptr;
    QSpinBox* steps_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QLabel* path_ = nullptr;
    QPushButton* start_ = nullptr;
    QPushButton* openFolder_ = nullptr;
    QPushButton* copyPath_ = nullptr;
    QPushButton* close_ = nullptr;
};

}  // namespace trainyard::pages
