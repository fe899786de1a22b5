// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/runs/run_header.h"

#include <QAction>
#include <QDialog>
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/format.h"
#include "ui/models/run_list_model.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/bounded_area.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/named.h"
#include "ui/widgets/notice_line.h"
#include "ui/widgets/state_delegate.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {
namespace {

using widgets::named;
using widgets::withRole;

constexpr int kProgressSteps = 1000;
constexpr int kMostDetailLines = 9;
constexpr int kReportSpacing = 2;

QLabel* numberLabel() {
    auto* label = new QLabel;
    label->setFont(widgets::tabularFont(label->font()));
    return label;
}

const char* barState(bridge::RunState state) {
    using enum bridge::RunState;
    switch (state) {
        case kFailed:
            return "failed";
        case kSucceeded:
            return "succeeded";
        case kQueued:
        case kStarting:
        case kStopping:
        case kPreempted:
        case kPausing:
        case kPaused:
            return "waiting";
        default:
            return "running";
    }
}

}  // namespace

RunHeader::RunHeader(QWidget* parent) : QWidget(parent) {
    withRole(this, "panel");
    setAttribute(Qt::WA_StyledBackground);
    setAccessibleName(tr("Run"));  // it takes the focus while no button can
    makeActions();
    buildLayout();
    refreshActions();
}

void RunHeader::makeActions() {
    pause_ = makeAction("runs.actions.pause", tr("Pause"), {});
    connect(pause_, &QAction::triggered, this,
            [this] { emit changeRequested({.isPaused = !bridge::isToPause(run_.state)}); });
    change_ =
        makeAction("runs.actions.change", tr("Change…"),
                   tr("Changes the learning rate or the number of epochs, starting with the next step"));
    connect(change_, &QAction::triggered, this, &RunHeader::askForChange);
    profile_ = makeAction("runs.actions.profile", tr("Profile…"),
                          tr("Records what every task does in the next steps, as a trace for Perfetto"));
    connect(profile_, &QAction::triggered, this, &RunHeader::profileRequested);
    stacks_ =
        makeAction("runs.actions.stacks", tr("Stacks…"),
                   tr("Shows the current call stack of every thread of every task. The tasks continue."));
    connect(stacks_, &QAction::triggered, this, &RunHeader::stacksRequested);
    stopAfterEpoch_ = makeStop("runs.actions.stop_after_epoch", tr("Stop after epoch"),
                               tr("Finishes the current epoch, evaluates, saves a checkpoint, then stops"),
                               bridge::StopAfter::kEpoch);
    saveAndStop_ = makeStop("runs.actions.save_and_stop", {}, {}, bridge::StopAfter::kSave);
    saveAndStop_->setShortcut(Qt::SHIFT | Qt::Key_F5);
    kill_ = makeStop("runs.actions.kill", tr("Kill"),
                     tr("Kills all tasks immediately. Progress since the newest checkpoint is lost."),
                     bridge::StopAfter::kNow);
    resume_ = makeAction("runs.actions.resume", tr("Resume"),
                         tr("Continues this run from its newest intact checkpoint, as the next attempt"));
    connect(resume_, &QAction::triggered, this, &RunHeader::resumeRequested);
    again_ = makeAction("runs.actions.again", tr("Run again…"),
                        tr("Opens a copy of this run's file, as the run was started, in a new run"));
    connect(again_, &QAction::triggered, this, [this] { emit againRequested(Version::kStarted); });
    againChanged_ = makeAction(
        "runs.actions.again_changed", tr("Run again as changed…"),
        tr("Opens a copy of this run's file, with the changes made since its start, in a new run"));
    connect(againChanged_, &QAction::triggered, this, [this] { emit againRequested(Version::kChanged); });
    readOn_ = makeAction("runs.actions.read_on", tr("Read new data"),
                         tr("Imports the data written to these logs since the last import"));
    connect(readOn_, &QAction::triggered, this, &RunHeader::importRequested);
    follow_ = makeAction("runs.actions.follow", tr("Follow"),
                         tr("Imports what is written to these logs as it comes, until you stop it"));
    connect(follow_, &QAction::triggered, this, &RunHeader::followRequested);
}

void RunHeader::buildLayout() {
    title_ = withRole(named(new widgets::ElidedLabel, "runs.header.title", tr("Run")), "title");
    title_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);  // what is beside it follows it
    id_ = withRole(named(new QLabel, "runs.header.id", tr("Run ID")), "muted");
    id_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    shape_ = new QLabel;
    state_ = named(new QLabel, "runs.header.state", tr("State"));
    elapsed_ = numberLabel();
    eta_ = named(numberLabel(), "runs.header.eta", tr("Time left"));
    position_ = named(numberLabel(), "runs.header.position", tr("Run position"));
    speed_ = withRole(numberLabel(), "muted");
    failure_ = withRole(named(new QLabel, "runs.header.failure", tr("Why the run failed")), "failure");
    failureLog_ = withRole(
        named(new QLabel, "runs.header.failure_log", tr("Last lines of the task that failed")), "muted");
    failureLog_->setFont(widgets::logFont(font()));
    restart_ = withRole(named(new QLabel, "runs.header.restart", tr("Recovery")), "muted");
    hang_ = withRole(named(new QLabel, "runs.header.hang", tr("Blocked tasks")), "waiting");
    sources_ =
        withRole(named(new QLabel, "runs.header.metrics_from", tr("Where the metrics come from")), "muted");
    figures_ = withRole(named(numberLabel(), "runs.header.figures", tr("Measured and estimated")), "muted");
    figures_->setToolTip(
        tr("Measured: peak memory of a task, including the program and its libraries. Estimated: weights, "
           "gradients, optimizer state and activations only."));
    notice_ = widgets::noticeLine("runs.header.notice", tr("Status of the request"));
    for (QLabel* label : {failure_, failureLog_, restart_, hang_, sources_, figures_}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        label->hide();
    }
    hangRow_ = new QWidget;
    auto* hang = new QHBoxLayout(hangRow_);
    hang->setContentsMargins(0, 0, 0, 0);
    hang->setSpacing(8);
    hang->addWidget(hang_, 1);
    hang->addWidget(widgets::actionButton(stacks_, "runs.header.stacks"), 0, Qt::AlignTop);
    hangRow_->hide();
    bar_ = named(new QProgressBar, "runs.header.progress", tr("Progress of the run"));
    bar_->setTextVisible(false);
    bar_->setRange(0, kProgressSteps);

    auto* first = new QHBoxLayout;
    first->setSpacing(8);
    first->addWidget(title_);
    first->addWidget(id_);
    first->addSpacing(8);
    first->addWidget(shape_);
    first->addWidget(state_);
    first->addWidget(elapsed_);
    first->addStretch();
    first->addWidget(eta_);
    first->addWidget(speed_);
    auto* second = new widgets::FlowLayout;
    second->setSpacing(8);
    second->addWidget(withRole(widgets::actionButton(resume_, "runs.header.resume"), "primary"));
    second->addWidget(widgets::actionButton(again_, "runs.header.again"));
    second->addWidget(widgets::actionButton(againChanged_, "runs.header.again_changed"));
    second->addWidget(widgets::actionButton(readOn_, "runs.header.read_on"));
    second->addWidget(widgets::actionButton(follow_, "runs.header.follow"));
    second->addWidget(widgets::actionButton(pause_, "runs.header.pause"));
    second->addWidget(widgets::actionButton(change_, "runs.header.change"));
    second->addWidget(widgets::actionButton(profile_, "runs.header.profile"));
    second->addWidget(widgets::actionButton(stopAfterEpoch_, "runs.header.stop_after_epoch"));
    second->addWidget(widgets::actionButton(saveAndStop_, "runs.header.save_and_stop"));
    second->addWidget(withRole(widgets::actionButton(kill_, "runs.header.kill"), "danger"));
    auto* third = new QHBoxLayout;
    third->setSpacing(12);
    third->addWidget(bar_, 1);
    third->addWidget(position_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 10);
    layout->setSpacing(8);
    layout->addLayout(first);
    layout->addLayout(second);
    layout->addLayout(third);
    layout->addWidget(makeReport());
}

/// Sentences of any length, and below them the status of the request.
QWidget* RunHeader::makeReport() {
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    for (QWidget* part :
         std::initializer_list<QWidget*>{failure_, failureLog_, restart_, hangRow_, sources_, figures_})
        layout->addWidget(part);
    layout->addStretch();
    details_ = named(new widgets::BoundedArea(content, kMostDetailLines * fontMetrics().lineSpacing()),
                     "runs.header.details", tr("Run summary"));
    report_ = new QWidget;
    auto* report = new QVBoxLayout(report_);
    report->setContentsMargins(0, 0, 0, 0);
    report->setSpacing(kReportSpacing);
    report->addWidget(details_, 1);
    report->addWidget(notice_);
    report->addStretch();
    fitReport();
    return report_;
}

/// What is said while a run is live comes unasked, so it has the same height all the time: nothing below it
/// moves under the pointer. Longer texts scroll. The end of a run may take more.
void RunHeader::fitReport() {
    const bool isOver = bridge::hasEnded(run_.state);
    const QLabel* const sentences[] = {failure_, failureLog_, restart_, hang_, sources_, figures_};
    details_->setVisible(
        std::ranges::any_of(sentences, [](const QLabel* one) { return !one->text().isEmpty(); }));
    notice_->setVisible(isOver || !notice_->text().isEmpty());
    // Not of the row: the size hint of a wrapped label changes with its text.
    const int button = hangRow_->findChild<QPushButton*>()->sizeHint().height();
    const int line = notice_->minimumHeight();
    const int height = std::max(button, 2 * line) + kReportSpacing + line;
    report_->setMinimumHeight(height);
    report_->setMaximumHeight(isOver ? QWIDGETSIZE_MAX : height);
}

void RunHeader::say(QLabel& label, const QString& text) {
    label.setText(text);
    label.setVisible(!text.isEmpty());
    hangRow_->setVisible(!hang_->text().isEmpty());
    fitReport();
}

QAction* RunHeader::makeAction(const QString& name, const QString& text, const QString& help) {
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    action->setData(help);
    action->setToolTip(help);
    action->setStatusTip(help);
    actions_ << action;
    return action;
}

QString RunHeader::whyNot() const {
    using enum bridge::RunState;
    switch (run_.state) {
        case kQueued:
            return tr("The run is queued.");
        case kStarting:
            return tr("The tasks are still starting.");
        case kStopping:
            return tr("The run is already stopping.");
        case kPausing:
            return tr("The run is about to pause.");
        case kPaused:
            return tr("The run is paused and completes no steps.");
        default:
            return tr("This run is not in progress.");
    }
}

void RunHeader::allow(QAction* action, bool isAllowed, const QString& refusal) {
    const QString help = action->data().toString();
    const QString why = !refusal.isEmpty() ? refusal : isAllowed ? QString() : whyNot();
    action->setEnabled(why.isEmpty());
    action->setToolTip(why.isEmpty() ? help : why + '\n' + help);
    action->setStatusTip(why.isEmpty() ? help : why);
}

QAction* RunHeader::makeStop(const QString& name, const QString& text, const QString& help,
                             bridge::StopAfter after) {
    auto* action = makeAction(name, text, help);
    connect(action, &QAction::triggered, this, [this, after] {
        if (after == bridge::StopAfter::kNow) return confirmKill();
        emit stopRequested(after);
    });
    return action;
}

void RunHeader::setRun(const bridge::RunRow& run) {
    if (run.id != run_.id ||
        bridge::hasEnded(run.state)) {  // they ask about a run that is not there to change
        if (killBox_) killBox_->close();
        if (changeBox_) changeBox_->close();
    }
    if (run.id != run_.id) {
        progress_ = {};
        savedStep_ = 0;
        goodput_ = bridge::kNotKnown;
        learningRate_.clear();
        versions_ = Versions::kOne;
        setFailure({}, {});
        setHang({});
        setFigures({}, {});
        setRestart({});
        setMetricsFrom({});
        setNotice({});
    }
    run_ = run;
    fitReport();
    refreshActions();
    refresh();
}

void RunHeader::setFailure(const QString& cause, const QStringList& log) {
    say(*failure_, cause);
    say(*failureLog_, cause.isEmpty() ? QString() : models::shown(log.join('\n')));
}

void RunHeader::setLearningRate(const QString& rate) {
    learningRate_ = rate;
}

void RunHeader::setVersions(Versions versions) {
    versions_ = versions;
    refreshActions();
}

void RunHeader::setRestart(const QString& restart) {
    say(*restart_, restart);
}

void RunHeader::setMetricsFrom(const QString& sources) {
    say(*sources_, sources);
}

void RunHeader::setHang(const QString& hang) {
    say(*hang_, hang);
}

void RunHeader::setGoodput(double goodput) {
    goodput_ = goodput;
    refresh();
}

void RunHeader::setFigures(const bridge::Figures& estimated, const bridge::Figures& measured) {
    QStringList figures;
    const auto add = [&](const QString& what, const QString& both, std::int64_t now, std::int64_t before) {
        if (now <= 0) return;
        const QString size = models::byteSize(now);
        figures << what.arg(before > 0 ? both.arg(size, models::byteSize(before)) : size);
    };
    // What is measured is the whole process, what is estimated are its tensors.
    add(tr("Memory per replica: %1"), tr("%1 with libtorch (estimated without: %2)"),
        measured.memoryPerReplica, estimated.memoryPerReplica);
    add(tr("sent per step: %1"), tr("%1 (estimated %2)"), measured.bytesPerStep, estimated.bytesPerStep);
    say(*figures_, figures.join(QStringLiteral(" · ")));
}

void RunHeader::setNotice(const QString& notice) {
    notice_->setText(notice);
    fitReport();
}

void RunHeader::setReadOnly(const QString& reason) {
    readOnly_ = reason;
    refreshActions();
}

void RunHeader::setProgress(const bridge::Progress& progress) {
    progress_ = progress;
    refresh();
}

void RunHeader::setSavedStep(std::int64_t step) {
    savedStep_ = step;
    refresh();
}

void RunHeader::setNow(double now) {
    now_ = now;
    refresh();
}

void RunHeader::refresh() {
    const bool isOver = bridge::hasEnded(run_.state);
    const QString title = models::RunListModel::title(run_);
    title_->setWhole(models::shown(title));
    id_->setText(run_.id);
    id_->setVisible(title != run_.id);  // commands still use the id of a renamed run
    shape_->setPixmap(widgets::stateShape(run_.state, 12, devicePixelRatioF()));
    QString state = models::stateWord(run_.state);
    if (run_.attempts > 1) state += ' ' + tr("(attempt %1)").arg(run_.attempts);
    state_->setText(state);
    QPalette coloured = state_->palette();
    coloured.setColor(QPalette::WindowText, widgets::stateColour(run_.state));
    state_->setPalette(coloured);
    // The time between two attempts does not count.
    elapsed_->setText(models::duration(models::RunListModel::elapsed(run_, now_)));
    elapsed_->setToolTip(
        goodput_ > 0 ? tr("%1 % of this time produced steps that were kept.").arg(goodput_ * 100, 0, 'f', 1)
                     : QString());

    const std::int64_t step = this->step();
    const std::int64_t total = std::max(progress_.totalSteps, run_.totalSteps);
    QString where = models::stepText(step, total);
    const int epoch = std::max(progress_.epoch, run_.epoch);
    if (run_.epochs > 0 && step > 0)
        where =
            tr("epoch %1/%2").arg(bridge::epochToShow(epoch, run_.epochs)).arg(run_.epochs) + "   " + where;
    position_->setText(where);
    // A stopping run will not do the remaining steps.
    const double left =
        run_.state == bridge::RunState::kRunning ? bridge::secondsLeft(progress_, total) : bridge::kNotKnown;
    eta_->setText(left >= 0 ? tr("ETA %1").arg(models::duration(left)) : QString());
    speed_->setText(progress_.msPerStep > 0 && !isOver ? tr("%1 ms/step").arg(progress_.msPerStep, 0, 'f', 1)
                                                       : QString());
    for (QLabel* label : {eta_, speed_}) label->setVisible(!label->text().isEmpty());
    if (killBox_ && !bridge::isCommand(run_)) killBox_->setInformativeText(lossText());
    bar_->setValue(
        total > 0 ? static_cast<int>(kProgressSteps * double(std::min(step, total)) / double(total)) : 0);
    if (bar_->property("state").toString() != QLatin1String(barState(run_.state))) {
        bar_->setProperty("state", QString::fromLatin1(barState(run_.state)));
        bar_->style()->polish(bar_);
    }
}

void RunHeader::refreshActions() {
    using enum bridge::RunState;
    const bool isToPause = bridge::isToPause(run_.state);
    const bool canPause = run_.state == kRunning || isToPause;
    const bool isGoing = canPause || run_.state == kStarting;
    const bool isOver = bridge::hasEnded(run_.state);
    pause_->setText(isToPause ? tr("Continue") : tr("Pause"));
    pause_->setData(isToPause
                        ? tr("Continues with the next step")
                        : tr("Pauses all tasks after the current step. They keep their memory and devices."));
    const bool isCommand = bridge::isCommand(run_);
    saveAndStop_->setText(isCommand ? tr("Stop") : tr("Save and stop"));
    saveAndStop_->setData(
        isCommand
            ? tr("Sends SIGTERM to all tasks. Tasks that have not ended after the grace period are killed.")
            : tr("Saves a checkpoint at the next step, then stops. The run can be resumed from it."));
    // Each is set once: a button that came and went would move the others for a moment, from under a click.
    const bool isStopping = run_.state == kStopping;
    allow(pause_, canPause);  // a program that does not ask is not paused, and the agent reports it
    allow(change_, !isCommand && canPause, readOnly_);
    allow(profile_, !isCommand && run_.state == kRunning);
    allow(stacks_, isGoing || isStopping);
    allow(stopAfterEpoch_, !isCommand && isGoing);
    allow(saveAndStop_, isGoing);
    // A program is asked to end before it is killed.
    allow(kill_, isStopping || (!isCommand && (isGoing || run_.state == kQueued)));
    for (QAction* action : {change_, profile_, stopAfterEpoch_})  // these need steps or checkpoints
        action->setVisible(!isOver && !isCommand);
    for (QAction* action : {pause_, stacks_, saveAndStop_}) action->setVisible(!isOver);
    kill_->setVisible(!isOver && (!isCommand || isStopping));
    allow(resume_, isOver && run_.canResume, readOnly_);
    resume_->setVisible(isOver && run_.canResume);
    const bool isImported = run_.state == kImported;  // how it was started is not known here
    again_->setEnabled(isOver && !isImported);
    again_->setVisible(isOver && !isImported);
    const bool hasChanged = isOver && !isImported && versions_ == Versions::kStartedAndChanged;
    againChanged_->setEnabled(hasChanged);
    againChanged_->setVisible(hasChanged);
    for (QAction* action : {readOn_, follow_}) {
        allow(action, isImported, readOnly_);
        action->setVisible(isImported);
    }
    bar_->setVisible(!isImported);
    focusSuccessor();
}

/// After a run was stopped by its button, the focus moves to the next available action when it ends.
void RunHeader::focusSuccessor() {
    if (!bridge::hasEnded(run_.state) || window()->focusWidget() != this) return;
    for (const char* name : {"runs.header.resume", "runs.header.again"}) {
        auto* next = findChild<QPushButton*>(QLatin1String(name));
        if (next && next->isEnabled() && !next->isHidden()) return next->setFocus(Qt::OtherFocusReason);
    }
}

/// Why the run cannot be changed like this; empty: it can.
QString RunHeader::problemOfChange(const QString& learningRate, std::optional<int> epochs) const {
    bool isNumber = false;
    const double wished = QLocale::c().toDouble(learningRate, &isNumber);
    if (!learningRate.isEmpty() && !(isNumber && wished > 0))
        return tr("A learning rate is a number above 0, such as 0.001.");
    const int current = std::max(progress_.epoch, run_.epoch) + 1;
    if (epochs && *epochs < current)
        return tr("The run is in epoch %1: it needs at least that many.").arg(models::count(current));
    return {};
}

void RunHeader::askForChange() {
    auto* box = new QDialog(window());
    changeBox_ = box;
    box->setObjectName("runs.change_dialog");
    box->setWindowTitle(tr("Change %1").arg(run_.id));
    box->setAttribute(Qt::WA_DeleteOnClose);
    auto* rate = named(new QLineEdit(learningRate_), "runs.change_dialog.learning_rate", tr("Learning rate"));
    rate->setPlaceholderText(tr("unchanged"));
    auto* epochs = named(new QSpinBox, "runs.change_dialog.epochs", tr("Epochs"));
    epochs->setRange(1, 1'000'000);
    epochs->setValue(run_.epochs);
    const int before = epochs->value();
    auto* explained = withRole(
        new QLabel(tr("Takes effect at the next step in all tasks. Recorded in the run's history and marked "
                      "on its curves. A learning rate set here replaces the run file's schedule.")),
        "muted");
    explained->setWordWrap(true);
    auto* buttons = new QHBoxLayout;
    auto* apply = withRole(
        named(new QPushButton(tr("Change")), "runs.change_dialog.apply", tr("Change the run")), "primary");
    auto* cancel = named(new QPushButton(tr("Cancel")), "runs.change_dialog.cancel", tr("Cancel"));
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(apply);
    apply->setDefault(true);
    auto* problem =
        withRole(named(new QLabel, "runs.change_dialog.problem", tr("Why this is not possible")), "failure");
    problem->setWordWrap(true);
    problem->hide();
    auto* form = new QFormLayout;
    form->setSpacing(8);
    form->addRow(tr("Learning rate"), rate);
    form->addRow(tr("Epochs"), epochs);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(16);
    layout->addLayout(form);
    layout->addWidget(problem);
    layout->addWidget(explained);
    layout->addLayout(buttons);
    box->setMinimumWidth(420);
    connect(cancel, &QPushButton::clicked, box, &QDialog::reject);
    const auto examine = [=, this] {
        const int wished = epochs->value();
        const QString wrong =
            problemOfChange(rate->text(), wished == before ? std::nullopt : std::optional(wished));
        problem->setText(wrong);
        problem->setVisible(!wrong.isEmpty());
        apply->setEnabled(wrong.isEmpty());
    };
    connect(rate, &QLineEdit::textChanged, box, examine);
    connect(epochs, &QSpinBox::valueChanged, box, examine);
    connect(apply, &QPushButton::clicked, this, [=, this] {
        bridge::RunChange change;
        bool isNumber = false;
        const double wished = QLocale::c().toDouble(rate->text(), &isNumber);
        if (isNumber && rate->text() != learningRate_) change.learningRate = wished;
        if (epochs->value() != before) change.epochs = epochs->value();
        box->accept();
        if (change.learningRate || change.epochs) emit changeRequested(change);
    });
    box->open();
}

void RunHeader::confirmKill() {
    auto* box =
        new QMessageBox(QMessageBox::Warning, tr("Kill %1?").arg(run_.id),
                        tr("Kills all tasks of %1 immediately, without saving a checkpoint.").arg(run_.id),
                        QMessageBox::NoButton, window());
    if (!bridge::isCommand(run_)) box->setInformativeText(lossText());
    killBox_ = box;
    box->setObjectName("runs.kill_dialog");
    box->setAttribute(Qt::WA_DeleteOnClose);
    auto* kill = named(box->addButton(tr("Kill"), QMessageBox::DestructiveRole), "runs.kill_dialog.kill",
                       tr("Kill the run"));
    auto* keep = named(box->addButton(tr("Keep running"), QMessageBox::RejectRole), "runs.kill_dialog.keep",
                       tr("Keep running"));
    box->setDefaultButton(keep);
    box->setEscapeButton(keep);
    connect(box, &QMessageBox::buttonClicked, this, [this, kill](const QAbstractButton* pressed) {
        if (pressed == kill) emit stopRequested(bridge::StopAfter::kNow);
    });
    box->open();
}

std::int64_t RunHeader::step() const {
    return std::max(progress_.step, run_.step);
}

QString RunHeader::lossText() const {
    const std::int64_t lost = std::max<std::int64_t>(step() - savedStep_, 0);
    const QString kept = tr("Checkpoints, curves and logs are kept. “Save and stop” loses nothing.");
    if (lost == 0) return tr("No completed steps are lost.") + ' ' + kept;
    if (savedStep_ == 0)
        return tr("There is no checkpoint yet. All progress will be lost. Steps lost: %1.")
                   .arg(models::count(lost)) +
               ' ' + kept;
    return tr("Progress since the last checkpoint (step %1) will be lost. Steps lost: %2.")
               .arg(models::count(savedStep_), models::count(lost)) +
           ' ' + kept;
}

void RunHeader::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && bar_) refresh();
    QWidget::changeEvent(event);
}

}  // namespace trainyard::pages

#include "moc_run_header.cpp"
