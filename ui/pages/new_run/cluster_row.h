// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "ui/bridge/cluster_values.h"
#include "ui/models/gpu_choices.h"
#include "ui/pages/new_run/field_rows.h"

class QComboBox;
class QMenu;
class QPushButton;
class QSpinBox;

namespace trainyard::pages {

/// The tasks of one role: their number, and the node of each. [gui]
class RoleRow : public FieldRow {
    Q_OBJECT
  public:
    RoleRow(models::RunForm& form, models::FormEntry entry, int depth);
    void refresh() override;
    /// The machines whose GPUs are on offer.
    void setNodes(const std::vector<bridge::NodeRow>& nodes) { machines_ = nodes; }

  private:
    void takeCount(int count);
    void takeLine();
    void fillGpus();
    void addOnGpu(const QString& node, int gpu);
    void addTasks(const bridge::NodeRow& machine);
    std::map<int, QString> holders(const QString& node);

    std::vector<bridge::NodeRow> machines_;
    QSpinBox* count_ = nullptr;
    QPushButton* addOnGpu_ = nullptr;
    QMenu* gpus_ = nullptr;
    QLineEdit* nodes_ = nullptr;
};

/// The cluster, role by role. [gui]
class ClusterRow : public FieldRow {
    Q_OBJECT
  public:
    ClusterRow(models::RunForm& form, models::FormEntry entry, int depth);
    void refresh() override;
    /// The clusters on offer; choosing one puts its strategy and cluster into the file.
    void setSaved(const std::vector<bridge::SavedCluster>& clusters);
    /// The machines whose GPUs each role offers.
    void setNodes(const std::vector<bridge::NodeRow>& nodes);

  signals:
    /// The user wants to draw the cluster.
    void drawingWanted();
    /// The name and the text of the saved cluster that was chosen.
    void savedChosen(const QString& name, const QString& text);

  private:
    std::vector<bridge::SavedCluster> clusters_;
    std::vector<RoleRow*> roles_;
    FieldRows* options_ = nullptr;  ///< the keys that are no roles
    QLabel* sum_ = nullptr;
    QComboBox* saved_ = nullptr;
    QLabel* noneSaved_ = nullptr;
};

}  // namespace trainyard::pages
