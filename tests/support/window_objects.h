// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>

class QAbstractButton;
class QTableView;

namespace trainyard::testing {

/// Finds controls of a window by the names in docs/automation.md, and operates them as a user would: hidden
/// or disabled controls cannot be pressed. Every function asserts (qFatal) that the control exists.
class WindowObject {
  public:
    explicit WindowObject(QWidget& window) : window_(window) {}

    template <typename W>
    W& find(const QString& objectName) const {
        W* found = window_.findChild<W*>(objectName);
        if (!found) qFatal("no control is called %s", qPrintable(objectName));
        return *found;
    }
    /// True when the button is visible and enabled; has no effect, so a test may wait for it.
    bool canPress(const QString& button) const;
    /// Presses a button with the left mouse button; false when it is hidden or disabled.
    bool press(const QString& button) const;
    /// Types into a field, replacing its text.
    void type(const QString& field, const QString& text) const;
    QString labelText(const QString& label) const;
    /// The cells of a table as shown, "|" between columns, without hidden columns.
    QStringList rows(const QString& table) const;

  private:
    QWidget& window_;
};

/// The Runs page.
class RunsPageObject : public WindowObject {
  public:
    using WindowObject::WindowObject;
    /// Selects the run whose first cell is `id`; false if there is none.
    bool choose(const QString& id) const;
    QStringList runs() const { return rows(QStringLiteral("runs.list.table")); }
    QStringList logLines() const;
    /// The points drawn on the chart of `quantity` ("loss", "accuracy"), of all its visible lines but
    /// smoothed ones.
    int drawnPoints(const QString& quantity) const;
};

/// The New run page.
class NewRunPageObject : public WindowObject {
  public:
    using WindowObject::WindowObject;
    bool chooseExample(const QString& name) const;
    /// Opens a section of the form by its title; false when there is none.
    bool openSection(const QString& title) const;
    /// Selects an entry of a field with alternatives, as a click does; false if it cannot be selected.
    bool choose(const QString& field, const QString& label) const;
    /// Sets the run file's text; text() reads it.
    void write(const QString& text) const;
    QString text() const;
    QString verdict() const { return labelText(QStringLiteral("new_run.preview.verdict")); }
    QStringList findings() const { return rows(QStringLiteral("new_run.findings.table")); }
};

/// The Clusters page.
class ClustersPageObject : public WindowObject {
  public:
    using WindowObject::WindowObject;
    /// Starts from the template with this title; false if there is none.
    bool chooseTemplate(const QString& title) const;
    /// The table's rows.
    QStringList tasks() const { return rows(QStringLiteral("clusters.table.tasks")); }
    /// What the canvas draws: "machine: task, task", one machine per line.
    QStringList drawing() const;
    /// Drags a role of the palette onto a machine's card, or a task ("worker:1") from its own.
    void dragRole(const QString& role, const QString& machine) const;
    void dragTask(const QString& task, const QString& machine) const;
    /// The card of a machine ("local"), or the chip of a task ("worker:1").
    QWidget& card(const QString& machine) const;
    QWidget& chip(const QString& task) const;
    QString text() const;
    void setText(const QString& text) const;
    QString notice() const { return labelText(QStringLiteral("clusters.header.notice")); }

  private:
    void drop(const QString& mime, const QByteArray& what, const QString& machine) const;
};

/// One line per control, "name | accessible name | class", sorted: every interactive widget under `root` and
/// every action, except what Qt puts inside its own widgets. A missing name or accessible name is shown as
/// "?".
QStringList interactiveControls(const QWidget& root);

/// Buttons whose accessible name does not contain their visible text: voice users say what they see (WCAG
/// 2.1, 2.5.3 "Label in Name"). "name: text is called accessible name", one per line.
QStringList unspokenButtons(const QWidget& root);

/// Tabs once around the active window and returns the names of its visible, enabled controls that were not
/// reached.
QStringList unreachedByTab(QWidget& window);

}  // namespace trainyard::testing
