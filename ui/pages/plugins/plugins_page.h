// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/bridge/agent_for.h"
#include "ui/bridge/cluster_values.h"
#include "ui/pages/page.h"

class QLabel;
class QListWidget;
class QTextBrowser;

namespace trainyard::pages {

/// The strategies and programs that runs may name, as their manifests describe them. No library is loaded for
/// this. [gui]
class PluginsPage : public Page {
    Q_OBJECT
  public:
    using Agent = bridge::AgentFor<bridge::PluginCalls>;
    explicit PluginsPage(Agent agent, QWidget* parent = nullptr);
    /// Selects a plugin by its id.
    void open(const QString& id) override;

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    void refresh();
    void take(bridge::PluginList plugins);
    void addHeading(const QString& text);
    void addPlugin(const bridge::PluginRow& plugin);
    void showPlugin();

    Agent agent_;
    bridge::PluginList plugins_;
    QListWidget* list_ = nullptr;
    QTextBrowser* detail_ = nullptr;
    QLabel* broken_ = nullptr;
};

}  // namespace trainyard::pages
