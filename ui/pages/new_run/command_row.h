// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/pages/new_run/field_rows.h"

class QPlainTextEdit;

namespace trainyard::pages {

/// The command as a line of a shell, and the arguments that it is divided into. [gui]
class CommandRow : public FieldRow {
    Q_OBJECT
  public:
    CommandRow(models::RunForm& form, models::FormEntry entry, int depth);
    void refresh() override;

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void take();
    void showArguments();

    QPlainTextEdit* edit_ = nullptr;
    QLabel* arguments_ = nullptr;
    QLabel* note_ = nullptr;
    bool isPutting_ = false;
};

}  // namespace trainyard::pages
