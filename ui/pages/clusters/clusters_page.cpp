// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/clusters/clusters_page.h"

#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/bridge/agent_bridge.h"
#include "ui/models/agent_words.h"
#include "ui/models/format.h"
#include "ui/models/reasons.h"
#include "ui/models/translated.h"
#include "ui/pages/clusters/cluster_library.h"
#include "ui/pages/clusters/cluster_tables.h"
#include "ui/pages/clusters/findings_strip.h"
#include "ui/pages/clusters/task_export.h"
#include "ui/pages/clusters/text_view.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/cluster_canvas/cluster_canvas.h"
#include "ui/widgets/cluster_canvas/cluster_chip.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/named.h"
#include "ui/widgets/notice_line.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

namespace {
constexpr int kReadNodesMs = 3000;
constexpr int kTextsWidth = 360;  // at least, of the table and the texts
}  // namespace

ClustersPage::ClustersPage(Agent agent, QWidget* parent) : Page(parent), agent_(agent) {
    setAcceptDrops(true);
    makeActions();
    library_ = new ClusterLibrary(agent_);
    library_->setFixedWidth(220);
    connect(library_, &ClusterLibrary::chosen, this, &ClustersPage::takeLibrary);
    connect(library_, &ClusterLibrary::told, this, &ClustersPage::say);
    columns_ = named(new QSplitter(Qt::Horizontal), "clusters.page.columns", tr("Drawing and text"));
    columns_->setChildrenCollapsible(false);
    columns_->addWidget(makeDrawing());
    columns_->addWidget(makeTexts());
    columns_->setStretchFactor(0, 3);  // a wide window is for the drawing, and a narrow one for both
    columns_->setStretchFactor(1, 1);
    columns_->setSizes({570, 430});
    findings_ = new FindingsStrip;
    connect(findings_, &FindingsStrip::fixRequested, this, &ClustersPage::applyFix);
    connect(findings_, &FindingsStrip::lastFixed, this,
            [this] { findChild<QPushButton*>("clusters.header.use")->setFocus(Qt::OtherFocusReason); });

    auto* middle = new QHBoxLayout;
    middle->setSpacing(1);
    middle->addWidget(library_);
    middle->addWidget(columns_, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(1);
    layout->addWidget(makeHeader());
    layout->addLayout(middle, 1);
    layout->addWidget(findings_);

    connect(canvas_, &widgets::ClusterCanvas::taskChosen, this, [this](int row) {
        table_->chooseTask(row);
        export_->chooseTask(row);
    });
    connect(table_, &TaskTable::taskChosen, canvas_, &widgets::ClusterCanvas::chooseTask);
    connect(text_, &TextView::problemsChanged, this, &ClustersPage::refresh);
    connect(export_, &TaskExport::told, this, &ClustersPage::say);
    connect(&model_, &models::ClusterModel::draftChanged, this, &ClustersPage::refresh);
    connect(&model_, &models::ClusterModel::nodesChanged, this, &ClustersPage::refresh);
    connect(&every_, &QTimer::timeout, this, &ClustersPage::readNodes);
    connect(&model_.undoStack(), &QUndoStack::indexChanged, this, &ClustersPage::refresh);
    connect(&agent_.news(), &bridge::AgentNews::agentStatusChanged, this,
            [this](const bridge::AgentStatus& status) {
                if (status.state == bridge::AgentState::kConnected) library_->refresh();
            });
    agent_.ask(&bridge::PluginCalls::listPlugins, this, [this](const bridge::PluginList& plugins) {
        const QSignalBlocker blocker(strategy_);
        for (const bridge::StrategyRow& row : plugins.strategies) {
            strategy_->addItem(models::inLanguage(row.title), row.id);
            strategy_->setItemData(strategy_->count() - 1, models::inLanguage(row.help), Qt::ToolTipRole);
        }
        model_.setStrategies(plugins.strategies);
    });
    refresh();
}

ClustersPage::~ClustersPage() {
    // The undo stack emits a signal while it is destroyed, when the widgets no longer exist.
    model_.undoStack().disconnect(this);
}

QAction* ClustersPage::makeAction(const QString& name, const QString& text, const QKeySequence& keys) {
    auto* action = new QAction(text, this);
    action->setObjectName("clusters.actions." + name);
    action->setShortcut(keys);
    actions_ << action;
    return action;
}

void ClustersPage::makeActions() {
    use_ = makeAction("use", tr("Use in new run"), Qt::Key_F5);
    connect(use_, &QAction::triggered, this, &ClustersPage::use);
    save_ = makeAction("save", tr("Save"), QKeySequence::Save);
    connect(save_, &QAction::triggered, this, &ClustersPage::save);
    import_ = makeAction("import", tr("Import…"), QKeySequence(Qt::CTRL | Qt::Key_I));
    connect(import_, &QAction::triggered, this, &ClustersPage::import);
    undo_ = makeAction("undo", tr("Undo"), {});
    connect(undo_, &QAction::triggered, this, [this] { model_.undoStack().undo(); });
    redo_ = makeAction("redo", tr("Redo"), {});
    connect(redo_, &QAction::triggered, this, [this] { model_.undoStack().redo(); });
    actions_.resize(actions_.size() - 2);  // the Edit menu has these two
    for (const QString& role : models::clusterRoles()) {
        QAction* add = makeAction("add_" + role, tr("Add: %1").arg(widgets::roleText(role)), {});
        connect(add, &QAction::triggered, this,
                [this, role] { model_.addTask(role, canvas_->chosenMachine()); });
    }
    QAction* machine = makeAction("add_machine", tr("Add machine…"), {});
    connect(machine, &QAction::triggered, this, [this] { canvas_->askForMachine(); });
    QAction* ports = makeAction("ports", tr("Give every task a port"), {});
    connect(ports, &QAction::triggered, this, [this] { model_.pinPorts(); });
}

QWidget* ClustersPage::makeHeader() {
    auto* header = withRole(new QWidget, "panel");
    header->setAttribute(Qt::WA_StyledBackground);
    name_ = named(new QLineEdit, "clusters.header.name", tr("Name of the cluster"));
    name_->setPlaceholderText(tr("Cluster name"));
    name_->setMaxLength(60);
    name_->setMinimumWidth(160);
    connect(name_, &QLineEdit::textChanged, this, &ClustersPage::refresh);
    auto* first = new QHBoxLayout;
    first->setSpacing(8);
    first->addWidget(withRole(new QLabel(tr("Clusters")), "title"));
    first->addSpacing(8);
    first->addWidget(name_);
    first->addWidget(widgets::actionButton(save_));
    first->addStretch();
    first->addWidget(widgets::actionButton(undo_));
    first->addWidget(widgets::actionButton(redo_));
    first->addWidget(widgets::actionButton(import_));
    first->addWidget(withRole(widgets::actionButton(use_), "primary"));
    notice_ = widgets::noticeLine("clusters.header.notice", tr("Last action"));
    auto* layout = new QVBoxLayout(header);
    layout->setContentsMargins(16, 12, 16, 8);
    layout->setSpacing(4);
    layout->addLayout(first);
    layout->addWidget(notice_);
    return header;
}

QWidget* ClustersPage::makeDrawing() {
    auto* panel = withRole(new QWidget, "panel");
    panel->setAttribute(Qt::WA_StyledBackground);
    canvas_ = new widgets::ClusterCanvas(model_);
    auto* roles = new widgets::FlowLayout;
    roles->setContentsMargins(0, 1, 0, 0);
    roles->setSpacing(4);
    for (const QString& role : models::clusterRoles()) {
        auto* button = named(new widgets::RoleButton(role), "clusters.palette." + role,
                             tr("Add: %1").arg(widgets::roleText(role)));
        button->setToolTip(tr("Drag onto a machine, or press to add to the selected one"));
        connect(button, &QToolButton::clicked, this,
                [this, role] { model_.addTask(role, canvas_->chosenMachine()); });
        roles->addWidget(button);
    }
    auto* machine = named(new QPushButton(tr("Add machine…")), "clusters.palette.machine", tr("Add machine"));
    connect(machine, &QPushButton::clicked, canvas_, &widgets::ClusterCanvas::askForMachine);
    auto* palette = new QHBoxLayout;
    palette->setContentsMargins(12, 8, 12, 8);
    palette->setSpacing(4);
    palette->addLayout(roles, 1);
    palette->addWidget(machine, 0, Qt::AlignTop);
    hint_ = withRole(new QLabel(tr("Drag a role onto a machine or start from a template.")), "empty");
    hint_->setAlignment(Qt::AlignCenter);
    hint_->setWordWrap(true);
    auto* inside = withRole(new QWidget, "panel");
    auto* insideLayout = new QVBoxLayout(inside);
    insideLayout->setContentsMargins(0, 0, 0, 0);
    insideLayout->addWidget(canvas_);
    insideLayout->addWidget(hint_);
    insideLayout->addStretch();
    auto* scroll = named(new QScrollArea, "clusters.canvas.area", tr("Drawing of the cluster"));
    scroll->setWidget(inside);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);  // its cards take the focus

    strategy_ = named(new QComboBox, "clusters.flow.strategy", tr("Strategy"));
    strategy_->addItem(tr("None"), QString());
    strategy_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(strategy_, &QComboBox::activated, this,
            [this] { model_.setStrategy(strategy_->currentData().toString()); });
    sizeOf_ = named(new QComboBox, "clusters.flow.model", tr("Model used for the traffic estimate"));
    for (const models::BuiltinModel& builtin : models::builtinModels())
        sizeOf_->addItem(builtin.name, builtin.parameters);
    connect(sizeOf_, &QComboBox::activated, this, &ClustersPage::refreshFlow);
    flow_ = withRole(named(new QLabel, "clusters.flow.text", tr("Communication")), "muted");
    flow_->setWordWrap(true);
    auto* chosen = new widgets::FlowLayout;
    chosen->setSpacing(8);
    for (const auto& [text, box] : {std::pair(tr("Strategy"), strategy_), std::pair(tr("Model"), sizeOf_)}) {
        auto* pair = new QWidget;
        auto* row = new QHBoxLayout(pair);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(8);
        row->addWidget(new QLabel(text));
        row->addWidget(box);
        chosen->addWidget(pair);
    }
    auto* legend = new QVBoxLayout;
    legend->setContentsMargins(12, 8, 12, 10);
    legend->setSpacing(6);
    legend->addLayout(chosen);
    legend->addWidget(flow_);
    auto* layout = new QVBoxLayout(panel);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(palette);
    layout->addWidget(scroll, 1);
    layout->addLayout(legend);
    return panel;
}

QWidget* ClustersPage::makeTexts() {
    table_ = new TaskTable(model_);
    text_ = new TextView(model_);
    export_ = new TaskExport(model_, agent_);
    tabs_ = named(new QTabWidget, "clusters.views.tabs", tr("Views of the cluster"));
    tabs_->setDocumentMode(true);
    tabs_->tabBar()->setDrawBase(false);
    tabs_->addTab(table_, tr("Table"));
    tabs_->addTab(text_, tr("Text"));
    tabs_->addTab(export_, tr("Manual start"));
    tabs_->setFocusPolicy(Qt::NoFocus);  // the tab bar takes the focus and shares this setting
    tabs_->tabBar()->setFocusPolicy(Qt::TabFocus);
    named(tabs_->tabBar(), "clusters.views.bar", tr("Views of the cluster"));
    tabs_->setMinimumWidth(kTextsWidth);
    return tabs_;
}

void ClustersPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    library_->refresh();
    readNodes();
    every_.start(kReadNodesMs);
}

void ClustersPage::hideEvent(QHideEvent* event) {
    every_.stop();
    Page::hideEvent(event);
}

/// Those known last stay where they cannot be read: the Nodes page says why.
void ClustersPage::readNodes() {
    agent_.ask(&bridge::NodeCalls::listNodes, this, [this](const bridge::Outcome<bridge::NodeList>& list) {
        if (list) model_.setNodes(list->nodes);
    });
}

void ClustersPage::open(const QString& file) {
    const QString text = QStringLiteral("text:");  // the New run page passes its run file on
    if (file.startsWith(text)) return say(takeText(file.mid(text.size()), tr("the new run")).what);
    if (!file.isEmpty()) importFile(file);
}

void ClustersPage::takeLibrary(const QString& name, const QString& title, const QString& text) {
    const models::ReadCluster read = models::readCluster(text, model_.strategies());
    if (!read.isReadable)
        return say(tr("%1 cannot be read: %2")
                       .arg(title, read.findings.empty()
                                       ? QString()
                                       : models::inReadersLanguage(read.findings[0].message)));
    name_->setText(name);
    text_->setYaml(text);
    model_.replace(read.draft, tr("Open %1").arg(title));
    say({});
}

ClustersPage::Taken ClustersPage::takeText(const QString& text, const QString& from) {
    const models::ReadCluster read = models::readCluster(text, model_.strategies());
    if (!read.isReadable) {
        QStringList why;
        for (const bridge::Finding& finding : read.findings) {
            const QString said = models::inReadersLanguage(finding.message);
            why << (finding.line > 0 ? tr("line %1: %2").arg(finding.line).arg(said) : said);
        }
        return {false, tr("Could not import from %1: %2").arg(from, models::reasonList(why))};
    }
    text_->setYaml(QString());
    model_.replace(read.draft, tr("Import from %1").arg(from));
    QString done = tr("Imported from %1, tasks: %2.").arg(from).arg(read.draft.tasks.size());
    if (!read.task.isEmpty()) done += ' ' + tr("It was exported for %1.").arg(read.task);
    if (!read.leftOut.isEmpty()) done += ' ' + tr("Skipped: %1.").arg(read.leftOut.join(", "));
    return {true, done};
}

void ClustersPage::import() {
    auto* dialog = new QDialog(window());
    dialog->setObjectName("clusters.import_dialog");
    dialog->setWindowTitle(tr("Import a cluster"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    auto* text = named(new QPlainTextEdit, "clusters.import_dialog.text", tr("TF_CONFIG or run file"));
    text->setPlaceholderText(
        QStringLiteral("{\"cluster\": {\"worker\": [\"host1:2222\", \"host2:2222\"]}, \"task\": {\"type\": "
                       "\"worker\", \"index\": 0}}"));
    text->setFont(widgets::logFont(font()));
    text->setTabChangesFocus(true);
    auto* file = named(new QPushButton(tr("From a file…")), "clusters.import_dialog.file", tr("From a file"));
    auto* cancel = named(new QPushButton(tr("Cancel")), "clusters.import_dialog.cancel", tr("Cancel"));
    auto* ok =
        withRole(named(new QPushButton(tr("Import")), "clusters.import_dialog.ok", tr("Import")), "primary");
    ok->setEnabled(false);
    connect(text, &QPlainTextEdit::textChanged, ok,
            [ok, text] { ok->setEnabled(!text->toPlainText().trimmed().isEmpty()); });
    connect(cancel, &QPushButton::clicked, dialog, &QDialog::reject);
    auto* problem =
        withRole(named(new QLabel, "clusters.import_dialog.problem", tr("Import error")), "failure");
    problem->setWordWrap(true);
    // Unreadable text stays, so that it can be corrected.
    connect(ok, &QPushButton::clicked, this, [this, dialog, text, problem] {
        const Taken taken = takeText(text->toPlainText(), tr("the text"));
        if (!taken.isTaken) return problem->setText(taken.what);
        dialog->accept();
        say(taken.what);
    });
    connect(text, &QPlainTextEdit::textChanged, problem, &QLabel::clear);
    connect(file, &QPushButton::clicked, this, [this, dialog] {
        dialog->reject();
        askForFile();
    });
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(file);
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(ok);
    auto* words = new QLabel(tr("Paste a TF_CONFIG or a run file. A file can also be dropped on the page."));
    words->setWordWrap(true);
    auto* layout = new QVBoxLayout(dialog);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(words);
    layout->addWidget(text, 1);
    layout->addWidget(problem);
    layout->addLayout(buttons);
    dialog->resize(560, 320);
    dialog->open();
}

void ClustersPage::askForFile() {
    auto* dialog =
        new QFileDialog(window(), tr("Import a cluster"), {},
                        tr("Run files and TF_CONFIG (*.yaml *.yml *.json)") + ";;" + tr("All files (*)"));
    dialog->setObjectName("clusters.file_dialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &ClustersPage::importFile);
    dialog->open();
}

void ClustersPage::importFile(const QString& file) {
    agent_.ask(
        &bridge::TextFileCalls::readTextFile, this,
        [this, file](bridge::Outcome<QString> text) {
            if (!text) return say(models::inReadersLanguage(text.error().message));
            say(takeText(*text, file.section('/', -1)).what);
        },
        file);
}

void ClustersPage::save() {
    library_->save(name_->text().trimmed(), text_->yaml());
}

void ClustersPage::use() {
    const QString name = name_->text().trimmed();
    emit pageRequested(
        QStringLiteral("new_run"),
        QStringLiteral("cluster:") +
            models::starterRunFile(model_.draft(), name.isEmpty() ? QStringLiteral("my-cluster") : name));
}

void ClustersPage::applyFix(const bridge::Finding& finding) {
    if (text_->problems().empty())
        model_.applyFix(finding);
    else
        text_->applyFix(finding);
}

void ClustersPage::refresh() {
    const bool isReadable = text_->problems().empty();
    findings_->show(isReadable ? model_.findings() : text_->problems());
    const models::ClusterDraft& draft = model_.draft();
    const auto errors =
        std::ranges::count(model_.findings(), bridge::Severity::kError, &bridge::Finding::severity);
    if (draft.tasks.empty())
        whyNot_ = tr("The cluster has no task yet");
    else if (!isReadable)
        whyNot_ = tr("The text cannot be read");
    else if (errors > 0)
        whyNot_ = tr("Fix the errors listed below first: %1").arg(errors);
    else if (std::ranges::find(model_.findings(), QStringLiteral("not_yet"), &bridge::Finding::code) !=
             model_.findings().end())
        whyNot_ = tr("Some tasks on other machines can only be started manually yet");
    else
        whyNot_.clear();
    use_->setEnabled(whyNot_.isEmpty());
    use_->setToolTip(whyNot_.isEmpty() ? tr("Opens a new run with this cluster (F5)") : whyNot_);
    const bool hasName = !name_->text().trimmed().isEmpty();
    save_->setEnabled(hasName && !draft.tasks.empty() && isReadable);
    save_->setToolTip(!hasName ? tr("Enter a name to save") : tr("Saves this cluster under its name"));
    const QUndoStack& undo = model_.undoStack();
    undo_->setEnabled(undo.canUndo());
    undo_->setToolTip(undo.canUndo() ? tr("Undo: %1").arg(undo.undoText()) : tr("Nothing to undo"));
    undo_->setData(undo.undoText());
    redo_->setEnabled(undo.canRedo());
    redo_->setData(undo.redoText());
    redo_->setToolTip(undo.canRedo() ? tr("Redo: %1").arg(undo.redoText()) : tr("Nothing to redo"));
    hint_->setVisible(draft.tasks.empty());
    const int chosen = std::max(strategy_->findData(draft.strategy), draft.strategy.isEmpty() ? 0 : -1);
    strategy_->setPlaceholderText(draft.strategy);  // for one whose plugin is not installed
    strategy_->setCurrentIndex(chosen);
    refreshFlow();
}

void ClustersPage::refreshFlow() {
    const bridge::StrategyRow* strategy = model_.strategy();
    QString flow;
    if (!strategy)
        flow = tr("Select a strategy to see which processes communicate.");
    else if (strategy->topology == QStringLiteral("ring"))
        flow = tr("Ring all-reduce: each process sends gradients to its neighbour.");
    else if (strategy->topology == QStringLiteral("star"))
        flow = tr("Star: each process sends to the chief and receives the result.");
    else if (strategy->topology == QStringLiteral("bipartite"))
        flow =
            tr("Every worker reads from and writes to every parameter server. The chief schedules the steps "
               "(dashed).");
    else
        flow = tr("One process: no network traffic.");
    const double bytes =
        strategy ? models::processBytesPerStep(model_.draft(), *strategy, sizeOf_->currentData().toDouble())
                 : std::nan("");
    if (bytes > 0)
        flow += ' ' +
                tr("Each process sends about %1 per step.").arg(models::byteSize(static_cast<qint64>(bytes)));
    flow_->setText(flow);
}

void ClustersPage::say(const QString& text) {
    notice_->setText(text);
}

void ClustersPage::dragEnterEvent(QDragEnterEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.front().isLocalFile()) event->acceptProposedAction();
}

void ClustersPage::dropEvent(QDropEvent* event) {
    event->acceptProposedAction();
    importFile(event->mimeData()->urls().front().toLocalFile());
}

QVariantMap ClustersPage::saveState() const {
    return {{"name", name_->text()},
            {"text", models::clusterYaml(model_.draft())},
            {"machines", model_.draft().machines},
            {"tab", tabs_->currentIndex()},
            {"columns", columns_->saveState()}};
}

void ClustersPage::restoreState(const QVariantMap& state) {
    if (state.isEmpty()) return;
    name_->setText(state["name"].toString());
    tabs_->setCurrentIndex(state["tab"].toInt());
    columns_->restoreState(state["columns"].toByteArray());
    models::ReadCluster read = models::readCluster(state["text"].toString(), {});
    if (!read.isReadable) return;
    read.draft.machines = state["machines"].toStringList();
    if (read.draft.machines.isEmpty()) read.draft.machines = model_.draft().machines;
    model_.replace(read.draft, tr("Open the last cluster"));
    model_.undoStack().clear();
    refresh();
}

PageInfo clustersPage() {
    return {.id = QStringLiteral("clusters"),
            .title = ClustersPage::tr("Clusters"),
            .icon = QStringLiteral("clusters"),
            .order = 20,
            .make = [](bridge::AgentBridge& bridge) -> Page* { return new ClustersPage(bridge); }};
}

}  // namespace trainyard::pages

#include "moc_clusters_page.cpp"
