// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

class QObject;
class QWidget;

namespace trainyard::widgets {

// What a text field can undo and redo on its own: what has been typed into it since it was last filled. [gui]

/// The fields in `area` leave undo to their page, whose steps include what is typed into them. False, for one
/// of these fields: what is typed now is in no step of the page.
void setInPageHistory(QWidget& area, bool isIn);

/// `field` may be any widget, or null.
bool canUndoInField(const QWidget* field);
bool canRedoInField(const QWidget* field);
void undoInField(QWidget* field);
void redoInField(QWidget* field);
/// Calls `changed` whenever one of the answers above may have changed, until `context` is deleted.
void watchFieldHistory(QWidget* field, QObject* context, const std::function<void()>& changed);

}  // namespace trainyard::widgets
