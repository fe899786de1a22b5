// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/main_window.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QButtonGroup>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QGridLayout>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QScreen>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/base/check.h"
#include "ui/bridge/agent_bridge.h"
#include "ui/models/agent_words.h"
#include "ui/models/reasons.h"
#include "ui/shell/agent_dialog.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/edit_history.h"
#include "ui/shell/end_notice.h"
#include "ui/shell/page_area.h"
#include "ui/shell/rail.h"
#include "ui/shell/system_theme.h"
#include "ui/widgets/accessible_text.h"
#include "ui/widgets/far_path_dialog.h"
#include "ui/widgets/keyboard.h"
#include "ui/widgets/named.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/state_delegate.h"
#include "ui/widgets/theme.h"

namespace trainyard::shell {

using widgets::named;
using widgets::withRole;

namespace {

const QString kFirstPage = QStringLiteral("runs");
const QString kNewRunPage = QStringLiteral("new_run");
const QString kCheckpointsPage = QStringLiteral("checkpoints");
const QString kClustersPage = QStringLiteral("clusters");

}  // namespace

MainWindow::MainWindow(bridge::AgentBridge& bridge, std::vector<pages::PageInfo> pages,
                       const WindowMemory& memory, QString about)
    : bridge_(bridge),
      remembered_(memory),
      about_(std::move(about)),
      theme_(memory.theme),
      language_(memory.language),
      agent_(memory.agent),
      isSystemDark_(memory.wasSystemDark) {
    widgets::installAccessibleText();
    widgets::installReturnKey(*this);
    widgets::installPlainText(*this);
    setObjectName("shell.window");
    setWindowTitle(tr("Trainyard"));
    for (pages::PageInfo& info : pages) entries_.push_back({std::move(info)});
    widgets::Theme::apply(*qApp, scheme());
    stack_ = new QStackedWidget;
    buildRail();
    storeDamage_ = named(withRole(new QLabel, "banner"), "shell.store_damage", tr("State of the store"));
    storeDamage_->setWordWrap(true);
    storeDamage_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    storeDamage_->hide();
    auto* central = new QWidget;
    auto* layout = new QGridLayout(central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(rail_, 0, 0, 2, 1);
    layout->addWidget(storeDamage_, 0, 1);
    layout->addWidget(stack_, 1, 1);
    layout->setRowStretch(1, 1);
    layout->setColumnStretch(1, 1);
    setCentralWidget(central);

    agentShape_ = new QLabel;
    agentText_ = named(new QLabel, "shell.status.agent", tr("State of the agent"));
    agentText_->setContentsMargins(0, 0, 12, 0);
    agentText_->setMinimumWidth(1);  // a long path makes no window wider than the screen
    statusBar()->addPermanentWidget(agentShape_);
    statusBar()->addPermanentWidget(agentText_);
    statusBar()->setSizeGripEnabled(false);
    buildMenus();

    constexpr QSize kFrame{16, 48};  // approximate size of the desktop's window frame
    resize(QSize(1280, 800).boundedTo(screen()->availableSize() - kFrame));
    if (!memory.geometry.isEmpty()) restoreGeometry(memory.geometry);
    connect(&bridge_, &bridge::AgentBridge::agentStatusChanged, this, &MainWindow::showAgent);
    draftPause_.setSingleShot(true);
    draftPause_.setInterval(1000);
    connect(&draftPause_, &QTimer::timeout, this, &MainWindow::memoryChanged);
    retry_.setInterval(1000);
    connect(&retry_, &QTimer::timeout, this, &MainWindow::countDown);
    showAgent(bridge_.agentStatus());
    endNotice_ = new EndNotice(this);
    connect(&bridge_, &bridge::AgentBridge::runsChanged, this, &MainWindow::takeRuns);
    setAcceptDrops(true);
    goTo(hasPage(memory.page) ? memory.page : kFirstPage, {});
    applyTheme();
    rail_->fit();

    system_ = new SystemTheme(this);
    connect(system_, &SystemTheme::darkChanged, this, [this](bool isDark) {
        isSystemDark_ = isDark;
        if (theme_ == ThemeChoice::kSystem) applyTheme();
    });
    QTimer::singleShot(0, system_, &SystemTheme::watch);  // the first frame does not wait for the desktop bus
}

void MainWindow::buildRail() {
    rail_ = new Rail;
    railButtons_ = new QButtonGroup(this);
    for (Entry& entry : entries_) {
        auto* button =
            named(withRole(new QToolButton, "rail"), "shell.rail." + entry.info.id, entry.info.title);
        button->setText(entry.info.title);
        button->setIcon(widgets::Theme::icon(entry.info.icon));
        button->setCheckable(true);
        connect(button, &QToolButton::clicked, this, [this, id = entry.info.id] { openPage(id, {}); });
        railButtons_->addButton(button);
        rail_->add(button);
        entry.button = button;
    }
}

QAction* MainWindow::addMenuAction(QMenu* menu, const QString& name, const QString& text,
                                   const QKeySequence& keys) {
    QAction* action = menu->addAction(text);
    action->setObjectName(name);
    action->setShortcut(keys);
    return action;
}

void MainWindow::buildMenus() {
    menuBar()->setObjectName("shell.menu");
    QMenu* file = menuBar()->addMenu(tr("&File"));
    connect(addMenuAction(file, "shell.file.new_run", tr("&New run"), QKeySequence::New), &QAction::triggered,
            this, [this] { goTo(kNewRunPage, {}); });
    connect(addMenuAction(file, "shell.file.open", tr("&Open a run file…"), QKeySequence::Open),
            &QAction::triggered, this, &MainWindow::askForFile);
    logActions_ = {addMenuAction(file, "shell.file.import", tr("Import TensorBoard &logs…"), {}),
                   addMenuAction(file, "shell.file.follow", tr("&Follow TensorBoard logs…"), {})};
    connect(logActions_[0], &QAction::triggered, this,
            [this] { askForLogs(tr("Import TensorBoard logs"), &MainWindow::importLogs); });
    connect(logActions_[1], &QAction::triggered, this,
            [this] { askForLogs(tr("Follow TensorBoard logs"), &MainWindow::followLogs); });
    connect(addMenuAction(file, "shell.file.agent", tr("&Agent and data folder…"), {}), &QAction::triggered,
            this, &MainWindow::askForAgent);
    agents_ = file->addMenu(tr("S&witch agent"));
    agents_->setObjectName("shell.file.agents");
    fillAgents();
    file->addSeparator();
    connect(addMenuAction(file, "shell.file.quit", tr("&Quit"), QKeySequence::Quit), &QAction::triggered,
            this, &QWidget::close);
    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    history_ = new EditHistory(*this, *edit);
    edit->addSeparator();
    connect(addMenuAction(edit, "shell.edit.search", tr("&Search"), QKeySequence::Find), &QAction::triggered,
            this, [this] {
                for (const Entry& entry : entries_)
                    if (entry.page && entry.info.id == current_) entry.page->focusSearch();
            });
    runMenu_ = menuBar()->addMenu(tr("&Run"));
    QMenu* view = menuBar()->addMenu(tr("&View"));
    connect(addMenuAction(view, "shell.view.commands", tr("&Commands…"), QKeySequence(Qt::CTRL | Qt::Key_K)),
            &QAction::triggered, this, &MainWindow::openPalette);
    view->addSeparator();
    for (const Entry& entry : entries_) {
        if (entry.info.id == kNewRunPage) continue;
        // By a number of its own, so that a page keeps its shortcut when others are inserted.
        const int key = entry.info.key > 0 ? entry.info.key : entry.info.order / 10;
        auto* action = addMenuAction(view, "shell.view." + entry.info.id, entry.info.title,
                                     QKeySequence(Qt::CTRL | (Qt::Key_0 + key)));
        connect(action, &QAction::triggered, this, [this, id = entry.info.id] { goTo(id, {}); });
    }
    view->addSeparator();
    auto* themes = new QActionGroup(this);
    const std::tuple<ThemeChoice, const char*, QString> choices[] = {
        {ThemeChoice::kSystem, "shell.view.theme_system", tr("System theme")},
        {ThemeChoice::kLight, "shell.view.theme_light", tr("Light theme")},
        {ThemeChoice::kDark, "shell.view.theme_dark", tr("Dark theme")}};
    for (const auto& [choice, name, text] : choices) {
        QAction* action = addMenuAction(view, name, text, {});
        action->setCheckable(true);
        action->setChecked(choice == theme_);
        themes->addAction(action);
        connect(action, &QAction::triggered, this, [this, choice = choice] { setTheme(choice); });
    }
    buildLanguages(view);
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    connect(addMenuAction(help, "shell.help.keys", tr("&Keyboard shortcuts"), QKeySequence::HelpContents),
            &QAction::triggered, this, &MainWindow::showKeys);
    connect(addMenuAction(help, "shell.help.about", tr("&About Trainyard"), {}), &QAction::triggered, this,
            &MainWindow::showAbout);
}

void MainWindow::buildLanguages(QMenu* view) {
    view->addSeparator();
    auto* languages = new QActionGroup(this);
    for (const auto& [language, name] : languageNames()) {
        QAction* action = addMenuAction(
            view, "shell.view.language_" + (language.isEmpty() ? QStringLiteral("system") : language),
            language.isEmpty() ? tr("System language") : tr("Language: %1").arg(name), {});
        action->setCheckable(true);
        action->setChecked(language == language_);
        action->setData(language);
        action->setIconText(name);  // used where only languages are listed
        languages->addAction(action);
        connect(action, &QAction::triggered, this, [this, language = language] { setLanguage(language); });
    }
}

pages::Page* MainWindow::pageOf(Entry& entry) {
    if (entry.page) return entry.page;
    entry.page = entry.info.make(bridge_);
    entry.area = new PageArea(entry.page);
    stack_->addWidget(entry.area);
    connect(entry.page, &pages::Page::pageRequested, this, &MainWindow::openPage);
    connect(entry.page, &pages::Page::actionRequested, this, [this](const QString& name) {
        if (auto* action = findChild<QAction*>(name)) action->trigger();
    });
    connect(entry.page, &pages::Page::contentShown, this, [this, page = entry.page] {
        if (waiting_ && focusWidget() == waiting_ && page->isVisible()) widgets::focusInto(*page);
        waiting_ = nullptr;
    });
    entry.page->restoreState(remembered_.pages.value(entry.info.id));
    connect(entry.page, &pages::Page::draftChanged, this, [this] {
        if (!draftPause_.isActive()) draftPause_.start();  // a session may end without a close of the window
    });
    return entry.page;
}

void MainWindow::openPage(const QString& id, const QString& argument) {
    const auto entry = std::ranges::find_if(entries_, [&](const Entry& e) { return e.info.id == id; });
    TY_CHECK(entry != entries_.end(), "the requested page does not exist");
    pages::Page* page = pageOf(*entry);
    stack_->setCurrentWidget(entry->area);
    entry->button->setChecked(true);
    // Tab enters the rail at the page that is open; the arrow keys continue from there.
    for (const Entry& other : entries_)
        other.button->setFocusPolicy(&other == &*entry ? Qt::TabFocus : Qt::NoFocus);
    current_ = id;
    page->open(argument);
    if (!runMenu_) return;
    history_->setPage(*page);
    runMenu_->clear();
    runMenu_->addActions(page->menuActions());
    runMenu_->menuAction()->setVisible(!runMenu_->isEmpty());
}

/// By keyboard: the next key goes to the page.
void MainWindow::goTo(const QString& id, const QString& argument) {
    openPage(id, argument);
    if (widgets::focusInto(*stack_->currentWidget())) return;
    // Shown in the rail as long as the page has nothing to focus; Tab continues from there.
    for (const Entry& entry : entries_) {
        if (entry.info.id != id) continue;
        entry.button->setFocus(Qt::ShortcutFocusReason);
        waiting_ = entry.button;
    }
}

void MainWindow::askForFile() {
    openPage(kNewRunPage, {});
    if (auto* open = stack_->currentWidget()->findChild<QAbstractButton*>("new_run.choices.open"))
        open->click();
}

bool MainWindow::hasPage(const QString& id) const {
    return std::ranges::any_of(entries_, [&](const Entry& entry) { return entry.info.id == id; });
}

void MainWindow::takeRuns(const bridge::RunListChange& change) {
    if (change.isSnapshot) runs_.clear();
    for (const bridge::RunRow& run : change.runs) {
        runs_[run.id] = run.name;
        if (run.isTrashed) runs_.erase(run.id);
    }
    endNotice_->take(change);
    storeDamage_->setText(tr("The store is read-only, and no run can be started: %1")
                              .arg(models::inReadersLanguage(change.storeDamage)));
    storeDamage_->setVisible(!change.storeDamage.isEmpty());
    for (QAction* action : logActions_) {
        action->setEnabled(change.storeDamage.isEmpty());
        action->setStatusTip(models::whyReadOnly(change.storeDamage));
    }
}

void MainWindow::openPalette() {
    std::vector<CommandPalette::Command> commands;
    const auto add = [&](const QAction* action) {
        if (!action->isEnabled() || !action->isVisible() || action->isSeparator() || action->text().isEmpty())
            return;
        if (action->objectName() == QStringLiteral("shell.view.commands")) return;
        commands.push_back({widgets::withoutMnemonic(action->text()),
                            action->shortcut().toString(QKeySequence::NativeText),
                            [action = QPointer<QAction>(const_cast<QAction*>(action))] {
                                if (action) action->trigger();
                            }});
    };
    // The page's own actions first: they are the most likely ones.
    for (const QMenu* menu : {runMenu_})
        for (const QAction* action : menu->actions()) add(action);
    for (const QAction* top : menuBar()->actions()) {
        if (!top->menu() || top->menu() == runMenu_) continue;
        for (const QAction* action : top->menu()->actions()) add(action);
    }
    for (auto run = runs_.crbegin(); run != runs_.crend(); ++run) {
        const QString text = run->first.startsWith(run->second) ? run->first : run->second + ' ' + run->first;
        commands.push_back({text, tr("run"), [this, id = run->first] { goTo(kFirstPage, id); }});
    }
    auto* palette = new CommandPalette(std::move(commands), this);
    palette->move(mapToGlobal(QPoint((width() - palette->width()) / 2, 60)));
    palette->show();
}

void MainWindow::showKeys() {
    QStringList lines;
    const auto add = [&](const QString& text, const QString& keys) {
        lines << QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2</td></tr>")
                     .arg(keys.toHtmlEscaped(), text.toHtmlEscaped());
    };
    for (const QAction* top : menuBar()->actions()) {
        if (!top->menu()) continue;
        for (const QAction* action : top->menu()->actions())
            if (!action->shortcut().isEmpty())
                add(widgets::withoutMnemonic(action->text()),
                    action->shortcut().toString(QKeySequence::NativeText));
    }
    add(tr("Curves: zoom in, zoom out, show all"), QStringLiteral("+  -  0"));
    add(tr("Curves: inspect point by point"), QStringLiteral("←  →"));
    add(tr("Curves: move"), QStringLiteral("Shift ←  →"));
    add(tr("Log: next match, previous match"), QStringLiteral("Return, Shift Return"));
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("Keyboard shortcuts"),
                                QStringLiteral("<table>%1</table>").arg(lines.join(QString())),
                                QMessageBox::NoButton, this);
    box->setTextFormat(Qt::RichText);
    box->setObjectName("shell.keys");
    box->setDefaultButton(
        named(box->addButton(tr("Close"), QMessageBox::RejectRole), "shell.keys.close", tr("Close")));
    box->setInformativeText(tr("Use the command list to find any other command: type a part of its name."));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls() && event->mimeData()->urls().front().isLocalFile())
        event->acceptProposedAction();
}

/// A run file opens as a new run, a TF_CONFIG as a cluster, a checkpoint on the Checkpoints page; a folder of
/// logs is imported.
void MainWindow::dropEvent(QDropEvent* event) {
    const QString file = event->mimeData()->urls().value(0).toLocalFile();
    if (file.isEmpty()) return;
    event->acceptProposedAction();
    bridge_.ask(
        &bridge::TextFileCalls::pathKind, this,
        [this, file](bridge::PathKind kind) {
            using enum bridge::PathKind;
            if (kind == kLogs) return importLogs(file);
            if (kind == kCheckpoint && hasPage(kCheckpointsPage)) return openPage(kCheckpointsPage, file);
            openPage(kind == kTfConfig && hasPage(kClustersPage) ? kClustersPage : kNewRunPage, file);
        },
        file);
}

void MainWindow::importLogs(const QString& folder) {
    openPage(kFirstPage, QStringLiteral("import:") + folder);
}

void MainWindow::followLogs(const QString& folder) {
    openPage(kFirstPage, QStringLiteral("follow:") + folder);
}

void MainWindow::askForLogs(const QString& title, void (MainWindow::*take)(const QString& folder)) {
    const QString machine = bridge_.agentStatus().machine;
    if (!machine.isEmpty()) {
        auto* dialog = new widgets::FarPathDialog(
            title, machine, tr("Folder"), tr("The agent reads the logs on its own machine, %1.").arg(machine),
            "shell.import_path", this);
        connect(dialog, &widgets::FarPathDialog::chosen, this, take);
        return dialog->open();
    }
    auto* dialog = new QFileDialog(this, title);
    dialog->setObjectName("shell.import_dialog");
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, take);
    dialog->open();
}

void MainWindow::showAgent(const bridge::AgentStatus& status) {
    using bridge::AgentState;
    bridge::RunState shape = bridge::RunState::kStarting;
    QString text = tr("Connecting to the agent…");
    if (status.state == AgentState::kConnected) {
        shape = bridge::RunState::kSucceeded;
        text = tr("Connected: %1").arg(models::inReadersLanguage(status.detail));
        remember(agentNow(), remembered_.agents);
        fillAgents();
        if (!status.machine.isEmpty())
            text = tr("Connected to %1: %2").arg(status.machine, models::inReadersLanguage(status.detail));
    } else if (status.state == AgentState::kSilent) {
        shape = bridge::RunState::kFailed;
        text = tr("The agent does not answer. Its runs continue; what is shown may be outdated.");
    } else if (status.state == AgentState::kEnded) {
        shape = bridge::RunState::kStopped;
        text = models::inReadersLanguage(status.detail);
    } else if (status.state == AgentState::kAway) {
        shape = bridge::RunState::kFailed;
        retrySeconds_ = status.retrySeconds;
        text = awayText();
        retry_.start();
    } else if (!status.machine.isEmpty()) {
        text = tr("Connecting to %1…").arg(status.machine);
    }
    if (status.state != AgentState::kAway) retry_.stop();
    agentShape_->setPixmap(widgets::stateShape(shape, 12, devicePixelRatioF()));
    agentText_->setText(text);
    agentText_->setToolTip(models::inReadersLanguage(status.detail));
}

void MainWindow::countDown() {
    if (retrySeconds_ > 1) --retrySeconds_;
    agentText_->setText(awayText());
}

QString MainWindow::awayText() const {
    const QString machine = bridge_.agentStatus().machine;
    if (machine.isEmpty()) return tr("Agent not responding, reconnecting in %1 s").arg(retrySeconds_);
    const QString cause = models::inReadersLanguage(bridge_.agentStatus().detail);
    if (cause.isEmpty())
        return tr("Lost the connection to %1, reconnecting in %2 s").arg(machine).arg(retrySeconds_);
    return tr("Reconnecting in %1 s: %2").arg(retrySeconds_).arg(cause);
}

void MainWindow::setTheme(ThemeChoice choice) {
    theme_ = choice;
    applyTheme();
    emit memoryChanged();
}

void MainWindow::setLanguage(const QString& language) {
    if (std::exchange(language_, language) == language) return;
    emit memoryChanged();
    emit renewalWanted();
}

void MainWindow::askForAgent() {
    auto* dialog = new AgentDialog(agentNow(), remembered_.agents, agentRules_, this);
    connect(dialog, &AgentDialog::chosen, this, &MainWindow::useAgent);
    dialog->open();
}

AgentChoice MainWindow::agentNow() const {
    return {agent_.home, agentRules_.addressOfStart.isEmpty() ? agent_.address : agentRules_.addressOfStart};
}

void MainWindow::useAgent(const AgentChoice& choice) {
    agent_ = choice;
    emit memoryChanged();
    emit agentChosen();
    emit renewalWanted();
}

void MainWindow::setAgentRules(AgentRules rules) {
    agentRules_ = std::move(rules);
    fillAgents();
}

/// The agent of this machine's data folder, and those that were connected to.
void MainWindow::fillAgents() {
    agents_->clear();
    QStringList addresses = remembered_.agents;
    const AgentChoice now = agentNow();
    if (!now.address.isEmpty() && !addresses.contains(now.address)) addresses.prepend(now.address);
    addresses.prepend(QString());
    auto* group = new QActionGroup(agents_);
    for (int i = 0; i < addresses.size(); ++i) {
        const QString& address = addresses[i];
        QAction* action =
            addMenuAction(agents_, QStringLiteral("shell.file.agents.%1").arg(i),
                          address.isEmpty() ? tr("This machine") : QString(address).replace('&', "&&"), {});
        action->setCheckable(true);
        action->setChecked(address == now.address);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, address] {
            if (address != agentNow().address) useAgent({agent_.home, address});
        });
    }
}

widgets::ColourScheme MainWindow::scheme() const {
    const bool isDark = theme_ == ThemeChoice::kDark || (theme_ == ThemeChoice::kSystem && isSystemDark_);
    return isDark ? widgets::ColourScheme::kDark : widgets::ColourScheme::kLight;
}

void MainWindow::applyTheme() {
    setStyleSheet({});  // with one, every widget would be styled for each new style as well
    widgets::Theme::apply(*qApp, scheme());
    setStyleSheet(widgets::Theme::current().styleSheet());
    if (agentShape_) showAgent(bridge_.agentStatus());
}

void MainWindow::showAbout() {
    auto* box =
        new QMessageBox(QMessageBox::NoIcon, tr("About Trainyard"), about_, QMessageBox::NoButton, this);
    box->setTextFormat(Qt::RichText);
    box->setObjectName("shell.about");
    box->setDefaultButton(
        named(box->addButton(tr("Close"), QMessageBox::RejectRole), "shell.about.close", tr("Close")));
    box->setIconPixmap(QIcon(QStringLiteral(":/icons/trainyard.svg")).pixmap(64, 64));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

WindowMemory MainWindow::memory() const {
    WindowMemory memory = remembered_;
    memory.geometry = saveGeometry();
    memory.page = current_;
    memory.theme = theme_;
    memory.language = language_;
    memory.agent = agent_;
    memory.wasSystemDark = isSystemDark_;
    for (const Entry& entry : entries_)
        if (entry.page) memory.pages.insert(entry.info.id, entry.page->saveState());
    return memory;
}

void MainWindow::closeEvent(QCloseEvent* event) {
    event->accept();
    emit closed();
}

}  // namespace trainyard::shell

#include "moc_main_window.cpp"
