// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/new_run/new_run_page.h"

#include <QAction>
#include <QDir>
#include <QDragEnterEvent>
#include <QFile>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <QTextBlock>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/agent_bridge.h"
#include "ui/widgets/named.h"
#include "ui/widgets/state_delegate.h"
#include "ui/widgets/theme.h"

// A static library's resources are there only once they are asked for by name, outside any namespace.
static void initExampleResources() {
    Q_INIT_RESOURCE(examples);
}

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

namespace {

/// open("example:fashion-mnist") chooses a shipped example.
const QString kExamplePrefix = QStringLiteral("example:");
/// open("text:…") takes the run file itself, as the cluster editor hands it over.
const QString kTextPrefix = QStringLiteral("text:");

constexpr int kMostFindingsHeight = 200;

}  // namespace

NewRunPage::NewRunPage(bridge::AgentBridge& bridge, QWidget* parent) : Page(parent), bridge_(bridge) {
    initExampleResources();
    setAcceptDrops(true);
    runAction_ = new QAction(tr("Run"), this);
    runAction_->setObjectName("new_run.actions.run");
    runAction_->setShortcut(Qt::Key_F5);
    connect(runAction_, &QAction::triggered, this, &NewRunPage::start);

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(1);
    layout->addWidget(makeChoices());
    layout->addWidget(makePreview(), 1);
    fillExamples();
    refresh();
    connect(&bridge_, &bridge::AgentBridge::agentStatusChanged, this, &NewRunPage::checkAgain);
}

void NewRunPage::checkAgain() {
    const auto isNotAsked = [](const bridge::Finding& finding) { return finding.code == "check.not_asked"; };
    const bool isConnected = bridge_.agentStatus().state == bridge::AgentState::kConnected;
    if (isConnected && !hadAgent_ && !isLoading_ && std::ranges::any_of(run_.findings, isNotAsked))
        load(run_.source);
}

QWidget* NewRunPage::makeChoices() {
    auto* panel = withRole(new QWidget, "panel");
    panel->setAttribute(Qt::WA_StyledBackground);
    panel->setFixedWidth(280);
    auto* open =
        named(new QPushButton(tr("Choose a run file…")), "new_run.choices.open", tr("Choose a run file"));
    connect(open, &QPushButton::clicked, this, &NewRunPage::chooseFile);
    auto* hint = withRole(new QLabel(tr("or drop one here")), "muted");
    hint->setAlignment(Qt::AlignCenter);
    examples_ = named(new QListWidget, "new_run.choices.examples", tr("Examples"));
    examples_->setIconSize(QSize(18, 18));
    connect(examples_, &QListWidget::currentRowChanged, this, &NewRunPage::chooseExample);

    auto* layout = new QVBoxLayout(panel);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(withRole(new QLabel(tr("New run")), "title"));
    layout->addSpacing(8);
    layout->addWidget(open);
    layout->addWidget(hint);
    layout->addSpacing(8);
    layout->addWidget(withRole(new QLabel(tr("Examples")), "section"));
    layout->addWidget(examples_, 1);
    return panel;
}

QWidget* NewRunPage::makePreview() {
    auto* panel = withRole(new QWidget, "panel");
    panel->setAttribute(Qt::WA_StyledBackground);
    name_ = withRole(new QLabel, "section");
    verdict_ =
        withRole(named(new QLabel, "new_run.preview.verdict", tr("Whether this run file can run")), "muted");
    verdict_->setWordWrap(true);
    again_ =
        named(new QPushButton(tr("Read again")), "new_run.preview.read_again", tr("Read the run file again"));
    connect(again_, &QPushButton::clicked, this, [this] { load(run_.source); });
    runButton_ = withRole(named(new QPushButton(tr("Run")), "new_run.preview.run", tr("Run")), "primary");
    connect(runButton_, &QPushButton::clicked, runAction_, &QAction::trigger);
    text_ = named(new QPlainTextEdit, "new_run.preview.text", tr("Run file"));
    text_->setReadOnly(true);
    text_->setLineWrapMode(QPlainTextEdit::NoWrap);
    text_->setFont(widgets::logFont(font()));
    table_ = named(new QTableView, "new_run.findings.table", tr("Findings"));
    table_->setModel(&findings_);
    table_->setItemDelegateForColumn(models::FindingListModel::kSeverity,
                                     new widgets::SeverityDelegate(table_));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setShowGrid(false);
    table_->setTabKeyNavigation(false);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->horizontalHeader()->hide();
    table_->horizontalHeader()->setSectionResizeMode(models::FindingListModel::kMessage,
                                                     QHeaderView::Stretch);
    table_->setColumnWidth(models::FindingListModel::kSeverity, 84);
    table_->setColumnWidth(models::FindingListModel::kWhere, 180);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& index) { showLine(index.row()); });

    auto* header = new QHBoxLayout;
    header->setSpacing(8);
    auto* words = new QVBoxLayout;
    words->addWidget(name_);
    words->addWidget(verdict_);
    header->addLayout(words, 1);
    header->addWidget(again_);
    header->addWidget(runButton_);
    auto* chosen = new QWidget;
    auto* layout = new QVBoxLayout(chosen);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addLayout(header);
    layout->addWidget(text_, 1);
    layout->addWidget(table_);

    auto* nothing = withRole(new QLabel(tr("Choose a run file or an example to see it here.")), "empty");
    nothing->setAlignment(Qt::AlignCenter);
    preview_ = new QStackedWidget;
    preview_->addWidget(nothing);
    preview_->addWidget(chosen);
    auto* outer = new QVBoxLayout(panel);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(preview_);
    return panel;
}

void NewRunPage::fillExamples() {
    const QIcon icon = widgets::Theme::current().icon(QStringLiteral("file"));
    for (const QString& name : QDir(QStringLiteral(":/examples")).entryList(QDir::Files, QDir::Name)) {
        auto* item = new QListWidgetItem(icon, QString(name).remove(QStringLiteral(".yaml")), examples_);
        item->setData(Qt::UserRole, name);
        item->setSizeHint(QSize(0, 32));
    }
}

void NewRunPage::open(const QString& file) {
    if (file.isEmpty()) return;
    if (file.startsWith(kExamplePrefix)) {
        const auto items = examples_->findItems(file.mid(kExamplePrefix.size()), Qt::MatchExactly);
        if (!items.isEmpty()) examples_->setCurrentItem(items.front());
        return;
    }
    const QSignalBlocker blocker(examples_);
    examples_->setCurrentRow(-1);
    if (file.startsWith(kTextPrefix))
        return load(
            {.text = file.mid(kTextPrefix.size()), .name = tr("cluster"), .folder = QDir::homePath()});
    load({.file = file});
}

QList<QAction*> NewRunPage::menuActions() const {
    return {runAction_};
}

void NewRunPage::chooseFile() {
    auto* dialog = new QFileDialog(this, tr("Choose a run file"), {},
                                   tr("Run files (*.yaml *.yml *.json)") + ";;" + tr("All files (*)"));
    dialog->setObjectName("new_run.file_dialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &NewRunPage::open);
    dialog->open();
}

void NewRunPage::chooseExample(int row) {
    if (row < 0) return;
    const QString name = examples_->item(row)->data(Qt::UserRole).toString();
    QFile file(QStringLiteral(":/examples/") + name);  // in the program itself: no disk is read here
    if (!file.open(QIODevice::ReadOnly)) return;
    load({.text = QString::fromUtf8(file.readAll()), .name = name, .folder = QDir::homePath()});
}

void NewRunPage::load(const bridge::RunSource& source) {
    isLoading_ = true;
    hadAgent_ = bridge_.agentStatus().state == bridge::AgentState::kConnected;
    refusal_.clear();
    run_ = {.source = source};
    findings_.setFindings({});
    preview_->setCurrentIndex(1);
    refresh();
    bridge_.loadRun(source, this, [this](const bridge::LoadedRun& run) { takeLoaded(run); });
}

void NewRunPage::takeLoaded(const bridge::LoadedRun& run) {
    if (run.source.file != run_.source.file || run.source.name != run_.source.name ||
        run.source.text != run_.source.text)
        return;  // another was chosen since
    isLoading_ = false;
    run_ = run;
    text_->setPlainText(run.text);
    findings_.setFindings(run.findings);
    refresh();
    checkAgain();  // the agent may have come meanwhile
}

void NewRunPage::start() {
    if (!run_.canRun() || isStarting_ || isLoading_) return;
    isStarting_ = true;
    refusal_.clear();
    refresh();
    bridge_.startRun(run_, this, [this](bridge::Outcome<bridge::StartOutcome> outcome) {
        isStarting_ = false;
        if (!outcome) {
            refusal_ = outcome.error().message;
        } else if (outcome->run.isEmpty()) {
            run_.findings = outcome->findings;
            findings_.setFindings(outcome->findings);
        } else {
            emit pageRequested(QStringLiteral("runs"), outcome->run);
        }
        refresh();
    });
}

void NewRunPage::refresh() {
    const int errors = findings_.count(bridge::Severity::kError);
    const int others = findings_.rowCount() - errors;
    name_->setText(run_.source.file.isEmpty() ? run_.source.name
                                              : QDir::toNativeSeparators(run_.source.file));
    table_->setVisible(findings_.rowCount() > 0);
    table_->setFixedHeight(std::min(kMostFindingsHeight, table_->verticalHeader()->length() + 4));
    again_->setVisible(!run_.source.file.isEmpty());
    QString verdict;
    if (isLoading_) {
        verdict = tr("Reading and checking…");
    } else if (isStarting_) {
        verdict = tr("Starting…");
    } else if (!refusal_.isEmpty()) {
        verdict = tr("Not started: %1").arg(refusal_);
    } else if (errors > 0) {
        verdict = tr("Cannot run yet. Errors below: %1").arg(errors);
    } else if (others > 0) {
        verdict = tr("Ready to run. Hints below: %1").arg(others);
    } else {
        verdict = tr("Ready to run.");
    }
    verdict_->setText(verdict);
    const bool canStart = run_.canRun() && !isLoading_ && !isStarting_;
    runAction_->setEnabled(canStart);
    runButton_->setEnabled(canStart);
    runButton_->setToolTip(canStart ? tr("Starts this run (F5)") : verdict);
}

void NewRunPage::showLine(int row) {
    if (row < 0) return;
    const int line = findings_.finding(row).line;
    if (line <= 0) return;
    QTextCursor cursor(text_->document()->findBlockByNumber(line - 1));
    cursor.select(QTextCursor::LineUnderCursor);
    text_->setTextCursor(cursor);
    text_->ensureCursorVisible();
}

void NewRunPage::dragEnterEvent(QDragEnterEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.front().isLocalFile()) event->acceptProposedAction();
}

void NewRunPage::dropEvent(QDropEvent* event) {
    event->acceptProposedAction();
    open(event->mimeData()->urls().front().toLocalFile());
}

void NewRunPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && examples_) {
        const QIcon icon = widgets::Theme::current().icon(QStringLiteral("file"));
        for (int row = 0; row < examples_->count(); ++row) examples_->item(row)->setIcon(icon);
    }
    Page::changeEvent(event);
}

PageInfo newRunPage() {
    return {.id = QStringLiteral("new_run"),
            .title = NewRunPage::tr("New run"),
            .icon = QStringLiteral("new_run"),
            .order = 0,
            .make = [](bridge::AgentBridge& bridge, QWidget* parent) -> Page* {
                return new NewRunPage(bridge, parent);
            }};
}

}  // namespace trainyard::pages
