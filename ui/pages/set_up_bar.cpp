// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/set_up_bar.h"

#include "ui/bridge/agent_bridge.h"
#include "ui/models/agent_words.h"
#include "ui/models/format.h"
#include "ui/widgets/ssh_question.h"

namespace trainyard::pages {

SetUpBar::SetUpBar(Agent agent, const QString& page, QWidget* parent)
    : WorkBar({.object = page + ".setup",
               .text = tr("Setup of a node"),
               .progress = tr("Setup progress"),
               .button = tr("Cancel, or close this notice")},
              parent),
      agent_(agent),
      page_(page) {
}

SetUpBar::~SetUpBar() {
    if (!progress_) return;
    progress_->isCancelled = true;
    if (!question_.isEmpty()) answer(question_, nullptr);
    withdrawQuestion();
}

void SetUpBar::add(const QString& target) {
    if (isBusy()) return;
    isConnecting_ = false;
    beginWith(target);
    agent_.ask(
        &bridge::NodeCalls::addNode, this,
        [this, mine = progress_](const bridge::Outcome<bridge::NodeRow>& node) {
            if (mine == progress_)
                take(node, tr("%1 is added. Prepare it if it has no libtorch, then name it in a cluster."));
        },
        target, QString(), progress_);
}

void SetUpBar::prepare(const QString& node) {
    if (isBusy()) return;
    isConnecting_ = false;
    beginWith(node);
    agent_.ask(
        &bridge::NodeCalls::prepareNode, this,
        [this, mine = progress_](const bridge::Outcome<bridge::NodeRow>& prepared) {
            if (mine == progress_) take(prepared, tr("%1 is ready for runs."));
        },
        node, progress_);
}

void SetUpBar::connectTo(const QString& node) {
    if (isBusy()) return;
    isConnecting_ = true;
    beginWith(node);
    agent_.ask(
        &bridge::NodeCalls::connectNode, this,
        [this, mine = progress_](const bridge::Outcome<bridge::NodeRow>& connected) {
            if (mine == progress_) take(connected, tr("%1 is connected."));
        },
        node, progress_);
}

bool SetUpBar::showRefusal(const QString& text) {
    if (isBusy()) return false;
    end(text);
    return true;
}

void SetUpBar::offerToPrepare(const QString& node) {
    if (isBusy()) return;
    if (node.isEmpty()) {
        if (isOffering()) withdraw();
        return;
    }
    if (isOffering() && node == offered_) return;  // why the last try failed stays
    offered_ = node;
    offer({.why = tr("%1 has no libtorch, which this run needs there.").arg(node),
           .button = tr("Prepare"),
           .accessibleName = tr("Prepare %1").arg(node)});
}

void SetUpBar::beginWith(const QString& machine) {
    machine_ = machine;
    progress_ = std::make_shared<bridge::SetUpProgress>();
    begin();
}

void SetUpBar::cancel() {
    progress_->isCancelled = true;
    if (!question_.isEmpty()) answer(question_, nullptr);
    finish(isConnecting_ ? tr("The connection to %1 was cancelled.").arg(machine_)
                         : tr("The setup of %1 was cancelled. The next one continues it.").arg(machine_));
    emit failed(machine_);
}

void SetUpBar::readProgress() {
    const std::int64_t bytes = progress_->bytes, done = progress_->bytesDone;
    showProgress(bytes > 0
                     ? tr("%1: %2 of %3 sent").arg(machine_, models::byteSize(done), models::byteSize(bytes))
                     : tr("Connecting to %1…").arg(machine_),
                 done, bytes);
    showQuestion();
}

/// One at a time, as ssh asks.
void SetUpBar::showQuestion() {
    const bridge::SshQuestion question = progress_->question();
    if (question.id == question_) return;
    withdrawQuestion();
    question_ = question.id;
    if (question_.isEmpty()) return;
    const auto onAnswer = [this, id = question_](std::shared_ptr<const bridge::SshAnswer> entered) {
        answer(id, std::move(entered));
    };
    dialog_ = new widgets::SshQuestionDialog(page_ + ".question", machine_, question, onAnswer, window());
    dialog_->show();
}

void SetUpBar::answer(const QString& question, std::shared_ptr<const bridge::SshAnswer> entered) {
    agent_.ask(
        &bridge::NodeCalls::answerQuestion, this,
        [this, mine = progress_](const bridge::Outcome<void>& taken) {
            // One that comes too late fails the setup, which says why.
            if (taken || taken.error().code == QStringLiteral("question.unknown")) return;
            if (!mine || mine != progress_) return;
            progress_->isCancelled = true;
            finish(models::inReadersLanguage(taken.error().message));
        },
        question, std::move(entered));
}

void SetUpBar::withdrawQuestion() {
    question_.clear();
    if (dialog_) dialog_->withdraw();
}

void SetUpBar::take(const bridge::Outcome<bridge::NodeRow>& node, const QString& success) {
    if (!node) {
        finish(models::inReadersLanguage(node.error().message));
        return emit failed(machine_);
    }
    if (node->state != bridge::NodeState::kConnected) {
        finish(QStringLiteral("%1: %2").arg(node->name, models::inReadersLanguage(node->reason)));
        return emit failed(machine_);
    }
    progress_.reset();
    withdrawQuestion();
    succeed(success.arg(node->name));
    emit succeeded(node->name);
}

void SetUpBar::finish(const QString& text) {
    progress_.reset();
    withdrawQuestion();
    end(text);
}

}  // namespace trainyard::pages

#include "moc_set_up_bar.cpp"
