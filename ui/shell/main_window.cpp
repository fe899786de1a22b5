// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/main_window.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QButtonGroup>
#include <QCloseEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/base/check.h"
#include "ui/bridge/agent_bridge.h"
#include "ui/shell/system_theme.h"
#include "ui/widgets/named.h"
#include "ui/widgets/state_delegate.h"
#include "ui/widgets/theme.h"

namespace trainyard::shell {

using widgets::named;
using widgets::withRole;

namespace {

constexpr int kRailWidth = 76;
const QString kFirstPage = QStringLiteral("runs");
const QString kNewRunPage = QStringLiteral("new_run");

}  // namespace

MainWindow::MainWindow(bridge::AgentBridge& bridge, std::vector<pages::PageInfo> pages,
                       const WindowMemory& memory, QString about)
    : bridge_(bridge),
      remembered_(memory),
      about_(std::move(about)),
      theme_(memory.theme),
      isSystemDark_(memory.wasSystemDark) {
    setObjectName("shell.window");
    setWindowTitle(tr("Trainyard"));
    for (pages::PageInfo& info : pages) entries_.push_back({std::move(info)});
    applyTheme();
    stack_ = new QStackedWidget;
    buildRail();
    auto* central = new QWidget;
    auto* layout = new QHBoxLayout(central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(rail_);
    layout->addWidget(stack_, 1);
    setCentralWidget(central);

    agentShape_ = new QLabel;
    agentText_ = named(new QLabel, "shell.status.agent", tr("State of the agent"));
    agentText_->setContentsMargins(0, 0, 12, 0);
    statusBar()->addPermanentWidget(agentShape_);
    statusBar()->addPermanentWidget(agentText_);
    statusBar()->setSizeGripEnabled(false);
    buildMenus();

    resize(1280, 800);
    if (!memory.geometry.isEmpty()) restoreGeometry(memory.geometry);
    connect(&bridge_, &bridge::AgentBridge::agentStatusChanged, this, &MainWindow::showAgent);
    retry_.setInterval(1000);
    connect(&retry_, &QTimer::timeout, this, &MainWindow::countDown);
    showAgent(bridge_.agentStatus());
    const bool isKnown =
        std::ranges::any_of(entries_, [&](const Entry& e) { return e.info.id == memory.page; });
    openPage(isKnown ? memory.page : kFirstPage, {});

    system_ = new SystemTheme(this);
    connect(system_, &SystemTheme::darkChanged, this, [this](bool isDark) {
        isSystemDark_ = isDark;
        if (theme_ == ThemeChoice::kSystem) applyTheme();
    });
    QTimer::singleShot(0, system_, &SystemTheme::watch);  // the first frame does not wait for the desktop bus
}

void MainWindow::buildRail() {
    rail_ = withRole(new QWidget, "railbar");
    rail_->setAttribute(Qt::WA_StyledBackground);
    rail_->setFixedWidth(kRailWidth);
    auto* layout = new QVBoxLayout(rail_);
    layout->setContentsMargins(6, 8, 6, 8);
    layout->setSpacing(4);
    railButtons_ = new QButtonGroup(this);
    for (Entry& entry : entries_) {
        auto* button =
            named(withRole(new QToolButton, "rail"), "shell.rail." + entry.info.id, entry.info.title);
        button->setText(entry.info.title);
        button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
        button->setIconSize(QSize(22, 22));
        button->setIcon(widgets::Theme::current().icon(entry.info.icon));
        button->setCheckable(true);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
        connect(button, &QToolButton::clicked, this, [this, id = entry.info.id] { openPage(id, {}); });
        railButtons_->addButton(button);
        layout->addWidget(button);
        entry.button = button;
    }
    layout->addStretch();
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
            this, [this] { openPage(kNewRunPage, {}); });
    connect(addMenuAction(file, "shell.file.open", tr("&Open a run file…"), QKeySequence::Open),
            &QAction::triggered, this, &MainWindow::askForFile);
    file->addSeparator();
    connect(addMenuAction(file, "shell.file.quit", tr("&Quit"), QKeySequence::Quit), &QAction::triggered,
            this, &QWidget::close);
    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    connect(addMenuAction(edit, "shell.edit.search", tr("&Search"), QKeySequence::Find), &QAction::triggered,
            this, [this] {
                if (auto* page = qobject_cast<pages::Page*>(stack_->currentWidget())) page->focusSearch();
            });
    runMenu_ = menuBar()->addMenu(tr("&Run"));
    QMenu* view = menuBar()->addMenu(tr("&View"));
    int number = 1;
    for (const Entry& entry : entries_) {
        if (entry.info.id == kNewRunPage) continue;
        auto* action = addMenuAction(view, "shell.view." + entry.info.id, entry.info.title,
                                     QKeySequence(Qt::CTRL | (Qt::Key_0 + number++)));
        connect(action, &QAction::triggered, this, [this, id = entry.info.id] { openPage(id, {}); });
    }
    view->addSeparator();
    auto* themes = new QActionGroup(this);
    const std::tuple<ThemeChoice, const char*, QString> choices[] = {
        {ThemeChoice::kSystem, "shell.view.theme_system", tr("Theme of the system")},
        {ThemeChoice::kLight, "shell.view.theme_light", tr("Light theme")},
        {ThemeChoice::kDark, "shell.view.theme_dark", tr("Dark theme")}};
    for (const auto& [choice, name, text] : choices) {
        QAction* action = addMenuAction(view, name, text, {});
        action->setCheckable(true);
        action->setChecked(choice == theme_);
        themes->addAction(action);
        connect(action, &QAction::triggered, this, [this, choice = choice] { setTheme(choice); });
    }
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    connect(addMenuAction(help, "shell.help.about", tr("&About Trainyard"), {}), &QAction::triggered, this,
            &MainWindow::showAbout);
}

pages::Page* MainWindow::pageOf(Entry& entry) {
    if (entry.page) return entry.page;
    entry.page = entry.info.make(bridge_, stack_);
    stack_->addWidget(entry.page);
    connect(entry.page, &pages::Page::pageRequested, this, &MainWindow::openPage);
    entry.page->restoreState(remembered_.pages.value(entry.info.id));
    return entry.page;
}

void MainWindow::openPage(const QString& id, const QString& argument) {
    const auto entry = std::ranges::find_if(entries_, [&](const Entry& e) { return e.info.id == id; });
    TY_CHECK(entry != entries_.end(), "a page that is not there was asked for");
    pages::Page* page = pageOf(*entry);
    stack_->setCurrentWidget(page);
    entry->button->setChecked(true);
    current_ = id;
    page->open(argument);
    if (!runMenu_) return;
    runMenu_->clear();
    runMenu_->addActions(page->menuActions());
    runMenu_->menuAction()->setVisible(!runMenu_->isEmpty());
}

void MainWindow::askForFile() {
    openPage(kNewRunPage, {});
    if (auto* open = stack_->currentWidget()->findChild<QAbstractButton*>("new_run.choices.open"))
        open->click();
}

void MainWindow::showAgent(const bridge::AgentStatus& status) {
    using bridge::AgentState;
    bridge::RunState shape = bridge::RunState::kStarting;
    QString text = tr("Connecting to the agent…");
    if (status.state == AgentState::kConnected) {
        shape = bridge::RunState::kSucceeded;
        text = tr("Connected: %1").arg(status.detail);
    } else if (status.state == AgentState::kAway) {
        shape = bridge::RunState::kFailed;
        retrySeconds_ = status.retrySeconds;
        text = tr("The agent is away, next try in %1 s").arg(retrySeconds_);
        retry_.start();
    }
    if (status.state != AgentState::kAway) retry_.stop();
    agentShape_->setPixmap(widgets::stateShape(shape, 12, devicePixelRatioF()));
    agentText_->setText(text);
    agentText_->setToolTip(status.detail);
}

void MainWindow::countDown() {
    if (retrySeconds_ > 1) --retrySeconds_;
    agentText_->setText(tr("The agent is away, next try in %1 s").arg(retrySeconds_));
}

void MainWindow::setTheme(ThemeChoice choice) {
    theme_ = choice;
    applyTheme();
}

void MainWindow::applyTheme() {
    const bool isDark = theme_ == ThemeChoice::kDark || (theme_ == ThemeChoice::kSystem && isSystemDark_);
    widgets::Theme::apply(*qApp, isDark ? widgets::ColourScheme::kDark : widgets::ColourScheme::kLight);
    for (const Entry& entry : entries_)
        if (entry.button) entry.button->setIcon(widgets::Theme::current().icon(entry.info.icon));
    if (agentShape_) showAgent(bridge_.agentStatus());
}

void MainWindow::showAbout() {
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("About Trainyard"), about_, QMessageBox::Close, this);
    box->setObjectName("shell.about");
    box->setIconPixmap(QIcon(QStringLiteral(":/icons/trainyard.svg")).pixmap(64, 64));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

WindowMemory MainWindow::memory() const {
    WindowMemory memory = remembered_;
    memory.geometry = saveGeometry();
    memory.page = current_;
    memory.theme = theme_;
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
