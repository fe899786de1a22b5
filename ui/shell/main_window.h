// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMainWindow>
#include <QTimer>
#include <map>

#include "ui/bridge/agent_functions.h"
#include "ui/pages/page.h"
#include "ui/shell/window_memory.h"

class QActionGroup;
class QButtonGroup;
class QLabel;
class QStackedWidget;
class QToolButton;
class QVBoxLayout;

namespace trainyard::bridge {
class AgentBridge;
}
namespace trainyard::widgets {
enum class ColourScheme;
}

namespace trainyard::shell {

class EditHistory;
class EndNotice;
class Rail;
class SystemTheme;

/// The frame around the pages: rail, menu, status bar, theme. It knows no page by name except the first one.
/// [gui]
class MainWindow : public QMainWindow {
    Q_OBJECT
  public:
    /// `about` is the text of Help → About.
    MainWindow(bridge::AgentBridge& bridge, std::vector<pages::PageInfo> pages, const WindowMemory& memory,
               QString about);

    /// Brings a page to the front; asserts that there is one of this id.
    void openPage(const QString& id, const QString& argument);
    WindowMemory memory() const;
    void setAgentRules(AgentRules rules);

  signals:
    void closed();
    /// A setting that is kept between sessions has changed: store memory() now.
    void memoryChanged();
    /// This one is to be used, whatever the command line says; renewalWanted() follows.
    void agentChosen();
    /// The language or the agent has changed: the window must be rebuilt, with memory().
    void renewalWanted();

  protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

  private:
    struct Entry {
        pages::PageInfo info;
        pages::Page* page = nullptr;  ///< created when it is first opened
        QWidget* area = nullptr;      ///< around it
        QToolButton* button = nullptr;
    };
    void buildRail();
    void buildMenus();
    QAction* addMenuAction(QMenu* menu, const QString& name, const QString& text, const QKeySequence& keys);
    pages::Page* pageOf(Entry& entry);
    void showAgent(const bridge::AgentStatus& status);
    void countDown();
    void setTheme(ThemeChoice choice);
    void buildLanguages(QMenu* view);
    void setLanguage(const QString& language);
    void askForAgent();
    void useAgent(const AgentChoice& choice);
    AgentChoice agentNow() const;
    void fillAgents();
    QString awayText() const;
    widgets::ColourScheme scheme() const;
    void applyTheme();
    void showAbout();
    void goTo(const QString& id, const QString& argument);
    void askForFile();
    void askForLogs(const QString& title, void (MainWindow::*take)(const QString& folder));
    void importLogs(const QString& folder);
    void followLogs(const QString& folder);
    bool hasPage(const QString& id) const;
    void openPalette();
    void showKeys();
    void takeRuns(const bridge::RunListChange& change);

    bridge::AgentBridge& bridge_;
    std::vector<Entry> entries_;
    WindowMemory remembered_;
    QString about_;
    ThemeChoice theme_;
    QString language_;
    AgentChoice agent_;
    AgentRules agentRules_;
    bool isSystemDark_;
    QString current_;

    std::map<QString, QString> runs_;  ///< id to name, for the palette
    EditHistory* history_ = nullptr;
    EndNotice* endNotice_ = nullptr;
    Rail* rail_ = nullptr;
    QWidget* waiting_ = nullptr;  ///< the button that has the focus until its page can take it
    QStackedWidget* stack_ = nullptr;
    QButtonGroup* railButtons_ = nullptr;
    QMenu* runMenu_ = nullptr;
    QMenu* agents_ = nullptr;
    QList<QAction*> logActions_;     ///< import and follow, which need a store that can be written
    QLabel* storeDamage_ = nullptr;  ///< above the pages, while the agent's store is read-only
    QLabel* agentShape_ = nullptr;
    QLabel* agentText_ = nullptr;
    QTimer draftPause_;  ///< between an edit and its storing
    QTimer retry_;       ///< runs while the agent is unavailable
    int retrySeconds_ = 0;
    SystemTheme* system_ = nullptr;
};

}  // namespace trainyard::shell
