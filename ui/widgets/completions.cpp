// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/completions.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QEvent>
#include <QListView>

#include "ui/widgets/theme.h"

namespace trainyard::widgets {
namespace {

class PopupStyle : public QObject {
  public:
    explicit PopupStyle(QWidget& popup) : QObject(&popup), popup_(popup) {
        popup.installEventFilter(this);
        apply();
    }
    bool eventFilter(QObject* object, QEvent* event) override {
        if (event->type() == QEvent::PaletteChange) apply();
        return QObject::eventFilter(object, event);
    }

  private:
    /// A style sheet changes the palette, too.
    void apply() {
        const QString sheet = Theme::current().styleSheet();
        if (popup_.styleSheet() != sheet) popup_.setStyleSheet(sheet);
    }
    QWidget& popup_;
};

}  // namespace

void styleCompletions(QCompleter& completer) {
    // A style sheet has a list measure all its rows, of which there may be thousands.
    if (auto* list = qobject_cast<QListView*>(completer.popup())) list->setUniformItemSizes(true);
    new PopupStyle(*completer.popup());
}

}  // namespace trainyard::widgets
