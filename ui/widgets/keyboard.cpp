// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/keyboard.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QKeyEvent>
#include <QPushButton>
#include <QRegularExpression>
#include <QToolButton>
#include <QVariant>

namespace trainyard::widgets {
namespace {

class ReturnKey : public QObject {
  public:
    using QObject::QObject;
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() != QEvent::KeyPress) return false;
        auto* button = qobject_cast<QAbstractButton*>(watched);
        if (!qobject_cast<QPushButton*>(button) && !qobject_cast<QToolButton*>(button)) return false;
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() != Qt::Key_Return && key->key() != Qt::Key_Enter) return false;
        if (key->modifiers() & ~Qt::KeypadModifier) return false;
        if (!key->isAutoRepeat()) button->click();
        return true;
    }
};

constexpr const char* kWaitsForFocus = "waitsForFocus";

void handFocusToParent(QWidget& control) {
    QWidget* parent = control.parentWidget();
    if (!parent || control.window()->focusWidget() != &control) return;
    parent->setProperty(kWaitsForFocus, QVariant::fromValue<QObject*>(&control));
    parent->setFocus(Qt::OtherFocusReason);
}

void takeFocusBack(QWidget& control) {
    QWidget* parent = control.parentWidget();
    if (!parent || control.window()->focusWidget() != parent || !control.isEnabled() || control.isHidden())
        return;
    if (parent->property(kWaitsForFocus).value<QObject*>() == &control)
        control.setFocus(Qt::OtherFocusReason);
}

bool canTakeFocus(const QWidget& widget, const QWidget& page) {
    return widget.isVisibleTo(&page) && widget.isEnabled() && (widget.focusPolicy() & Qt::TabFocus);
}

/// Of buttons to choose one of, the chosen one: the first one would look like the choice.
QWidget* chosenAmong(QWidget* first, const QWidget& page) {
    const auto* button = qobject_cast<QAbstractButton*>(first);
    if (!button || !button->isCheckable() || button->isChecked()) return first;
    for (auto* other : button->parentWidget()->findChildren<QAbstractButton*>(Qt::FindDirectChildrenOnly))
        if (other->metaObject() == button->metaObject() && other->isChecked() && canTakeFocus(*other, page))
            return other;
    return first;
}

}  // namespace

void installReturnKey(QWidget& window) {
    qApp->installEventFilter(new ReturnKey(&window));
}

QString withoutMnemonic(const QString& text) {
    static const QRegularExpression kAppended(QStringLiteral(R"(\s*\(&.\))"));
    return QString(text).remove(kAppended).remove('&');
}

void setEnabledKeepingFocus(QWidget& control, bool isEnabled) {
    if (!isEnabled) handFocusToParent(control);
    control.setEnabled(isEnabled);
    if (isEnabled) takeFocusBack(control);
}

void setVisibleKeepingFocus(QWidget& control, bool isVisible) {
    if (!isVisible) handFocusToParent(control);
    control.setVisible(isVisible);
    if (isVisible) takeFocusBack(control);
}

bool focusInto(QWidget& page) {
    QWidget* last = page.focusWidget();
    QWidget* first = nullptr;
    if (last && last != &page && canTakeFocus(*last, page)) {
        chosenAmong(last, page)->setFocus(Qt::ShortcutFocusReason);
        return true;
    }
    for (QWidget* next = page.nextInFocusChain(); next && next != &page; next = next->nextInFocusChain()) {
        if (!page.isAncestorOf(next) || !canTakeFocus(*next, page)) continue;
        if (!first) first = next;
        const auto* view = qobject_cast<QAbstractItemView*>(next);
        if (!view || !view->model() || view->model()->rowCount() == 0) continue;
        first = next;
        break;
    }
    if (first) chosenAmong(first, page)->setFocus(Qt::ShortcutFocusReason);
    return first != nullptr;
}

}  // namespace trainyard::widgets
