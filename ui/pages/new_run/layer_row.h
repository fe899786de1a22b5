// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/layer_list_model.h"
#include "ui/pages/new_run/field_rows.h"

class QPushButton;
class QTableView;

namespace trainyard::pages {

/// The layers of a model: their list with shapes and parameters, and the options of the selected one. [gui]
class LayerRow : public FieldRow {
    Q_OBJECT
  public:
    LayerRow(models::RunForm& form, models::FormEntry entry, int depth);
    void refresh() override;
    /// The agent's values, where the run file alone does not determine the input's shape.
    void setPlanned(const std::vector<bridge::LayerRow>& rows) { model_.setPlanned(rows); }

  private:
    models::Json layers() const;
    void add();
    void remove();
    void move(int by);
    void choose(int row);
    void showButtons();

    models::LayerListModel model_;
    QTableView* table_ = nullptr;
    QComboBox* kinds_ = nullptr;
    QPushButton* up_ = nullptr;
    QPushButton* down_ = nullptr;
    QPushButton* remove_ = nullptr;
    QLabel* sum_ = nullptr;
    FieldRows* chosen_ = nullptr;
    int shown_ = -1;  ///< the layer whose options are shown below
};

}  // namespace trainyard::pages
