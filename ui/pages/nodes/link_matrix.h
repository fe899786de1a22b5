// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "ui/bridge/cluster_values.h"

class QLabel;
class QTableWidget;

namespace trainyard::pages {

/// What the machines have found about themselves, and about the link of each one (row) to each other one
/// (column). Every cell says its verdict in words, too; below are the things to fix. [gui]
class LinkMatrix : public QWidget {
    Q_OBJECT
  public:
    explicit LinkMatrix(QWidget* parent = nullptr);
    void show(const bridge::NodeTests& tests);

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void fill();
    void fillLinks(int firstColumn);
    void fillFindings();

    bridge::NodeTests tests_;
    QStringList nodes_;
    QTableWidget* table_ = nullptr;
    QLabel* findings_ = nullptr;
};

}  // namespace trainyard::pages
