// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QWidget>

#include "ui/models/config_diff_model.h"

class QComboBox;

namespace trainyard::widgets {
class Chart;
}

namespace trainyard::pages {

/// One result of several runs: a bar for each, or over a number in which their run files differ. [gui]
class CompareChart : public QWidget {
    Q_OBJECT
  public:
    explicit CompareChart(QWidget* parent = nullptr);

    /// `colours` by run id. What was chosen stays chosen where it still exists.
    void setRuns(std::vector<models::ConfigDiffModel::Run> runs, QHash<QString, int> colours);

  private:
    void draw();

    std::vector<models::ConfigDiffModel::Run> runs_;
    QHash<QString, int> colours_;
    QComboBox* result_ = nullptr;
    QComboBox* over_ = nullptr;  ///< the keys; first: by run
    widgets::Chart* chart_ = nullptr;
};

}  // namespace trainyard::pages
