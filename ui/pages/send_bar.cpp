// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/send_bar.h"

#include <QPushButton>
#include <algorithm>
#include <utility>

#include "ui/bridge/agent_bridge.h"
#include "ui/models/agent_words.h"
#include "ui/models/format.h"
#include "ui/widgets/keyboard.h"
#include "ui/widgets/named.h"

namespace trainyard::pages {

SendBar::SendBar(Agent agent, const QString& name, QWidget* parent)
    : WorkBar({.object = name,
               .text = tr("Files for the nodes"),
               .progress = tr("Sending progress"),
               .button = tr("Cancel the sending, or close this notice")},
              parent),
      agent_(agent),
      name_(name) {
}

SendBar::~SendBar() = default;

void SendBar::send(const bridge::LoadedRun& run) {
    if (isBusy()) return;
    request_.reset();
    waiting_ = std::make_unique<QObject>();
    progress_ = std::make_shared<bridge::SendProgress>();
    agent_.ask(
        &bridge::SendCalls::sendFiles, waiting_.get(),
        [this](const bridge::Outcome<std::int64_t>& sent) { take(sent); }, run, progress_);
    begin();
}

void SendBar::offer(const bridge::ResumeRequest& request, const std::vector<bridge::Finding>& findings) {
    const bool isReason =
        std::ranges::any_of(findings, [](const auto& one) { return one.code == bridge::kLacksFilesCode; });
    if (isBusy() || !isReason) return;
    request_ = request;
    if (!send_) {
        send_ = new QPushButton;
        connect(send_, &QPushButton::clicked, this, &SendBar::sendOffered);
        addButton(send_);
    }
    const QString text = request.isBranch ? tr("Send and branch") : tr("Send and resume");
    widgets::named(send_, name_ + ".send", text)->setText(text);
    finish(request.isBranch ? tr("Send the nodes what they lack, then branch from %1.").arg(request.run)
                            : tr("Send the nodes what they lack, then resume %1.").arg(request.run));
}

void SendBar::withdraw() {
    if (isBusy()) return;
    request_.reset();
    hide();
}

void SendBar::sendOffered() {
    if (isBusy() || !request_) return;
    waiting_ = std::make_unique<QObject>();
    progress_ = std::make_shared<bridge::SendProgress>();
    agent_.ask(
        &bridge::SendCalls::sendFilesToResume, waiting_.get(),
        [this](const bridge::Outcome<std::int64_t>& sent) { take(sent); }, *request_, progress_);
    widgets::setVisibleKeepingFocus(*send_, false);
    begin();
}

void SendBar::readProgress() {
    const bridge::SendProgress::Part part = progress_->part();
    showProgress(part.bytes > 0 ? tr("Sending %1 to %2: %3 of %4")
                                      .arg(part.place, part.node, models::byteSize(part.bytesDone),
                                           models::byteSize(part.bytes))
                                : tr("Comparing the files of the run with those of its nodes…"),
                 part.bytesDone, part.bytes);
}

void SendBar::take(const bridge::Outcome<std::int64_t>& sent) {
    waiting_.release()->deleteLater();  // it is the context of this call
    if (!sent) {
        finish(tr("Not sent: %1").arg(models::inReadersLanguage(sent.error().message)));
        return emit ended();
    }
    const auto request = std::exchange(request_, std::nullopt);
    finish(*sent > 0 ? tr("Sent to the nodes: %1.").arg(models::byteSize(*sent))
                     : tr("Nothing was left to send."));
    emit ended();
    if (request) emit sentFor(*request);
}

void SendBar::cancel() {
    waiting_.reset();
    finish(tr("The sending was cancelled. The next one continues it."));
    emit ended();
}

void SendBar::finish(const QString& text) {
    progress_.reset();
    if (send_) widgets::setVisibleKeepingFocus(*send_, request_.has_value());
    end(text);
}

}  // namespace trainyard::pages

#include "moc_send_bar.cpp"
