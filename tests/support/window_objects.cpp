// SPDX-License-Identifier: Apache-2.0
#include "tests/support/window_objects.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QSet>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QTextCursor>
#include <algorithm>

#include "ui/widgets/cluster_canvas/cluster_canvas.h"
#include "ui/widgets/cluster_canvas/cluster_chip.h"
#include "ui/widgets/curves/curve_plot.h"

namespace trainyard::testing {
namespace {

QString orUnknown(const QString& text) {
    return text.isEmpty() ? QStringLiteral("?") : text;
}

bool isInteractive(const QWidget& widget) {
    return widget.focusPolicy() != Qt::NoFocus || qobject_cast<const QAbstractButton*>(&widget);
}

/// True for what Qt builds into its own widgets: a scroll bar, the button that clears a line edit.
bool isInsideControl(const QWidget& widget, const QWidget& root) {
    for (const QWidget* parent = widget.parentWidget(); parent && parent != &root;
         parent = parent->parentWidget())
        if (isInteractive(*parent) && !qobject_cast<const QTabWidget*>(parent)) return true;
    return false;
}

}  // namespace

bool WindowObject::canPress(const QString& button) const {
    const auto& found = find<QAbstractButton>(button);
    return found.isVisible() && found.isEnabled();
}

bool WindowObject::press(const QString& button) const {
    if (!canPress(button)) return false;
    QTest::mouseClick(&find<QAbstractButton>(button), Qt::LeftButton);
    return true;
}

void WindowObject::type(const QString& field, const QString& text) const {
    auto& edit = find<QLineEdit>(field);
    edit.setFocus();
    edit.selectAll();
    QTest::keyClicks(&edit, text);
}

QString WindowObject::labelText(const QString& label) const {
    return find<QLabel>(label).text();
}

QStringList WindowObject::rows(const QString& table) const {
    const auto& view = find<QTableView>(table);
    QStringList lines;
    for (int row = 0; row < view.model()->rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < view.model()->columnCount(); ++column)
            if (!view.isColumnHidden(column)) cells << view.model()->index(row, column).data().toString();
        lines << cells.join('|');
    }
    return lines;
}

bool RunsPageObject::choose(const QString& id) const {
    auto& table = find<QTableView>(QStringLiteral("runs.list.table"));
    for (int row = 0; row < table.model()->rowCount(); ++row) {
        if (table.model()->index(row, 0).data().toString() != id) continue;
        table.selectRow(row);
        // The first run opens once the list is painted.
        return QTest::qWaitFor(
            [&] { return find<QWidget>(QStringLiteral("runs.header.title")).isVisible(); });
    }
    return false;
}

QStringList RunsPageObject::logLines() const {
    const auto& view = find<QListView>(QStringLiteral("runs.log.lines"));
    QStringList lines;
    for (int row = 0; row < view.model()->rowCount(); ++row)
        lines << view.model()->index(row, 0).data().toString();
    return lines;
}

int RunsPageObject::drawnPoints(const QString& quantity) const {
    const auto& plot = find<widgets::CurvePlot>("runs." + quantity + ".chart");
    std::size_t points = 0;
    for (const widgets::PlotLine& line : plot.content().lines)
        if (!line.isSmoothed) points += line.curve->size();
    return static_cast<int>(points);
}

bool NewRunPageObject::chooseExample(const QString& name) const {
    if (canPress(QStringLiteral("new_run.choices.show"))) press(QStringLiteral("new_run.choices.show"));
    auto& list = find<QListWidget>(QStringLiteral("new_run.choices.examples"));
    const auto items = list.findItems(name, Qt::MatchExactly);
    if (items.isEmpty() || !list.isVisible()) return false;
    list.setCurrentItem(items.front());
    QTest::keyClick(&list, Qt::Key_Return);
    return true;
}

bool NewRunPageObject::openSection(const QString& title) const {
    auto& list = find<QListWidget>(QStringLiteral("new_run.sections.list"));
    // The title may be followed by the number of errors.
    const auto items = list.findItems(title, Qt::MatchStartsWith);
    if (items.isEmpty()) return false;
    list.setCurrentItem(items.front());
    return true;
}

bool ClustersPageObject::chooseTemplate(const QString& title) const {
    auto& list = find<QListWidget>(QStringLiteral("clusters.library.templates"));
    const auto items = list.findItems(title, Qt::MatchExactly);
    if (items.isEmpty()) return false;
    list.scrollToItem(items[0]);
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualItemRect(items[0]).center());
    return true;
}

QWidget& ClustersPageObject::card(const QString& machine) const {
    return find<QWidget>("clusters.canvas.machine_" + machine);
}

QWidget& ClustersPageObject::chip(const QString& task) const {
    return find<QWidget>("clusters.canvas." + QString(task).replace(':', '_'));
}

QStringList ClustersPageObject::drawing() const {
    QStringList lines;
    const QWidget& canvas = *find<QScrollArea>(QStringLiteral("clusters.canvas.area")).widget();
    auto cards = canvas.findChildren<widgets::MachineCard*>();
    std::ranges::sort(cards, {}, [](const QWidget* card) { return std::pair(card->y(), card->x()); });
    for (const auto* card : cards) {
        if (card->isHidden()) continue;
        QStringList tasks;
        for (const auto* chip : canvas.findChildren<widgets::ClusterChip*>())
            if (!chip->isHidden() && card->geometry().contains(chip->geometry()))
                tasks << chip->objectName().section('.', -1).replace('_', ':');
        tasks.sort();
        lines << card->machine() + ": " + tasks.join(", ");
    }
    return lines;
}

void ClustersPageObject::drop(const QString& mime, const QByteArray& what, const QString& machine) const {
    QWidget& target = card(machine);
    QWidget& canvas = *target.parentWidget();
    const QPoint at = target.geometry().center();
    QMimeData data;
    data.setData(mime, what);
    QDragEnterEvent enter(at, Qt::MoveAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&canvas, &enter);
    QDragMoveEvent move(at, Qt::MoveAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&canvas, &move);
    if (!move.isAccepted()) qFatal("the machine %s takes no drop", qPrintable(machine));
    QDropEvent drop(at, Qt::MoveAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&canvas, &drop);
}

void ClustersPageObject::dragRole(const QString& role, const QString& machine) const {
    drop(widgets::kRoleMime, role.toLatin1(), machine);
}

void ClustersPageObject::dragTask(const QString& task, const QString& machine) const {
    const auto& dragged = static_cast<const widgets::ClusterChip&>(chip(task));
    drop(widgets::kTaskMime, QByteArray::number(dragged.row()), machine);
}

QString ClustersPageObject::text() const {
    return find<QPlainTextEdit>(QStringLiteral("clusters.text.editor")).toPlainText();
}

void ClustersPageObject::setText(const QString& text) const {
    auto& editor = find<QPlainTextEdit>(QStringLiteral("clusters.text.editor"));
    editor.selectAll();
    editor.insertPlainText(text);
}

bool NewRunPageObject::choose(const QString& field, const QString& label) const {
    auto& box = find<QComboBox>(field);
    const int index = box.findText(label);
    if (index < 0 || !box.isEnabled() || !box.isVisible()) return false;
    box.setCurrentIndex(index);
    emit box.activated(index);
    return true;
}

void NewRunPageObject::write(const QString& text) const {
    auto& edit = find<QPlainTextEdit>(QStringLiteral("new_run.preview.text"));
    QTextCursor cursor(edit.document());  // like typing, so that Ctrl+Z undoes it
    cursor.select(QTextCursor::Document);
    cursor.insertText(text);
}

QString NewRunPageObject::text() const {
    return find<QPlainTextEdit>(QStringLiteral("new_run.preview.text")).toPlainText();
}

QStringList interactiveControls(const QWidget& root) {
    QStringList lines;
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        if (!isInteractive(*widget) || isInsideControl(*widget, root)) continue;
        if (widget->objectName().startsWith(QStringLiteral("qt_"))) continue;
        lines << QStringLiteral("%1 | %2 | %3")
                     .arg(orUnknown(widget->objectName()), orUnknown(widget->accessibleName()),
                          QString::fromLatin1(widget->metaObject()->className()).section(':', -1));
    }
    for (const QAction* action : root.findChildren<QAction*>()) {
        const bool isQts =
            action->objectName().startsWith('_') || action->objectName().startsWith(QStringLiteral("qt_"));
        if (action->isSeparator() || action->menu() || isQts || action->text().isEmpty()) continue;
        if (qobject_cast<const QLineEdit*>(action->parent())) continue;
        lines << QStringLiteral("%1 | %2 | QAction")
                     .arg(orUnknown(action->objectName()), QString(action->text()).remove('&'));
    }
    lines.sort();
    lines.removeDuplicates();
    return lines;
}

QStringList unspokenButtons(const QWidget& root) {
    const auto words = [](QString text) { return text.remove('&').remove(QStringLiteral("…")).toLower(); };
    QStringList lines;
    for (const QAbstractButton* button : root.findChildren<QAbstractButton*>())
        if (!isInsideControl(*button, root) &&
            !words(button->accessibleName()).contains(words(button->text())))
            lines << QStringLiteral("%1: “%2” is called “%3”")
                         .arg(button->objectName(), button->text(), button->accessibleName());
    return lines;
}

QStringList unreachedByTab(QWidget& window) {
    QSet<const QWidget*> reached;
    QStringList unreached;
    if (!window.focusWidget()) QTest::keyClick(&window, Qt::Key_Tab);
    for (QWidget* at = window.focusWidget(); at && !reached.contains(at); at = window.focusWidget()) {
        reached << at;
        QTest::keyClick(at, Qt::Key_Tab);
    }
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (isInsideControl(*widget, window) || !widget->isVisible() || !widget->isEnabled()) continue;
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        // In a group of buttons Tab stops at the selected one, and the arrow keys move on from there.
        const bool isMeant = (widget->focusPolicy() & Qt::TabFocus) || (button && !button->group());
        if (isMeant && !reached.contains(widget) && !reached.contains(widget->focusProxy()))
            unreached << widget->objectName();
    }
    return unreached;
}

}  // namespace trainyard::testing
