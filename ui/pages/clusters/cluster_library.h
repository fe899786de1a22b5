// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "ui/bridge/cluster_values.h"

class QLabel;
class QListWidget;
class QPushButton;

namespace trainyard::bridge {
class AgentBridge;
}

namespace trainyard::pages {

/// The clusters one can begin with: those saved under a name, and those of the guides. [gui]
class ClusterLibrary : public QWidget {
    Q_OBJECT
  public:
    explicit ClusterLibrary(bridge::AgentBridge& bridge, QWidget* parent = nullptr);

    void refresh();
    /// Keeps `text` under `name`, in place of what was there.
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
    QString currentName() const;  ///< of the saved cluster that is chosen; empty: none is

    bridge::AgentBridge& bridge_;
    std::vector<bridge::SavedCluster> clusters_;
    QListWidget* saved_ = nullptr;
    QListWidget* templates_ = nullptr;
    QPushButton* delete_ = nullptr;
    QLabel* none_ = nullptr;
};

}  // namespace trainyard::pages
