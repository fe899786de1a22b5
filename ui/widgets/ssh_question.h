// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <functional>
#include <memory>

#include "ui/bridge/ssh_values.h"

class QLineEdit;
class QVBoxLayout;

namespace trainyard::widgets {

/// A question of ssh about a machine, in its own words. Blocks no other part of the window. [gui]
class SshQuestionDialog : public QDialog {
    Q_OBJECT
  public:
    /// Null: the person cancels.
    using OnAnswer = std::function<void(std::shared_ptr<const bridge::SshAnswer>)>;
    /// `name`: of the dialog; its parts are <name>.text, .field, .show, .ok, .yes, .no and .cancel.
    SshQuestionDialog(const QString& name, const QString& machine, const bridge::SshQuestion& question,
                      OnAnswer onAnswer, QWidget* parent);
    /// Cancels what was not answered.
    ~SshQuestionDialog() override;
    /// Closes it without an answer: the question is no longer asked.
    void withdraw();

  private:
    void makeField(const QString& name, QVBoxLayout& layout);
    void answer(std::shared_ptr<const bridge::SshAnswer> answer);

    OnAnswer onAnswer_;  ///< empty once it was called
    QLineEdit* field_ = nullptr;
};

}  // namespace trainyard::widgets
