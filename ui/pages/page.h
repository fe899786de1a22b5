// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QVariantMap>
#include <QWidget>
#include <functional>
#include <vector>

namespace trainyard::bridge {
class AgentBridge;
}

namespace trainyard::pages {

/// A page's own Undo and Redo, without keys: the Edit menu triggers them. Enabled while there is a step; its
/// data() is what the step does, in the reader's language, if that is known.
struct HistoryActions {
    QAction* undo = nullptr;
    QAction* redo = nullptr;
};

/// One page of the window. It requests another page by signal and depends neither on the shell nor on other
/// pages. [gui]
class Page : public QWidget {
    Q_OBJECT
  public:
    using QWidget::QWidget;

    /// Shows what another page (or the command line) requests: a run's id, a file's path.
    virtual void open(const QString& argument) = 0;
    /// The page's actions, for the menu; enabled when they apply.
    virtual QList<QAction*> menuActions() const { return {}; }
    virtual HistoryActions historyActions() const { return {}; }
    /// Focuses the search field; false when there is nothing to search.
    virtual bool focusSearch() { return false; }
    /// State kept between sessions (selection, splitters), as plain values.
    virtual QVariantMap saveState() const { return {}; }
    virtual void restoreState(const QVariantMap&) {}

  signals:
    void pageRequested(const QString& pageId, const QString& argument);
    /// One of the shell's actions, by its object name ("shell.view.theme_dark").
    void actionRequested(const QString& name);
    /// What a person has written, and saveState() returns, has changed: it is stored soon.
    void draftChanged();
    /// A page that was empty has something to select now.
    void contentShown();
};

/// What the shell knows about a page before it is created.
struct PageInfo {
    QString id;  ///< prefix of its object names
    QString title;
    QString icon;                                     ///< in resources/icons
    int order = 0;                                    ///< position from the top of the rail
    int key = 0;                                      ///< it is opened by Ctrl and this digit; 0: order / 10
    std::function<Page*(bridge::AgentBridge&)> make;  ///< without a parent
};

/// Every page of this program in the rail's order. Generated from the folders of ui/pages; each defines
/// `PageInfo <folder>Page()` (new_run: newRunPage).
std::vector<PageInfo> allPages();

}  // namespace trainyard::pages
