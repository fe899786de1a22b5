// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>

#include "ui/bridge/agent_for.h"
#include "ui/bridge/cluster_values.h"
#include "ui/models/node_load.h"
#include "ui/pages/page.h"

class QLabel;
class QVBoxLayout;

namespace trainyard::widgets {
class Chart;
}

namespace trainyard::pages {

class GpuPart;
class UsageBar;

/// One machine: its hardware and its load. [gui]
class NodeCard : public QWidget {
    Q_OBJECT
  public:
    explicit NodeCard(QWidget* parent = nullptr);
    /// `time`: when the machine was like this, in seconds since 1970.
    void show(const bridge::NodeRow& node, double time);

  private:
    void showHistory(const bridge::NodeRow& node, double time);
    void showGpus(const bridge::NodeRow& node);

    QLabel* name_ = nullptr;
    QLabel* host_ = nullptr;
    QLabel* machine_ = nullptr;
    UsageBar* load_ = nullptr;
    UsageBar* memory_ = nullptr;
    UsageBar* disk_ = nullptr;
    models::NodeLoad history_;
    QString node_;  ///< whose history that is
    widgets::Chart* chart_ = nullptr;
    QLabel* gpuCount_ = nullptr;
    QVBoxLayout* gpuList_ = nullptr;
    std::vector<GpuPart*> gpus_;
};

/// The machines that runs can be placed on; currently only the agent's machine. [gui]
class NodesPage : public Page {
    Q_OBJECT
  public:
    using Agent = bridge::AgentFor<bridge::NodeCalls>;
    explicit NodesPage(Agent agent, QWidget* parent = nullptr);
    void open(const QString&) override { refresh(); }

  protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

  private:
    void refresh();
    void take(const std::vector<bridge::NodeRow>& nodes);

    Agent agent_;
    QTimer every_;
    std::vector<NodeCard*> cards_;
    QVBoxLayout* list_ = nullptr;
    QLabel* notice_ = nullptr;
    QString failure_;  ///< why the last read of the nodes failed
};

}  // namespace trainyard::pages
