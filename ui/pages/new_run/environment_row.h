// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/command_form.h"
#include "ui/pages/new_run/field_rows.h"

class QPushButton;

namespace trainyard::pages {

/// The variables of a command run: a name and a value per row. [gui]
class EnvironmentRow : public FieldRow {
    Q_OBJECT
  public:
    EnvironmentRow(models::RunForm& form, models::FormEntry entry, int depth);
    void refresh() override;

  private:
    /// The controls of one variable.
    struct Line {
        QWidget* whole = nullptr;
        QLineEdit* name = nullptr;
        QLineEdit* value = nullptr;
    };
    void addLine(const models::Variable& variable);
    void add();
    void remove(QWidget* whole);
    void take();
    /// Numbers the names of the controls after a change of their count, and shows what is left out.
    void showLines();
    std::vector<models::Variable> rows() const;

    std::vector<Line> lines_;
    QVBoxLayout* list_ = nullptr;
    QPushButton* add_ = nullptr;
    QLabel* problem_ = nullptr;
};

}  // namespace trainyard::pages
