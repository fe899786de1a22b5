// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/runs/run_header.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

#include "ui/models/format.h"
#include "ui/widgets/named.h"
#include "ui/widgets/state_delegate.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {
namespace {

using widgets::named;
using widgets::withRole;

constexpr int kBarSteps = 1000;

QLabel* numberLabel() {
    auto* label = new QLabel;
    label->setFont(widgets::tabularFont(label->font()));
    return label;
}

/// A push button that is the face of an action: its text, help and whether it applies.
QPushButton* buttonFor(QAction* action, const QString& objectName) {
    auto* button = named(new QPushButton(action->text()), objectName, action->text());
    const auto mirror = [button, action] {
        button->setEnabled(action->isEnabled());
        button->setToolTip(action->toolTip());
    };
    QObject::connect(action, &QAction::changed, button, mirror);
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    mirror();
    return button;
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
            return "waiting";
        default:
            return "running";
    }
}

}  // namespace

RunHeader::RunHeader(QWidget* parent) : QWidget(parent) {
    withRole(this, "panel");
    setAttribute(Qt::WA_StyledBackground);
    stopAfterEpoch_ = makeAction("runs.actions.stop_after_epoch", tr("Stop after epoch"),
                                 tr("Finishes the epoch under way, evaluates, saves, then stops"),
                                 bridge::StopAfter::kEpoch);
    saveAndStop_ =
        makeAction("runs.actions.save_and_stop", tr("Save and stop"),
                   tr("Saves a checkpoint at the next step, then stops; the run can be resumed from it"),
                   bridge::StopAfter::kSave);
    saveAndStop_->setShortcut(Qt::SHIFT | Qt::Key_F5);
    kill_ = makeAction("runs.actions.kill", tr("Kill"),
                       tr("Ends every task at once; what came after the newest checkpoint is lost"),
                       bridge::StopAfter::kNow);

    title_ = withRole(new QLabel, "title");
    shape_ = new QLabel;
    state_ = new QLabel;
    elapsed_ = numberLabel();
    eta_ = named(numberLabel(), "runs.header.eta", tr("Time left"));
    position_ = numberLabel();
    speed_ = withRole(numberLabel(), "muted");
    failure_ = withRole(named(new QLabel, "runs.header.failure", tr("Why the run failed")), "failure");
    failure_->setWordWrap(true);
    failure_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    failure_->hide();
    notice_ = withRole(new QLabel, "muted");
    notice_->setWordWrap(true);
    notice_->hide();
    bar_ = named(new QProgressBar, "runs.header.progress", tr("Progress of the run"));
    bar_->setTextVisible(false);
    bar_->setRange(0, kBarSteps);

    auto* first = new QHBoxLayout;
    first->setSpacing(8);
    first->addWidget(title_);
    first->addSpacing(8);
    first->addWidget(shape_);
    first->addWidget(state_);
    first->addWidget(elapsed_);
    first->addStretch();
    first->addWidget(buttonFor(stopAfterEpoch_, "runs.header.stop_after_epoch"));
    first->addWidget(buttonFor(saveAndStop_, "runs.header.save_and_stop"));
    first->addWidget(withRole(buttonFor(kill_, "runs.header.kill"), "danger"));
    auto* second = new QHBoxLayout;
    second->setSpacing(16);
    second->addWidget(position_);
    second->addWidget(bar_, 1);
    second->addWidget(eta_);
    second->addWidget(speed_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    layout->addLayout(first);
    layout->addLayout(second);
    layout->addWidget(failure_);
    layout->addWidget(notice_);
    refreshActions();
}

QAction* RunHeader::makeAction(const QString& name, const QString& text, const QString& help,
                               bridge::StopAfter after) {
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    action->setToolTip(help);
    action->setStatusTip(help);
    connect(action, &QAction::triggered, this, [this, after] {
        if (after == bridge::StopAfter::kNow) return confirmKill();
        emit stopRequested(after);
    });
    return action;
}

void RunHeader::setRun(const bridge::RunRow& run) {
    if (run.id != run_.id) {
        progress_ = {};
        savedStep_ = 0;
        if (killBox_) killBox_->close();  // it asks about the run before
        setFailure({});
        setNotice({});
    }
    run_ = run;
    refreshActions();
    refresh();
}

void RunHeader::setFailure(const QString& failure) {
    failure_->setText(failure);
    failure_->setVisible(!failure.isEmpty());
}

void RunHeader::setNotice(const QString& notice) {
    notice_->setText(notice);
    notice_->setVisible(!notice.isEmpty());
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
    title_->setText(run_.id.isEmpty() ? run_.name : run_.id);
    shape_->setPixmap(widgets::stateShape(run_.state, 12, devicePixelRatioF()));
    state_->setText(models::stateWord(run_.state));
    QPalette coloured = state_->palette();
    coloured.setColor(QPalette::WindowText, widgets::stateColour(run_.state));
    state_->setPalette(coloured);
    const double until = isOver && run_.ended > 0 ? run_.ended : now_;
    elapsed_->setText(models::duration(until - run_.created));

    const std::int64_t step = this->step();
    const std::int64_t total = std::max(progress_.totalSteps, run_.totalSteps);
    QString where = models::stepText(step, total);
    const int epoch = std::max(progress_.epoch, run_.epoch);
    if (run_.epochs > 0 && step > 0)
        where = tr("epoch %1/%2").arg(epoch + 1).arg(run_.epochs) + "   " + where;
    position_->setText(where);
    // Being stopped, a run does not do the steps that are left.
    const double left =
        run_.state == bridge::RunState::kRunning ? bridge::secondsLeft(progress_, total) : bridge::kNotKnown;
    eta_->setText(left >= 0 ? tr("ETA %1").arg(models::duration(left)) : QString());
    speed_->setText(progress_.msPerStep > 0 && !isOver ? tr("%1 ms/step").arg(progress_.msPerStep, 0, 'f', 1)
                                                       : QString());
    for (QLabel* label : {eta_, speed_}) label->setVisible(!label->text().isEmpty());
    if (killBox_) killBox_->setInformativeText(lossText());
    bar_->setValue(total > 0 ? static_cast<int>(kBarSteps * double(std::min(step, total)) / double(total))
                             : 0);
    if (bar_->property("state").toString() != QLatin1String(barState(run_.state))) {
        bar_->setProperty("state", QString::fromLatin1(barState(run_.state)));
        bar_->style()->polish(bar_);
    }
}

void RunHeader::refreshActions() {
    using enum bridge::RunState;
    const bool isGoing = run_.state == kRunning || run_.state == kStarting;
    stopAfterEpoch_->setEnabled(isGoing);
    saveAndStop_->setEnabled(isGoing);
    kill_->setEnabled(isGoing || run_.state == kStopping || run_.state == kQueued);
}

void RunHeader::confirmKill() {
    auto* box = new QMessageBox(QMessageBox::Warning, tr("Kill %1?").arg(run_.id),
                                tr("Every task of %1 ends at once, without a checkpoint.").arg(run_.id),
                                QMessageBox::NoButton, window());
    box->setInformativeText(lossText());
    killBox_ = box;
    box->setObjectName("runs.kill_dialog");
    box->setAttribute(Qt::WA_DeleteOnClose);
    auto* kill = named(box->addButton(tr("Kill"), QMessageBox::DestructiveRole), "runs.kill_dialog.kill",
                       tr("Kill the run"));
    auto* keep = named(box->addButton(tr("Keep running"), QMessageBox::RejectRole), "runs.kill_dialog.keep",
                       tr("Keep the run going"));
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
    const QString kept =
        tr("Kept are the checkpoints, the curves and the logs. “Save and stop” loses nothing.");
    if (lost == 0) return tr("No finished step is lost.") + ' ' + kept;
    if (savedStep_ == 0)
        return tr("There is no checkpoint yet: everything is lost. Steps lost: %1.")
                   .arg(models::count(lost)) +
               ' ' + kept;
    return tr("Lost is everything after the last checkpoint, step %1. Steps lost: %2.")
               .arg(models::count(savedStep_), models::count(lost)) +
           ' ' + kept;
}

void RunHeader::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && bar_) refresh();
    QWidget::changeEvent(event);
}

}  // namespace trainyard::pages
