// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "ui/models/node_findings.h"

class QPushButton;
class QVBoxLayout;

namespace trainyard::pages {

/// What to fix at the nodes and their links, with a button for what the window can do. [gui]
class LinkFindings : public QWidget {
    Q_OBJECT
  public:
    explicit LinkFindings(QWidget* parent = nullptr);
    void show(const std::vector<models::NodeFinding>& findings);
    /// One machine is set up at a time.
    void setCanPrepare(bool can);
    /// To the button of that finding, if it has one.
    void focus(std::size_t finding);
    /// False: no finding has a button.
    bool focusFirst();

  signals:
    void fixRequested(const QString& node, trainyard::models::NodeRemedy remedy);

  private:
    QWidget* row(const models::NodeFinding& finding, std::size_t number);
    void allow(QPushButton& button) const;

    QVBoxLayout* rows_ = nullptr;
    std::vector<QPushButton*> buttons_;  ///< null: it has none
    bool canPrepare_ = true;
};

}  // namespace trainyard::pages
