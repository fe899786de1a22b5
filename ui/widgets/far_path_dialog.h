// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace trainyard::widgets {

/// Asks for a path on the agent's machine where that is another one, whose folders cannot be shown here.
/// Deletes itself when it is closed. [gui]
class FarPathDialog : public QDialog {
    Q_OBJECT
  public:
    /// `what` names the field, `why` says in a sentence whose path it is; `name` is the object name.
    FarPathDialog(const QString& title, const QString& machine, const QString& what, const QString& why,
                  const QString& name, QWidget* parent);

  signals:
    /// Absolute.
    void chosen(const QString& path);

  private:
    void refresh();

    QLineEdit* path_ = nullptr;
    QPushButton* accept_ = nullptr;
};

}  // namespace trainyard::widgets
