// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include <vector>

#include "ui/bridge/cluster_values.h"
#include "ui/models/node_findings.h"

class QTableWidget;

namespace trainyard::pages {

class LinkFindings;

/// What the machines have found about themselves, and about the link of each one (row) to each other one
/// (column). Every cell says its verdict in words, too; below are the things to fix. Return on a cell goes to
/// the button that fixes it. [gui]
class LinkMatrix : public QWidget {
    Q_OBJECT
  public:
    explicit LinkMatrix(QWidget* parent = nullptr);
    void show(const bridge::NodeTests& tests);
    void setCanPrepare(bool can);

  signals:
    void fixRequested(const QString& node, trainyard::models::NodeRemedy remedy);

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void fill();
    void fillLinks(int firstColumn, const std::vector<models::NodeFinding>& findings);

    bridge::NodeTests tests_;
    QStringList nodes_;
    QTableWidget* table_ = nullptr;
    LinkFindings* findings_ = nullptr;
};

}  // namespace trainyard::pages
