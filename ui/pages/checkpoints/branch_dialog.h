// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

#include "ui/bridge/values.h"

class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace trainyard::pages {

/// Asks for a branch's name and for what it changes from its parent run. From a checkpoint with all epochs
/// finished it suggests one more, so that there is something to train. [gui]
class BranchDialog : public QDialog {
    Q_OBJECT
  public:
    /// `run` is the run that the checkpoint belongs to.
    BranchDialog(const bridge::CheckpointRow& checkpoint, const bridge::RunRow& run, QWidget* parent);

    /// The learning rate in the run's file; empty: not known, or a schedule.
    void setLearningRate(const QString& rate);

  signals:
    void branchRequested(const trainyard::bridge::ResumeRequest& request);

  private:
    void makeFields(QFormLayout& form);
    void refresh();
    bridge::ResumeRequest request() const;

    const bridge::CheckpointRow checkpoint_;
    const bridge::RunRow run_;
    QLineEdit* name_ = nullptr;
    QSpinBox* epochs_ = nullptr;
    QLineEdit* rate_ = nullptr;
    QLabel* problem_ = nullptr;
    QPushButton* branch_ = nullptr;
};

}  // namespace trainyard::pages
