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

/// One page of the window. It asks the shell for another page by signal and knows neither shell nor pages.
/// [gui]
class Page : public QWidget {
    Q_OBJECT
  public:
    using QWidget::QWidget;

    /// What another page (or the command line) wants shown here: a run's id, a file's path.
    virtual void open(const QString& argument) = 0;
    /// The page's actions, for the menu; enabled as they apply.
    virtual QList<QAction*> menuActions() const { return {}; }
    /// Puts the keyboard where one searches; false when there is nothing to search.
    virtual bool focusSearch() { return false; }
    /// What is kept from one start to the next (selection, splitters), as plain values.
    virtual QVariantMap saveState() const { return {}; }
    virtual void restoreState(const QVariantMap&) {}

  signals:
    void pageRequested(const QString& pageId, const QString& argument);
    /// One of the shell's actions, by its object name ("shell.view.theme_dark").
    void actionRequested(const QString& name);
};

/// What the shell knows of a page before it exists.
struct PageInfo {
    QString id;  ///< first part of its object names
    QString title;
    QString icon;   ///< in resources/icons
    int order = 0;  ///< from the top of the rail
    std::function<Page*(bridge::AgentBridge&, QWidget* parent)> make;
};

/// Every page of this program in the rail's order. Generated from the list in ui/pages/CMakeLists.txt, where
/// a new page adds its one line; each page's folder defines `PageInfo <folder>Page()` (new_run: newRunPage).
std::vector<PageInfo> allPages();

}  // namespace trainyard::pages
