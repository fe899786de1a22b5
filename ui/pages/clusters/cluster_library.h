// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "ui/bridge/agent_for.h"
#include "ui/bridge/cluster_values.h"

class QLabel;
class QListWidget;
class QPushButton;

namespace trainyard::pages {

/// The clusters to start from: saved ones and the guides' templates. [gui]
class ClusterLibrary : public QWidget {
    Q_OBJECT
  public:
    using Agent = bridge::AgentFor<bridge::ClusterCalls>;
    explicit ClusterLibrary(Agent agent, QWidget* parent = nullptr);

    void refresh();
    /// Saves `text` as `name`, replacing an existing one.
    void save(const QString& name, const QString& text);
    bool hasSaved(const QString& name) const;

  signals:
    /// `name` is empty for a template.
    void chosen(const QString& name, const QString& title, const QString& text);
    void told(const QString& what);

  private:
    void take(std::vector<bridge::SavedCluster> clusters);
    void fillTemplates();
    void askToDelete();
    QString currentName() const;  ///< of the selected saved cluster; empty: none

    Agent agent_;
    std::vector<bridge::SavedCluster> clusters_;
    QListWidget* saved_ = nullptr;
    QListWidget* templates_ = nullptr;
    QPushButton* delete_ = nullptr;
    QLabel* none_ = nullptr;
};

}  // namespace trainyard::pages
