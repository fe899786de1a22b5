// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/field_history.h"

#include <QAbstractSpinBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTextDocument>
#include <QTextEdit>
#include <QVariant>

namespace trainyard::widgets {
namespace {

constexpr const char* kInPageHistory = "inPageHistory";

/// The nearest answer counts: a field's own before its form's.
bool isInPageHistory(const QWidget* field) {
    for (const QWidget* at = field; at; at = at->parentWidget())
        if (const QVariant answer = at->property(kInPageHistory); answer.isValid()) return answer.toBool();
    return false;
}

QLineEdit* lineOf(const QWidget* field) {
    if (qobject_cast<const QAbstractSpinBox*>(field)) return field->findChild<QLineEdit*>();
    return qobject_cast<QLineEdit*>(const_cast<QWidget*>(field));
}

QTextDocument* documentOf(const QWidget* field) {
    if (const auto* plain = qobject_cast<const QPlainTextEdit*>(field))
        return plain->isReadOnly() ? nullptr : plain->document();
    if (const auto* rich = qobject_cast<const QTextEdit*>(field))
        return rich->isReadOnly() ? nullptr : rich->document();
    return nullptr;
}

}  // namespace

void setInPageHistory(QWidget& area, bool isIn) {
    area.setProperty(kInPageHistory, isIn);
}

bool canUndoInField(const QWidget* field) {
    if (!field || isInPageHistory(field)) return false;
    if (const QLineEdit* line = lineOf(field)) return line->isUndoAvailable();
    const QTextDocument* document = documentOf(field);
    return document && document->isUndoAvailable();
}

bool canRedoInField(const QWidget* field) {
    if (!field || isInPageHistory(field)) return false;
    if (const QLineEdit* line = lineOf(field)) return line->isRedoAvailable();
    const QTextDocument* document = documentOf(field);
    return document && document->isRedoAvailable();
}

void undoInField(QWidget* field) {
    if (QLineEdit* line = lineOf(field)) return line->undo();
    if (auto* plain = qobject_cast<QPlainTextEdit*>(field)) plain->undo();
    if (auto* rich = qobject_cast<QTextEdit*>(field)) rich->undo();
}

void redoInField(QWidget* field) {
    if (QLineEdit* line = lineOf(field)) return line->redo();
    if (auto* plain = qobject_cast<QPlainTextEdit*>(field)) plain->redo();
    if (auto* rich = qobject_cast<QTextEdit*>(field)) rich->redo();
}

void watchFieldHistory(QWidget* field, QObject* context, const std::function<void()>& changed) {
    if (const QLineEdit* line = lineOf(field))
        QObject::connect(line, &QLineEdit::textChanged, context, changed);
    if (const QTextDocument* document = documentOf(field)) {
        QObject::connect(document, &QTextDocument::undoAvailable, context, changed);
        QObject::connect(document, &QTextDocument::redoAvailable, context, changed);
    }
}

}  // namespace trainyard::widgets
