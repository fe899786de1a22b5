// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/new_run/new_run_page.h"

#include <QAbstractButton>
#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/spec/run/command_spec.h"
#include "core/spec/yaml/yaml_tree.h"
#include "ui/bridge/agent_bridge.h"
#include "ui/models/agent_words.h"
#include "ui/models/command_form.h"
#include "ui/models/reasons.h"
#include "ui/pages/new_run/form_view.h"
#include "ui/pages/new_run/run_file_tabs.h"
#include "ui/pages/new_run/start_panel.h"
#include "ui/widgets/field_history.h"
#include "ui/widgets/keyboard.h"
#include "ui/widgets/named.h"
#include "ui/widgets/part_stack.h"

namespace trainyard::pages {

using models::Json;
using widgets::named;
using widgets::withRole;

namespace {

const QString kExamplePrefix = QStringLiteral("example:");
const QString kTextPrefix = QStringLiteral("text:");
const QString kClusterPrefix = QStringLiteral("cluster:");
const QString kEmptyRun = QStringLiteral("trainyard: 1\nname: my-run\ntrain:\n  data: {}\n");
const QString kEmptyProgram = QStringLiteral("trainyard: 1\nname: my-program\ncommand: []\n");

constexpr int kPauseMs = 250;  // of inactivity before a check
constexpr int kMostFindingsHeight = 132;
constexpr int kMostRecent = 12;

}  // namespace

NewRunPage::NewRunPage(Agent agent, QWidget* parent) : Page(parent), agent_(agent) {
    setAcceptDrops(true);
    runAction_ = new QAction(tr("Run"), this);
    runAction_->setObjectName("new_run.actions.run");
    runAction_->setShortcut(Qt::Key_F5);
    connect(runAction_, &QAction::triggered, this, &NewRunPage::start);
    saveAction_ = new QAction(tr("Save the run file…"), this);
    saveAction_->setObjectName("new_run.actions.save");
    saveAction_->setShortcut(QKeySequence::Save);
    connect(saveAction_, &QAction::triggered, this, &NewRunPage::save);
    undoAction_ = new QAction(tr("Undo"), this);
    undoAction_->setObjectName("new_run.actions.undo");
    connect(undoAction_, &QAction::triggered, this, [this] { tabs_->undo(); });
    redoAction_ = new QAction(tr("Redo"), this);
    redoAction_->setObjectName("new_run.actions.redo");
    connect(redoAction_, &QAction::triggered, this, [this] { tabs_->redo(); });

    start_ = new StartPanel;
    connect(start_, &StartPanel::exampleChosen, this,
            [this](const QString& name) { open(kExamplePrefix + name); });
    connect(start_, &StartPanel::fileChosen, this, &NewRunPage::load);
    connect(start_, &StartPanel::emptyChosen, this,
            [this] { begin(kEmptyRun, tr("Untitled"), QDir::homePath()); });
    connect(start_, &StartPanel::programChosen, this, [this] {
        begin(kEmptyProgram, tr("Untitled"), QDir::homePath());
        view_->goTo(QStringLiteral("command"));
    });
    connect(start_, &StartPanel::backChosen, this, [this] { stack_->setCurrentIndex(1); });
    stack_ = new widgets::PartStack;
    stack_->addWidget(start_);
    stack_->addWidget(makeForm());
    auto* panel = withRole(new QWidget, "panel");
    panel->setAttribute(Qt::WA_StyledBackground);
    auto* inside = new QVBoxLayout(panel);
    inside->setContentsMargins(0, 0, 0, 0);
    inside->setSpacing(0);
    inside->addWidget(makeHeader());
    inside->addWidget(stack_, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(panel);

    pause_.setSingleShot(true);
    pause_.setInterval(kPauseMs);
    connect(&pause_, &QTimer::timeout, this, &NewRunPage::check);
    connect(&form_, &models::RunForm::changed, this, [this] {
        // The schema changes the form too, but not what was checked.
        if (!isCurrent_ || form_.text() != run_.text) {
            isCurrent_ = false;
            isWished_ = false;
            if (hasDraft_) pause_.start();
            if (hasDraft_) emit draftChanged();
        }
        refresh();
    });
    connect(&agent_.news(), &bridge::AgentNews::agentStatusChanged, this,
            [this](const bridge::AgentStatus& status) {
                if (status.state == bridge::AgentState::kConnected) listPlaces();
                checkAgain();
            });
    connect(&agent_.news(), &bridge::AgentNews::storeDamageChanged, this, &NewRunPage::refresh);
    agent_.ask(&bridge::RunFileCalls::formSchema, this, [this](bridge::Outcome<QByteArray> schema) {
        if (schema) {
            form_.setSchema(*schema);
        } else {
            refusal_ = models::inReadersLanguage(schema.error().message);
        }
        refresh();
    });
    refresh();
}

QWidget* NewRunPage::makeHeader() {
    title_ = withRole(named(new QLabel, "new_run.header.title", tr("Run file")), "title");
    title_->setTextInteractionFlags(Qt::NoTextInteraction);
    verdict_ = withRole(named(new QLabel, "new_run.preview.verdict", tr("Run file status")), "muted");
    examplesButton_ =
        named(new QPushButton(tr("Examples")), "new_run.choices.show", tr("Examples and recent files"));
    connect(examplesButton_, &QPushButton::clicked, this, [this] {
        stack_->setCurrentIndex(0);
        refresh();
    });
    auto* open = named(new QPushButton(tr("Open…")), "new_run.choices.open", tr("Open…"));
    connect(open, &QPushButton::clicked, this, &NewRunPage::chooseFile);
    saveButton_ = named(new QPushButton(tr("Save…")), "new_run.choices.save", tr("Save the run file"));
    connect(saveButton_, &QPushButton::clicked, saveAction_, &QAction::trigger);
    again_ = named(new QPushButton(tr("Reload")), "new_run.preview.read_again", tr("Reload"));
    connect(again_, &QPushButton::clicked, this, [this] { load(file_); });
    runButton_ = withRole(named(new QPushButton(tr("Run")), "new_run.preview.run", tr("Run")), "primary");
    connect(runButton_, &QPushButton::clicked, runAction_, &QAction::trigger);
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(title_);
    words->addWidget(verdict_);
    auto* header = new QWidget;
    auto* layout = new QHBoxLayout(header);
    layout->setContentsMargins(16, 12, 16, 8);
    layout->setSpacing(8);
    layout->addLayout(words, 1);
    for (QPushButton* button : {examplesButton_, open, saveButton_, again_, runButton_})
        layout->addWidget(button);
    return header;
}

QWidget* NewRunPage::makeForm() {
    view_ = new FormView(form_);
    widgets::setInPageHistory(*view_, true);
    connect(view_, &FormView::drawingWanted, this,
            [this] { emit pageRequested(QStringLiteral("clusters"), kTextPrefix + form_.text()); });
    connect(view_, &FormView::savedClusterChosen, this,
            [this](const QString&, const QString& text) { takeKeys(text); });
    tabs_ = new RunFileTabs(form_);
    splitter_ = new QSplitter(Qt::Horizontal);
    splitter_->addWidget(view_);
    splitter_->addWidget(tabs_);
    splitter_->setStretchFactor(0, 1);
    splitter_->setStretchFactor(1, 1);
    splitter_->setSizes({640, 560});
    splitter_->setChildrenCollapsible(false);
    makeTable();
    makeFixBars();
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(splitter_, 1);
    layout->addWidget(table_);
    layout->addWidget(send_);
    layout->addWidget(setUp_);
    return page;
}

void NewRunPage::open(const QString& what) {
    if (what.isEmpty()) return;
    if (what.startsWith(kExamplePrefix)) {
        const QString name = what.mid(kExamplePrefix.size());
        if (!start_->hasExample(name)) return;
        isToRun_ = true;
        begin(StartPanel::exampleText(name), name, QDir::homePath());
    } else if (what.startsWith(kTextPrefix)) {
        begin(what.mid(kTextPrefix.size()), tr("Untitled"), QDir::homePath());
    } else if (what.startsWith(kClusterPrefix)) {
        takeKeys(what.mid(kClusterPrefix.size()));
    } else {
        load(what);
    }
}

QList<QAction*> NewRunPage::menuActions() const {
    return {runAction_, saveAction_};
}

void NewRunPage::chooseFile() {
    auto* dialog = new QFileDialog(this, tr("Choose a run file"), folder_,
                                   tr("Run files (*.yaml *.yml *.json)") + ";;" + tr("All files (*)"));
    dialog->setObjectName("new_run.file_dialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &NewRunPage::open);
    dialog->open();
}

void NewRunPage::begin(const QString& text, const QString& name, const QString& folder) {
    ++reading_;  // discard a file that is still being read
    isLoading_ = isUnread_ = false;
    hasDraft_ = true;
    file_.clear();
    name_ = name;
    folder_ = folder;
    savedText_.clear();
    refusal_.clear();
    withdrawFixes();
    showFindings({});
    stack_->setCurrentIndex(1);
    tabs_->setText(text);
    tabs_->showPreview({});
    check();
}

void NewRunPage::takeKeys(const QString& text) {
    const auto keys = spec::parseYaml(text.toStdString());
    if (!keys || !keys->value.is_object()) return;
    if (!hasDraft_ || !form_.problem().isEmpty()) {
        begin(text, tr("Untitled"), QDir::homePath());
    } else {  // the rest of the current run file stays
        Json taken = Json::object();
        for (const char* key : {"strategy", "cluster", "tf_config"}) {
            if (form_.kind() == models::RunKind::kCommand && spec::isOfTraining(key)) continue;
            if (keys->value.contains(key)) taken[key] = keys->value[key];
        }
        form_.merge(taken);
    }
    stack_->setCurrentIndex(1);
    view_->setSection(QStringLiteral("cluster"));
}

void NewRunPage::listPlaces() {
    agent_.ask(&bridge::ClusterCalls::listClusters, this,
               [this](const bridge::Outcome<std::vector<bridge::SavedCluster>>& clusters) {
                   // The status bar reports an unavailable agent; known entries stay.
                   if (clusters) view_->setSavedClusters(*clusters);
               });
    agent_.ask(&bridge::NodeCalls::listNodes, this, [this](const bridge::Outcome<bridge::NodeList>& list) {
        if (list) view_->setNodes(list->nodes);
    });
}

/// Another page may have saved a cluster meanwhile.
bool NewRunPage::focusNextPrevChild(bool next) {
    return view_->isVisible() ? view_->moveFocus(next) : Page::focusNextPrevChild(next);
}

void NewRunPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    if (agent_.news().agentStatus().state == bridge::AgentState::kConnected) listPlaces();
    checkWhenBack();
}

void NewRunPage::load(const QString& file) {
    isLoading_ = true;
    hasDraft_ = true;
    hadAgent_ = agent_.news().agentStatus().state == bridge::AgentState::kConnected;
    refusal_.clear();
    withdrawFixes();
    showFindings({});
    stack_->setCurrentIndex(1);
    file_ = file;
    name_ = file;
    const qsizetype cut = file.lastIndexOf('/');
    folder_ = cut > 0 ? file.left(cut) : QStringLiteral("/");
    refresh();
    agent_.ask(
        &bridge::RunFileCalls::loadRun, this,
        [this, reading = ++reading_](const bridge::LoadedRun& run) {
            if (reading != reading_) return;  // another one was chosen since
            isLoading_ = false;
            if (run.isRecord) return begin(run.text, tr("Untitled"), QDir::homePath());
            const bool isRead = std::ranges::none_of(run.findings, [](const bridge::Finding& f) {
                return f.code == QLatin1String("spec.unreadable");
            });
            if (isRead) remember(file_);
            isUnread_ = !isRead && run.text.isEmpty();
            savedText_ = run.text;
            tabs_->setText(run.text);
            pause_.stop();  // this is already the answer for the new text
            takeChecked(run);
        },
        bridge::RunSource{.file = file});
}

void NewRunPage::check() {
    if (!hasDraft_ || isLoading_ || hasNoText()) return;
    if (isChecking_) return;  // its answer will find the text changed and check again
    pause_.stop();
    isChecking_ = true;
    isOutdated_ = false;
    hadAgent_ = agent_.news().agentStatus().state == bridge::AgentState::kConnected;
    const bridge::RunSource source{.text = form_.text(), .name = name_, .folder = folder_};
    agent_.ask(
        &bridge::RunFileCalls::loadRun, this,
        [this, reading = reading_](const bridge::LoadedRun& run) {
            isChecking_ = false;
            if (reading == reading_ && run.source.text == form_.text()) {
                takeChecked(run);
            } else {
                check();
            }
        },
        source);
    refresh();
}

void NewRunPage::takeChecked(const bridge::LoadedRun& run) {
    run_ = run;
    run_.source.file = file_;
    isCurrent_ = true;
    const bool isWished = std::exchange(isWished_, false);
    showFindings(run.findings);
    offerFixes();
    if (run.preview.estimate) view_->showPlanned(run.preview.estimate->layers);
    tabs_->showPreview(run.preview);
    refresh();
    if (isOutdated_) check();
    checkAgain();  // the agent may have become available meanwhile
    if (isWished && run_.canRun()) launch();
}

void NewRunPage::checkAgain() {
    const auto isNotAsked = [](const bridge::Finding& finding) { return finding.code == "check.not_asked"; };
    const bool isConnected = agent_.news().agentStatus().state == bridge::AgentState::kConnected;
    if (isConnected && !hadAgent_ && std::ranges::any_of(run_.findings, isNotAsked)) check();
}

/// A run file with errors is checked again first: a port that was in use may be free by now.
void NewRunPage::start() {
    if (!hasDraft_ || isStarting_ || isLoading_) return;
    if (hasNoText()) return load(file_);  // it may be there by now
    if (isCurrent_ && run_.canRun()) return launch();
    isWished_ = true;
    check();
    refresh();
}

void NewRunPage::launch() {
    isStarting_ = true;
    refusal_.clear();
    refresh();
    agent_.ask(
        &bridge::RunFileCalls::startRun, this,
        [this](bridge::Outcome<bridge::StartOutcome> outcome) {
            isStarting_ = false;
            if (!outcome) {
                refusal_ = tr("Not started: %1").arg(models::inReadersLanguage(outcome.error().message));
            } else if (outcome->run.isEmpty()) {
                run_.findings = outcome->findings;
                showFindings(outcome->findings);
                offerFixes();
            } else {
                emit pageRequested(QStringLiteral("runs"), outcome->run);
            }
            refresh();
        },
        run_);
}

void NewRunPage::save() {
    if (!hasDraft_ || hasNoText()) return;
    if (!file_.isEmpty()) {
        saveTo({.file = file_, .text = form_.text(), .before = savedText_});
        return;
    }
    const Json* name = form_.value(models::FormPath().child("name"));
    const QString proposed =
        name && name->is_string() ? QString::fromStdString(*name) : QStringLiteral("run");
    auto* dialog =
        new QFileDialog(this, tr("Save the run file"), folder_, tr("Run files (*.yaml *.yml *.json)"));
    dialog->setObjectName("new_run.save_dialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("yaml"));
    dialog->selectFile(proposed + QStringLiteral(".yaml"));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString& file) { saveTo({.file = file, .text = form_.text(), .before = {}}); });
    dialog->open();
}

void NewRunPage::saveTo(const bridge::TextFile& file) {
    agent_.ask(
        &bridge::TextFileCalls::saveTextFile, this,
        [this, file](bridge::Outcome<void> outcome) {
            if (outcome) {
                refusal_.clear();
                savedText_ = file.text;
                const bool isMoved = file_ != file.file;
                file_ = name_ = file.file;
                folder_ = file.file.left(file.file.lastIndexOf('/'));
                remember(file.file);
                if (isMoved) check();  // relative paths now refer to another folder
            } else if (outcome.error().code == bridge::kChangedCode) {
                confirmOverwriting(file, models::inReadersLanguage(outcome.error().message));
            } else {
                refusal_ = tr("Not saved: %1").arg(models::inReadersLanguage(outcome.error().message));
                if (outcome.error().code == bridge::kRecordCode) beUntitled();
            }
            refresh();
        },
        file);
}

void NewRunPage::confirmOverwriting(bridge::TextFile file, const QString& why) {
    auto* box = new QMessageBox(QMessageBox::Warning, tr("Replace what another program has written?"), why,
                                QMessageBox::NoButton, window());
    box->setInformativeText(
        tr("Saving replaces the file by what is shown here. To keep both, cancel, and copy "
           "the text of one of them."));
    box->setObjectName("new_run.overwrite_dialog");
    box->setAttribute(Qt::WA_DeleteOnClose);
    auto* replace = named(box->addButton(tr("Replace"), QMessageBox::DestructiveRole),
                          "new_run.overwrite_dialog.replace", tr("Replace the file"));
    auto* cancel = named(box->addButton(tr("Cancel"), QMessageBox::RejectRole),
                         "new_run.overwrite_dialog.cancel", tr("Cancel"));
    box->setDefaultButton(cancel);
    box->setEscapeButton(cancel);
    file.before.reset();
    connect(box, &QMessageBox::buttonClicked, this, [this, replace, file](const QAbstractButton* pressed) {
        if (pressed == replace) saveTo(file);
    });
    box->open();
}

void NewRunPage::beUntitled() {
    file_.clear();
    name_ = tr("Untitled");
    folder_ = QDir::homePath();
    savedText_.clear();
}

void NewRunPage::remember(const QString& file) {
    recent_.removeAll(file);
    recent_.prepend(file);
    while (recent_.size() > kMostRecent) recent_.removeLast();
    start_->setRecent(recent_);
}

QString NewRunPage::command() const {
    if (!hasDraft_ || !form_.problem().isEmpty()) return {};
    const Json* name = form_.value(models::FormPath().child("name"));
    const QString base = name && name->is_string() ? QString::fromStdString(*name) : QStringLiteral("run");
    const QString run = QStringLiteral("trainyard --headless run ");
    if (file_.isEmpty())
        return QStringLiteral("cat > %1 <<'EOF'\n%2EOF\n%3%1\n")
            .arg(models::shellQuoted(base + ".yaml"), form_.text(), run);
    const QString place = QStringLiteral("cd %1\n%2%3")
                              .arg(models::shellQuoted(folder_), run,
                                   models::shellQuoted(file_.mid(file_.lastIndexOf('/') + 1)));
    if (!isChanged()) return place + '\n';
    const auto saved = spec::parseYaml(savedText_.toStdString());
    const models::SetArguments sets =
        saved ? models::setArguments(saved->value, form_.tree()) : models::SetArguments{{}, false};
    if (!sets.isWhole)
        return tr("# Save the file first: a key was removed, which --set cannot do.") + '\n' + place + '\n';
    QString line = place;
    for (const QString& argument : sets.arguments)
        line += QStringLiteral(" \\\n    --set ") + models::shellQuoted(argument);
    return line + '\n';
}

void NewRunPage::refresh() {
    const int errors = findings_.count(bridge::Severity::kError);
    const int others = findings_.rowCount() - errors;
    const bool isForm = stack_->currentIndex() == 1;
    QString title = file_.isEmpty() ? name_ : file_.mid(file_.lastIndexOf('/') + 1);
    if (hasDraft_ && !file_.isEmpty() && isChanged()) title += tr(" (changed)");
    title_->setText(hasDraft_ && isForm ? title : tr("New run"));
    title_->setToolTip(file_);
    start_->setHasDraft(hasDraft_);
    undoAction_->setEnabled(hasDraft_ && tabs_->canUndo());
    redoAction_->setEnabled(hasDraft_ && tabs_->canRedo());
    table_->setVisible(findings_.rowCount() > 0);
    table_->setFixedHeight(std::min(kMostFindingsHeight, table_->verticalHeader()->length() + 4));
    again_->setVisible(hasDraft_ && isForm && !file_.isEmpty());
    saveButton_->setVisible(hasDraft_ && isForm);
    saveButton_->setText(file_.isEmpty() ? tr("Save…") : tr("Save"));
    examplesButton_->setVisible(hasDraft_ && isForm);
    runButton_->setVisible(hasDraft_);
    saveAction_->setEnabled(hasDraft_ && !hasNoText());
    saveButton_->setEnabled(saveAction_->isEnabled());
    QString verdict;
    const QString readOnly = models::whyReadOnly(agent_.news().storeDamage());
    if (!hasDraft_ && refusal_.isEmpty()) {
        verdict = tr("Start from an example, a run file, an empty run or your own program.");
    } else if (isStarting_) {
        verdict = tr("Starting…");
    } else if (!refusal_.isEmpty()) {
        verdict = refusal_;
    } else if (isWished_) {
        verdict = tr("Checking. The run starts if there are no errors…");
    } else if (!readOnly.isEmpty()) {
        verdict = readOnly;
    } else if (isLoading_ || !isCurrent_) {
        verdict = tr("Checking…");
    } else if (errors > 0) {
        verdict = tr("Cannot run yet. Errors to fix: %1").arg(errors);
    } else if (others > 0) {
        verdict = tr("Ready to run. Hints: %1").arg(others);
    } else {
        verdict = tr("Ready to run.");
    }
    verdict_->setText(verdict);
    const bool canAsk = hasDraft_ && !isLoading_ && !isStarting_ && readOnly.isEmpty();
    const bool canStart = canAsk && isCurrent_ && run_.canRun();
    // F5 or a click right after the last keystroke is not lost: it takes effect once that text has been
    // checked.
    runAction_->setEnabled(canAsk);
    widgets::setEnabledKeepingFocus(*runButton_, canStart || (canAsk && !isCurrent_));
    // An example is ready: the next key press may start it.
    if (canStart && std::exchange(isToRun_, false)) runButton_->setFocus(Qt::OtherFocusReason);
    runButton_->setToolTip(canStart ? tr("Starts this run (F5)") : verdict);
    tabs_->showCommand(command());
}

QVariantMap NewRunPage::saveState() const {
    QVariantMap state{{"recent", recent_}, {"splitter", splitter_->saveState()}, {"tab", tabs_->tab()}};
    if (!hasDraft_) return state;
    state.insert("text", form_.text());
    state.insert("saved_text", savedText_);
    state.insert("file", file_);
    state.insert("name", name_ == tr("Untitled") ? QString() : name_);  // in the next session's language
    state.insert("folder", folder_);
    return state;
}

void NewRunPage::restoreState(const QVariantMap& state) {
    recent_ = state.value("recent").toStringList();
    start_->setRecent(recent_);
    if (state.contains("splitter")) splitter_->restoreState(state.value("splitter").toByteArray());
    tabs_->setTab(state.value("tab").toString());
    if (!state.contains("text")) return;
    const QString name = state.value("name").toString(), file = state.value("file").toString();
    if (state.value("text").toString().isEmpty() && !file.isEmpty()) return load(file);
    begin(state.value("text").toString(), name.isEmpty() ? tr("Untitled") : name,
          state.value("folder").toString());
    file_ = file;
    savedText_ = state.value("saved_text").toString();
    refresh();
}

PageInfo newRunPage() {
    return {.id = QStringLiteral("new_run"),
            .title = NewRunPage::tr("New run"),
            .icon = QStringLiteral("new_run"),
            .order = 0,
            .make = [](bridge::AgentBridge& bridge) -> Page* { return new NewRunPage(bridge); }};
}

}  // namespace trainyard::pages

#include "moc_new_run_page.cpp"
