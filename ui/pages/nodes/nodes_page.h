// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <QTimer>
#include <vector>

#include "ui/bridge/agent_for.h"
#include "ui/bridge/agent_functions.h"
#include "ui/bridge/cluster_values.h"
#include "ui/models/node_findings.h"
#include "ui/pages/page.h"

class QGridLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace trainyard::pages {

class LinkMatrix;
class NodeCard;
class SetUpBar;

/// The machines that runs can be placed on, adding and removing them, and tests of their links. [gui]
class NodesPage : public Page {
    Q_OBJECT
  public:
    using Agent = bridge::AgentFor<bridge::NodeCalls>;
    explicit NodesPage(Agent agent, QWidget* parent = nullptr);
    void open(const QString&) override { refresh(); }

  protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    QWidget* makeHeader();
    NodeCard* newCard();
    void askForTarget();
    void showBusy();
    void test();
    void check(const QString& node);
    void fix(const QString& node, models::NodeRemedy remedy);
    void prepare(const QString& node);
    void connectTo(const QString& node);
    void forget(const QString& node);
    void askToRemove(const QString& node);
    void remove(const QString& node);
    void showRemoved(const QString& node, const bridge::Outcome<void>& removed);
    void askToAbandon(const QString& node, const QString& why);
    void placeCards();
    void refresh();
    void take(const std::vector<bridge::NodeRow>& nodes);

    Agent agent_;
    QTimer every_;
    std::vector<NodeCard*> cards_;
    QVBoxLayout* list_ = nullptr;
    QGridLayout* grid_ = nullptr;
    QPushButton* add_ = nullptr;
    QPushButton* test_ = nullptr;
    SetUpBar* setUp_ = nullptr;
    LinkMatrix* matrix_ = nullptr;
    QLabel* empty_ = nullptr;
    QLabel* notice_ = nullptr;
    bool isTesting_ = false;
    QStringList asking_;      ///< the nodes whose ssh asks something
    QStringList outOfReach_;  ///< those that are not connected
    QString fixed_;    ///< the node that a finding's button is fixing; the tests are repeated once it is
    QString failure_;  ///< why the last read of the nodes failed, or left some out
};

}  // namespace trainyard::pages
