// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>
#include <memory>

#include "ui/pages/page.h"

class QAction;
class QMenu;

namespace trainyard::shell {

/// Undo and Redo of the Edit menu: first what a text field that has the focus can undo on its own, then the
/// steps of the current page. Their keys are theirs even where a field would take them and do nothing. [gui]
class EditHistory : public QObject {
    Q_OBJECT
  public:
    /// Adds both actions to `menu`.
    EditHistory(QWidget& window, QMenu& menu);
    void setPage(const pages::Page& page);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void takeFocus(QWidget* widget);
    void refresh();
    void refresh(QAction& action, bool isOfField, const QAction* ofPage);
    void undo();
    void redo();

    QWidget& window_;
    QAction* undo_ = nullptr;
    QAction* redo_ = nullptr;
    QPointer<QAction> pageUndo_, pageRedo_;
    QPointer<QWidget> field_;         ///< has the focus, or had it before the menu
    std::unique_ptr<QObject> watch_;  ///< ends the connections to that field
};

}  // namespace trainyard::shell
