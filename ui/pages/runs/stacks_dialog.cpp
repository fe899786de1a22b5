// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/runs/stacks_dialog.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTime>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/agent_words.h"
#include "ui/widgets/named.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

namespace {

const QString kStopped = QStringLiteral("stopped");

QString stateText(const QString& state) {
    if (state == QLatin1String("running")) return StacksDialog::tr("running");
    if (state == QLatin1String("sleeping")) return StacksDialog::tr("sleeping");
    if (state == QLatin1String("waiting for a disk")) return StacksDialog::tr("waiting for a disk");
    if (state == kStopped) return StacksDialog::tr("stopped");
    return StacksDialog::tr("ended");
}

QString textOf(const bridge::TaskStacks& task) {
    if (!task.error.isEmpty())
        return StacksDialog::tr("There are no stacks: %1").arg(models::inReadersLanguage(task.error));
    QStringList lines;
    if (!task.note.isEmpty()) lines << models::inReadersLanguage(task.note);
    for (const bridge::ThreadStack& thread : task.threads) {
        if (!lines.isEmpty()) lines << QString();
        const QString head = QStringLiteral("%1 %2").arg(thread.tid).arg(thread.name);
        lines << (thread.tid == task.pid ? StacksDialog::tr("Thread %1 (main)").arg(head)
                                         : StacksDialog::tr("Thread %1").arg(head));
        for (int i = 0; i < thread.frames.size(); ++i)
            lines << QStringLiteral("  #%1 %2").arg(i, -3).arg(thread.frames[i]);
    }
    return lines.join('\n');
}

}  // namespace

StacksDialog::StacksDialog(const QString& run, QWidget* parent) : QDialog(parent) {
    setObjectName("runs.stacks_dialog");
    setWindowTitle(tr("Stacks of %1").arg(run));
    setAttribute(Qt::WA_DeleteOnClose);
    text_ = named(new QLabel, "runs.stacks_dialog.text", tr("Status of the stacks"));
    text_->setWordWrap(true);
    tasks_ = withRole(named(new QListWidget, "runs.stacks_dialog.tasks", tr("Tasks")), "choices");
    frames_ = named(new QPlainTextEdit, "runs.stacks_dialog.frames", tr("Threads and frames"));
    frames_->setReadOnly(true);
    frames_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    frames_->setLineWrapMode(QPlainTextEdit::NoWrap);
    frames_->setFont(widgets::logFont(font()));
    frames_->setTabChangesFocus(true);
    refresh_ = named(new QPushButton(tr("Refresh")), "runs.stacks_dialog.refresh", tr("Refresh the stacks"));
    copy_ = named(new QPushButton(tr("Copy")), "runs.stacks_dialog.copy", tr("Copy the stacks of the task"));
    close_ = named(new QPushButton(tr("Close")), "runs.stacks_dialog.close", tr("Close"));
    buildLayout();
    connect(tasks_, &QListWidget::currentRowChanged, this, &StacksDialog::showTask);
    connect(refresh_, &QPushButton::clicked, this, &StacksDialog::refresh);
    connect(copy_, &QPushButton::clicked, this, &StacksDialog::copy);
    connect(close_, &QPushButton::clicked, this, &QDialog::reject);
    showTask(-1);
}

void StacksDialog::buildLayout() {
    auto* panes = named(new QSplitter(Qt::Horizontal), "runs.stacks_dialog.panes", tr("Tasks and stacks"));
    panes->setChildrenCollapsible(false);
    panes->addWidget(tasks_);
    panes->addWidget(frames_);
    panes->setStretchFactor(1, 1);
    panes->setSizes({200, 660});
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    for (QPushButton* button : {close_, copy_, withRole(refresh_, "primary")}) buttons->addWidget(button);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addWidget(text_);
    layout->addWidget(panes, 1);
    layout->addLayout(buttons);
    resize(900, 560);
}

void StacksDialog::refresh() {
    if (!refresh_->isEnabled()) return;
    refresh_->setEnabled(false);
    text_->setText(tr("Reading the stacks of all tasks. Each task is paused for some milliseconds…"));
    emit stacksRequested();
}

void StacksDialog::setOutcome(const bridge::Outcome<std::vector<bridge::TaskStacks>>& outcome) {
    refresh_->setEnabled(true);
    if (outcome) {
        readAt_ = QTime::currentTime().toString(QStringLiteral("HH:mm:ss"));
        text_->setText(tr("Stacks as of %1, innermost call first.").arg(readAt_));
        return setStacks(*outcome);
    }
    text_->setText(readAt_.isEmpty()
                       ? tr("There are no stacks: %1").arg(models::inReadersLanguage(outcome.error().message))
                       : tr("Stacks as of %1. Could not read newer ones: %2")
                             .arg(readAt_, models::inReadersLanguage(outcome.error().message)));
}

void StacksDialog::setStacks(std::vector<bridge::TaskStacks> stacks) {
    const int shown = tasks_->currentRow();
    const QString task = shown < 0 ? QString() : stacks_[static_cast<std::size_t>(shown)].task;
    stacks_ = std::move(stacks);
    {
        const QSignalBlocker quiet(tasks_);
        tasks_->clear();
        for (const bridge::TaskStacks& one : stacks_)
            tasks_->addItem(QStringLiteral("%1 (%2)").arg(one.task, stateText(one.state)));
    }
    // The selected one; the first time a stopped one, if there is one.
    auto chosen = std::ranges::find(stacks_, task, &bridge::TaskStacks::task);
    if (chosen == stacks_.end()) chosen = std::ranges::find(stacks_, kStopped, &bridge::TaskStacks::state);
    const int row = chosen == stacks_.end() ? 0 : static_cast<int>(chosen - stacks_.begin());
    {
        const QSignalBlocker quiet(tasks_);
        tasks_->setCurrentRow(row);
    }
    showTask(tasks_->currentRow());
}

void StacksDialog::showTask(int row) {
    const bool isThere = row >= 0 && static_cast<std::size_t>(row) < stacks_.size();
    frames_->setPlainText(isThere ? textOf(stacks_[static_cast<std::size_t>(row)]) : QString());
    copy_->setEnabled(isThere);
}

void StacksDialog::copy() const {
    const bridge::TaskStacks& task = stacks_[static_cast<std::size_t>(tasks_->currentRow())];
    QGuiApplication::clipboard()->setText(
        QStringLiteral("%1 pid %2\n%3\n").arg(task.task).arg(task.pid).arg(frames_->toPlainText()));
}

}  // namespace trainyard::pages

#include "moc_stacks_dialog.cpp"
