// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/pages/new_run/field_rows.h"

class QSpinBox;

namespace trainyard::pages {

/// The tasks of one role: how many, and where each stands. [gui]
class RoleRow : public FieldRow {
    Q_OBJECT
  public:
    RoleRow(models::RunForm& form, models::FormEntry entry, int depth);
    void refresh() override;

  private:
    void takeCount(int count);
    void takeLine();
    QSpinBox* count_ = nullptr;
    QLineEdit* nodes_ = nullptr;
};

/// The cluster, role by role. [gui]
class ClusterRow : public FieldRow {
    Q_OBJECT
  public:
    ClusterRow(models::RunForm& form, models::FormEntry entry, int depth);
    void refresh() override;

  signals:
    /// The cluster is to be drawn.
    void drawingWanted();

  private:
    std::vector<RoleRow*> roles_;
    QLabel* sum_ = nullptr;
};

}  // namespace trainyard::pages
