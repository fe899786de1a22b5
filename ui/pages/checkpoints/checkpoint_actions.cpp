// SPDX-License-Identifier: Apache-2.0
// The actions on a checkpoint, and the confirmations before them.
#include <QAction>
#include <QFileDialog>
#include <QLocale>
#include <QPushButton>

#include "ui/bridge/agent_bridge.h"
#include "ui/models/agent_words.h"
#include "ui/models/format.h"
#include "ui/models/reasons.h"
#include "ui/pages/checkpoints/branch_dialog.h"
#include "ui/pages/checkpoints/checkpoints_page.h"
#include "ui/pages/send_bar.h"
#include "ui/widgets/ask.h"
#include "ui/widgets/far_path_dialog.h"
#include "ui/widgets/named.h"

namespace trainyard::pages {

using widgets::named;

QAction* CheckpointsPage::makeAction(const QString& name, const QString& text,
                                     void (CheckpointsPage::*slot)()) {
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    connect(action, &QAction::triggered, this, slot);
    return action;
}

void CheckpointsPage::makeActions() {
    restore_ = makeAction("checkpoints.actions.restore", tr("Restore…"), &CheckpointsPage::restore);
    branch_ = makeAction("checkpoints.actions.branch", tr("Branch…"), &CheckpointsPage::branch);
    export_ = makeAction("checkpoints.actions.export", tr("Export…"), &CheckpointsPage::exportIt);
    export_->setToolTip(
        tr("Copies the checkpoint to a new folder, as safetensors files that any program can read"));
    verify_ = makeAction("checkpoints.actions.verify", tr("Verify"), &CheckpointsPage::verify);
    verify_->setToolTip(tr(
        "Reads the whole checkpoint and compares it with the checksums in its manifest. Changes nothing."));
    pin_ = makeAction("checkpoints.actions.pin", tr("Pin"), &CheckpointsPage::pin);
    delete_ = makeAction("checkpoints.actions.delete", tr("Delete…"), &CheckpointsPage::remove);
}

QList<QAction*> CheckpointsPage::menuActions() const {
    return {restore_, branch_, export_, verify_, pin_, delete_};
}

void CheckpointsPage::refreshActions() {
    const auto rows = chosen();
    const bool isOne = rows.size() == 1;
    const bool isGood = isOne && rows[0].state != QStringLiteral("damaged");
    const bool isRunGoing = isOne && isGoing(rows[0].run);
    const QString readOnly = models::whyReadOnly(agent_.news().storeDamage());
    const bool isWritable = readOnly.isEmpty();
    restore_->setEnabled(isGood && !isRunGoing && isWritable);
    restore_->setToolTip(isRunGoing ? tr("Its run is still running. Stop it first, or branch.")
                                    : tr("Continues its run from this checkpoint, as the next attempt"));
    branch_->setEnabled(isGood && isWritable);
    branch_->setToolTip(tr("Starts a new run with its weights, optimizer state and data position"));
    export_->setEnabled(isOne);
    verify_->setEnabled(!rows.empty());
    pin_->setEnabled(isOne && isWritable);
    pin_->setText(isOne && rows[0].isPinned ? tr("Unpin") : tr("Pin"));
    pin_->setToolTip(isOne && rows[0].isPinned
                         ? tr("Allows automatic deletion under checkpoint.keep")
                         : tr("Keeps the checkpoint, however many newer ones there are"));
    delete_->setEnabled(isOne && !rows[0].isPinned && isWritable);
    delete_->setToolTip(isOne && rows[0].isPinned
                            ? tr("The checkpoint is pinned. Unpin it first.")
                            : tr("Deletes the checkpoint from the disk, after a confirmation"));
    if (isWritable) return;
    for (QAction* action : {restore_, branch_, pin_, delete_}) action->setToolTip(readOnly);
}

void CheckpointsPage::confirm(const QString& name, const QString& title, const QString& what,
                              const QString& consequence, const QString& yes,
                              const std::function<void()>& then) {
    widgets::confirm(window(), {"checkpoints." + name, title, what, consequence, yes}, this, then);
}

void CheckpointsPage::restore() {
    const auto rows = chosen();
    if (rows.size() != 1) return;
    const bridge::CheckpointRow& row = rows[0];
    const auto run = agent_.news().runs().constFind(row.run);
    const std::int64_t reached = run == agent_.news().runs().cend() ? row.step : run->step;
    QString consequence =
        tr("The checkpoint is verified first. Newer checkpoints remain subject to checkpoint.keep; newer "
           "curve points are dimmed.");
    if (reached > row.step)
        consequence.prepend(tr("Steps to repeat: %1. ").arg(models::count(reached - row.step)));
    confirm("restore_dialog", tr("Restore step %1?").arg(models::count(row.step)),
            tr("%1 will continue from step %2 as a new attempt.").arg(row.run, models::count(row.step)),
            consequence, tr("Restore"), [this, row] { startFrom({.run = row.run, .from = row.path}); });
}

void CheckpointsPage::branch() {
    const auto rows = chosen();
    if (rows.size() != 1) return;
    const bridge::CheckpointRow& row = rows[0];
    auto* dialog = new BranchDialog(
        row, agent_.news().runs().value(row.run, {.id = row.run, .name = row.run}), window());
    connect(dialog, &BranchDialog::branchRequested, this, &CheckpointsPage::startFrom);
    agent_.ask(
        &bridge::RunCalls::runDetail, dialog,
        [dialog](const bridge::Outcome<bridge::RunDetail>& detail) {
            if (detail) dialog->setLearningRate(bridge::learningRateOf(*detail));
        },
        row.run);
    dialog->open();
}

void CheckpointsPage::startFrom(const bridge::ResumeRequest& request) {
    say(tr("Verifying the checkpoint and starting…"));
    agent_.ask(
        &bridge::RunCalls::resumeRun, this,
        [this, request](bridge::Outcome<bridge::StartOutcome> outcome) {
            if (!outcome) return say(models::inReadersLanguage(outcome.error().message));
            if (!outcome->run.isEmpty()) {
                say({});
                emit pageRequested(QStringLiteral("runs"), outcome->run);
                return;
            }
            say(tr("Not started: %1").arg(models::reasonList(outcome->findings)));
            send_->offerFor(request, outcome->findings);
        },
        request);
}

void CheckpointsPage::exportIt() {
    const auto rows = chosen();
    if (rows.size() != 1) return;
    const auto exportTo = [this, row = rows[0]](const QString& to) {
        edit(row, bridge::CheckpointAction::kExport, to, tr("Exported to %1.").arg(to));
    };
    if (const QString machine = agent_.news().agentStatus().machine; !machine.isEmpty()) {
        auto* far = new widgets::FarPathDialog(
            tr("Export step %1 to a new folder").arg(models::count(rows[0].step)), machine, tr("New folder"),
            tr("The agent writes the checkpoint on its own machine, %1.").arg(machine),
            "checkpoints.export_path", window());
        connect(far, &widgets::FarPathDialog::chosen, this, exportTo);
        return far->open();
    }
    auto* dialog =
        new QFileDialog(window(), tr("Export step %1 to a new folder").arg(models::count(rows[0].step)));
    dialog->setObjectName("checkpoints.export_dialog");
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    dialog->selectFile(QStringLiteral("%1-step-%2").arg(rows[0].run).arg(rows[0].step));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, exportTo);
    dialog->open();
}

void CheckpointsPage::verify() {
    for (const bridge::CheckpointRow& row : chosen()) {
        say(tr("Verifying step %1…").arg(models::count(row.step)));
        agent_.ask(
            &bridge::CheckpointCalls::verifyCheckpoint, this,
            [this, row](bridge::Outcome<bridge::CheckOutcome> outcome) {
                const QString what = tr("%1 step %2").arg(row.run, models::count(row.step));
                if (!outcome) return say(what + ": " + models::inReadersLanguage(outcome.error().message));
                say(outcome->damage.empty()
                        ? tr("%1: verified, %2, all checksums match.")
                              .arg(what, models::byteSize(outcome->bytes))
                        : tr("%1 is damaged: %2")
                              .arg(what, models::reasonList(models::inReadersLanguage(outcome->damage))));
                checked_[row.path] = {
                    row.time, outcome->damage.empty() ? QStringLiteral("good") : QStringLiteral("damaged")};
                refresh();
            },
            row.path);
    }
}

void CheckpointsPage::pin() {
    const auto rows = chosen();
    if (rows.size() != 1) return;
    const bool isPinned = rows[0].isPinned;
    edit(rows[0], isPinned ? bridge::CheckpointAction::kUnpin : bridge::CheckpointAction::kPin, {},
         isPinned ? tr("Unpinned. checkpoint.keep applies to it again.")
                  : tr("Pinned. It will not be deleted automatically."));
}

void CheckpointsPage::remove() {
    const auto rows = chosen();
    if (rows.size() != 1) return;
    const bridge::CheckpointRow& row = rows[0];
    confirm("delete_dialog", tr("Delete step %1?").arg(models::count(row.step)),
            tr("%1 (%2) will be deleted from the disk. This cannot be undone.")
                .arg(row.path, models::byteSize(row.bytes)),
            tr("After that, %1 cannot be restored to step %2.").arg(row.run, models::count(row.step)),
            tr("Delete"), [this, row] {
                edit(row, bridge::CheckpointAction::kDelete, {}, tr("Deleted: %1.").arg(row.path));
            });
}

void CheckpointsPage::edit(const bridge::CheckpointRow& checkpoint, bridge::CheckpointAction action,
                           const QString& to, const QString& done) {
    agent_.ask(
        &bridge::CheckpointCalls::editCheckpoint, this,
        [this, done](bridge::Outcome<QString> outcome) {
            say(outcome ? done : models::inReadersLanguage(outcome.error().message));
            refresh();
        },
        checkpoint.path, action, to);
}

}  // namespace trainyard::pages
