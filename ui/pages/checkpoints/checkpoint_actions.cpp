// SPDX-License-Identifier: Apache-2.0
// The actions on a checkpoint, and the confirmations before them.
#include <QAction>
#include <QFileDialog>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>

#include "ui/bridge/agent_bridge.h"
#include "ui/models/agent_words.h"
#include "ui/models/format.h"
#include "ui/pages/checkpoints/branch_dialog.h"
#include "ui/pages/checkpoints/checkpoints_page.h"
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
    export_->setToolTip(tr("Copies it to a new folder, as safetensors files that any program reads"));
    verify_ = makeAction("checkpoints.actions.verify", tr("Verify"), &CheckpointsPage::verify);
    verify_->setToolTip(
        tr("Reads every byte and compares it with the hashes in its manifest; changes nothing"));
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
    restore_->setEnabled(isGood && !isRunGoing);
    restore_->setToolTip(isRunGoing ? tr("Its run is still going; stop it first, or branch")
                                    : tr("Goes on with its run from here, as the next attempt"));
    branch_->setEnabled(isGood);
    branch_->setToolTip(tr("Starts a new run that begins with its weights, optimizer and position"));
    export_->setEnabled(isOne);
    verify_->setEnabled(!rows.empty());
    pin_->setEnabled(isOne);
    pin_->setText(isOne && rows[0].isPinned ? tr("Unpin") : tr("Pin"));
    pin_->setToolTip(isOne && rows[0].isPinned ? tr("Lets it go when its turn comes, as checkpoint.keep says")
                                               : tr("Keeps it, however many newer ones there are"));
    delete_->setEnabled(isOne && !rows[0].isPinned);
    delete_->setToolTip(isOne && rows[0].isPinned ? tr("It is pinned; unpin it first")
                                                  : tr("Deletes it from the disk; asks first"));
}

void CheckpointsPage::confirm(const QString& name, const QString& title, const QString& what,
                              const QString& consequence, const QString& yes,
                              const std::function<void()>& then) {
    auto* box = new QMessageBox(QMessageBox::Question, title, what, QMessageBox::NoButton, window());
    box->setObjectName("checkpoints." + name);
    box->setInformativeText(consequence);
    box->setAttribute(Qt::WA_DeleteOnClose);
    auto* accept = named(box->addButton(yes, QMessageBox::AcceptRole), "checkpoints." + name + ".yes", yes);
    auto* cancel = named(box->addButton(tr("Cancel"), QMessageBox::RejectRole), "checkpoints." + name + ".no",
                         tr("Cancel"));
    box->setDefaultButton(cancel);
    box->setEscapeButton(cancel);
    connect(box, &QMessageBox::buttonClicked, this, [accept, then](const QAbstractButton* pressed) {
        if (pressed == accept) then();
    });
    box->open();
}

void CheckpointsPage::restore() {
    const auto rows = chosen();
    if (rows.size() != 1) return;
    const bridge::CheckpointRow& row = rows[0];
    const auto run = bridge_.runs().constFind(row.run);
    const std::int64_t reached = run == bridge_.runs().cend() ? row.step : run->step;
    QString consequence =
        tr("It is verified first. The newer checkpoints stay until their turn comes, and the curves after it "
           "stay, "
           "dimmed.");
    if (reached > row.step)
        consequence.prepend(tr("Steps done again: %1. ").arg(models::count(reached - row.step)));
    confirm("restore_dialog", tr("Restore step %1?").arg(models::count(row.step)),
            tr("%1 goes on from step %2, as its next attempt.").arg(row.run, models::count(row.step)),
            consequence, tr("Restore"), [this, row] { startFrom({.run = row.run, .from = row.path}); });
}

void CheckpointsPage::branch() {
    const auto rows = chosen();
    if (rows.size() != 1) return;
    const bridge::CheckpointRow& row = rows[0];
    auto* dialog =
        new BranchDialog(row, bridge_.runs().value(row.run, {.id = row.run, .name = row.run}), window());
    connect(dialog, &BranchDialog::branchRequested, this, &CheckpointsPage::startFrom);
    bridge_.ask(
        &bridge::AgentFunctions::runDetail, dialog,
        [dialog](const bridge::Outcome<bridge::RunDetail>& detail) {
            if (detail) dialog->setLearningRate(bridge::learningRateOf(*detail));
        },
        row.run);
    dialog->open();
}

void CheckpointsPage::startFrom(const bridge::ResumeRequest& request) {
    say(tr("Verifying the checkpoint and starting…"));
    bridge_.ask(
        &bridge::AgentFunctions::resumeRun, this,
        [this](bridge::Outcome<bridge::StartOutcome> outcome) {
            if (!outcome) return say(models::inReadersLanguage(outcome.error().message));
            if (!outcome->run.isEmpty()) {
                say({});
                emit pageRequested(QStringLiteral("runs"), outcome->run);
                return;
            }
            QStringList reasons;
            for (const bridge::Finding& finding : outcome->findings)
                reasons << models::inReadersLanguage(finding.message);
            say(tr("Not started: %1").arg(reasons.join(' ')));
        },
        request);
}

void CheckpointsPage::exportIt() {
    const auto rows = chosen();
    if (rows.size() != 1) return;
    auto* dialog =
        new QFileDialog(window(), tr("Export step %1 to a new folder").arg(models::count(rows[0].step)));
    dialog->setObjectName("checkpoints.export_dialog");
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    dialog->selectFile(QStringLiteral("%1-step-%2").arg(rows[0].run).arg(rows[0].step));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, [this, row = rows[0]](const QString& to) {
        edit(row, bridge::CheckpointAction::kExport, to, tr("Exported to %1.").arg(to));
    });
    dialog->open();
}

void CheckpointsPage::verify() {
    for (const bridge::CheckpointRow& row : chosen()) {
        say(tr("Reading every byte of step %1…").arg(models::count(row.step)));
        bridge_.ask(
            &bridge::AgentFunctions::verifyCheckpoint, this,
            [this, row](bridge::Outcome<bridge::CheckOutcome> outcome) {
                const QString what = tr("%1 step %2").arg(row.run, models::count(row.step));
                if (!outcome) return say(what + ": " + models::inReadersLanguage(outcome.error().message));
                say(outcome->damage.isEmpty()
                        ? tr("%1: verified, %2, every byte as it was written.")
                              .arg(what, models::byteSize(outcome->bytes))
                        : tr("%1 is damaged: %2")
                              .arg(what, models::inReadersLanguage(outcome->damage).join(' ')));
                checked_[row.path] = {
                    row.time, outcome->damage.isEmpty() ? QStringLiteral("good") : QStringLiteral("damaged")};
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
         isPinned ? tr("Unpinned: it goes when its turn comes.")
                  : tr("Pinned: it stays until it is unpinned."));
}

void CheckpointsPage::remove() {
    const auto rows = chosen();
    if (rows.size() != 1) return;
    const bridge::CheckpointRow& row = rows[0];
    confirm(
        "delete_dialog", tr("Delete step %1?").arg(models::count(row.step)),
        tr("%1 (%2) is deleted from the disk. This cannot be undone.")
            .arg(row.path, models::byteSize(row.bytes)),
        tr("%1 can no longer be restored to step %2.").arg(row.run, models::count(row.step)), tr("Delete"),
        [this, row] { edit(row, bridge::CheckpointAction::kDelete, {}, tr("Deleted: %1.").arg(row.path)); });
}

void CheckpointsPage::edit(const bridge::CheckpointRow& checkpoint, bridge::CheckpointAction action,
                           const QString& to, const QString& done) {
    bridge_.ask(
        &bridge::AgentFunctions::editCheckpoint, this,
        [this, done](bridge::Outcome<QString> outcome) {
            say(outcome ? done : models::inReadersLanguage(outcome.error().message));
            refresh();
        },
        checkpoint.path, action, to);
}

}  // namespace trainyard::pages
