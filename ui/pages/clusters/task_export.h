// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "ui/bridge/agent_for.h"
#include "ui/models/cluster_model.h"

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace trainyard::pages {

/// What starts each task manually: its TF_CONFIG as .env, shell line or JSON, to copy or to save. [gui]
class TaskExport : public QWidget {
    Q_OBJECT
  public:
    using Agent = bridge::AgentFor<bridge::TextFileCalls>;
    TaskExport(models::ClusterModel& model, Agent agent, QWidget* parent = nullptr);
    void chooseTask(int row);

  signals:
    void told(const QString& what);

  private:
    void refresh();
    void copy();
    void save();
    QString suggestedName() const;

    models::ClusterModel& model_;
    Agent agent_;
    QComboBox* task_ = nullptr;
    QComboBox* format_ = nullptr;
    QLabel* why_ = nullptr;
    QPushButton* ports_ = nullptr;
    QPlainTextEdit* text_ = nullptr;
    QPushButton* copy_ = nullptr;
    QPushButton* save_ = nullptr;
};

}  // namespace trainyard::pages
