// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/plain_text.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QToolTip>

namespace trainyard::widgets {
namespace {

constexpr qsizetype kMostInALine = 80;

/// Qt only wraps markup; plain text would run off the screen.
QString tip(const QString& text) {
    if (text.size() <= kMostInALine && !Qt::mightBeRichText(text)) return text;
    return QStringLiteral("<qt>%1</qt>").arg(text.toHtmlEscaped().replace('\n', QStringLiteral("<br>")));
}

/// The tool tip at that position; empty if there is none or Qt shows it itself.
QString tipAt(const QWidget& widget, const QPoint& place) {
    const auto* view = qobject_cast<QAbstractItemView*>(widget.parentWidget());
    if (!view || view->viewport() != &widget) return widget.toolTip();
    if (qobject_cast<const QHeaderView*>(view)) return {};
    return view->indexAt(place).data(Qt::ToolTipRole).toString();
}

class PlainText : public QObject {
  public:
    using QObject::QObject;
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Polish) makePlain(watched);
        return event->type() == QEvent::ToolTip && showToolTip(watched, *static_cast<QHelpEvent*>(event));
    }

  private:
    /// Called once, before it is shown. The tool tips' label shows the result of tip().
    static void makePlain(QObject* watched) {
        auto* label = qobject_cast<QLabel*>(watched);
        if (label && label->textFormat() == Qt::AutoText && !label->inherits("QTipLabel"))
            label->setTextFormat(Qt::PlainText);
    }

    static bool showToolTip(QObject* watched, const QHelpEvent& help) {
        auto* widget = qobject_cast<QWidget*>(watched);
        const QString text = widget ? tipAt(*widget, help.pos()) : QString();
        if (text.isEmpty()) return false;
        QToolTip::showText(help.globalPos(), tip(text), widget);
        return true;
    }
};

}  // namespace

void installPlainText(QWidget& window) {
    qApp->installEventFilter(new PlainText(&window));
}

}  // namespace trainyard::widgets
