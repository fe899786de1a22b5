// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/accessible_text.h"

#include <QAccessibleWidget>
#include <QLabel>
#include <QTextDocumentFragment>

#include "ui/widgets/curves/curve_plot.h"

namespace trainyard::widgets {
namespace {

QString plainText(const QString& text) {
    return Qt::mightBeRichText(text) ? QTextDocumentFragment::fromHtml(text).toPlainText() : text;
}

/// A label with an accessible name: reports its name and its text.
class NamedLabel : public QAccessibleWidget {
  public:
    explicit NamedLabel(QLabel* label) : QAccessibleWidget(label, QAccessible::StaticText) {}
    QString text(QAccessible::Text kind) const override {
        if (kind != QAccessible::Description) return QAccessibleWidget::text(kind);
        return plainText(static_cast<const QLabel*>(widget())->text());
    }
};

/// A plot of curves: reports their newest values, or the read-out's text while there is one.
class CurvePicture : public QAccessibleWidget {
  public:
    explicit CurvePicture(CurvePlot* plot) : QAccessibleWidget(plot, QAccessible::Chart) {}
    QString text(QAccessible::Text kind) const override {
        if (kind != QAccessible::Description) return QAccessibleWidget::text(kind);
        const auto* plot = static_cast<const CurvePlot*>(widget());
        return plot->readOut().isEmpty() ? plot->newest() : plot->readOut();
    }
};

QAccessibleInterface* make(const QString&, QObject* object) {
    if (auto* plot = qobject_cast<CurvePlot*>(object)) return new CurvePicture(plot);
    auto* label = qobject_cast<QLabel*>(object);
    return label && !label->accessibleName().isEmpty() ? new NamedLabel(label) : nullptr;
}

}  // namespace

void installAccessibleText() {
    QAccessible::installFactory(make);
}

}  // namespace trainyard::widgets
