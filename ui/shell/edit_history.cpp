// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/edit_history.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMenuBar>

#include "ui/widgets/field_history.h"

namespace trainyard::shell {

EditHistory::EditHistory(QWidget& window, QMenu& menu) : QObject(&window), window_(window) {
    undo_ = menu.addAction(QString());
    undo_->setObjectName("shell.edit.undo");
    undo_->setShortcuts(QKeySequence::Undo);
    connect(undo_, &QAction::triggered, this, &EditHistory::undo);
    redo_ = menu.addAction(QString());
    redo_->setObjectName("shell.edit.redo");
    redo_->setShortcuts(QKeySequence::Redo);
    connect(redo_, &QAction::triggered, this, &EditHistory::redo);
    connect(qApp, &QApplication::focusChanged, this,
            [this](QWidget*, QWidget* widget) { takeFocus(widget); });
    qApp->installEventFilter(this);
    refresh();
}

void EditHistory::setPage(const pages::Page& page) {
    for (const auto& action : {pageUndo_, pageRedo_})
        if (action) action->disconnect(this);
    const pages::HistoryActions history = page.historyActions();
    pageUndo_ = history.undo;
    pageRedo_ = history.redo;
    for (const auto& action : {pageUndo_, pageRedo_})
        if (action) connect(action, &QAction::changed, this, qOverload<>(&EditHistory::refresh));
    refresh();
}

/// A menu takes the focus only while it is open.
void EditHistory::takeFocus(QWidget* widget) {
    if (!widget || qobject_cast<QMenuBar*>(widget) || qobject_cast<QMenu*>(widget)) return;
    field_ = widget->window() == &window_ ? widget : nullptr;
    watch_ = std::make_unique<QObject>();
    widgets::watchFieldHistory(field_, watch_.get(), [this] { refresh(); });
    refresh();
}

void EditHistory::refresh() {
    refresh(*undo_, widgets::canUndoInField(field_), pageUndo_);
    refresh(*redo_, widgets::canRedoInField(field_), pageRedo_);
}

void EditHistory::refresh(QAction& action, bool isOfField, const QAction* ofPage) {
    const bool isOfPage = !isOfField && ofPage && ofPage->isEnabled();
    QString what = isOfPage ? ofPage->data().toString() : QString();
    what.replace('&', QLatin1String("&&"));
    action.setEnabled(isOfField || isOfPage);
    const bool isUndo = &action == undo_;
    if (what.isEmpty())
        action.setText(isUndo ? tr("&Undo") : tr("&Redo"));
    else
        action.setText((isUndo ? tr("&Undo: %1") : tr("&Redo: %1")).arg(what));
}

void EditHistory::undo() {
    if (widgets::canUndoInField(field_)) return widgets::undoInField(field_);
    if (pageUndo_) pageUndo_->trigger();
}

void EditHistory::redo() {
    if (widgets::canRedoInField(field_)) return widgets::redoInField(field_);
    if (pageRedo_) pageRedo_->trigger();
}

/// A field claims these keys even when it has nothing to undo.
bool EditHistory::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride) return false;
    const auto* key = static_cast<QKeyEvent*>(event);
    const QAction* action = key->matches(QKeySequence::Undo)   ? undo_
                            : key->matches(QKeySequence::Redo) ? redo_
                                                               : nullptr;
    const auto* widget = qobject_cast<QWidget*>(watched);
    if (!action || !action->isEnabled() || !widget || widget->window() != &window_) return false;
    event->ignore();
    return true;
}

}  // namespace trainyard::shell

#include "moc_edit_history.cpp"
