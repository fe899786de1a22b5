// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/send_bar.h"

#include <algorithm>

#include "ui/bridge/agent_bridge.h"
#include "ui/models/agent_words.h"
#include "ui/models/format.h"

namespace trainyard::pages {
namespace {

bool haveLack(const std::vector<bridge::Finding>& findings) {
    return std::ranges::any_of(findings, [](const auto& one) { return one.code == bridge::kLacksFilesCode; });
}

}  // namespace

SendBar::SendBar(Agent agent, const QString& name, QWidget* parent)
    : WorkBar({.object = name,
               .text = tr("Files for the nodes"),
               .progress = tr("Sending progress"),
               .button = tr("Cancel the sending, or close this notice")},
              parent),
      agent_(agent) {
}

SendBar::~SendBar() = default;

void SendBar::setRun(const bridge::LoadedRun& run) {
    if (isBusy()) return;
    if (!haveLack(run.findings)) {
        if (isOffering()) withdraw();
        return;
    }
    offered_ = run;
    if (isOffering()) return;  // why the last try failed stays
    offer({.why = tr("Nodes lack files that this run names."),
           .button = tr("Send"),
           .accessibleName = tr("Send what the nodes lack")});
}

void SendBar::offerFor(const bridge::ResumeRequest& request, const std::vector<bridge::Finding>& findings) {
    if (isBusy() || !haveLack(findings)) return;
    offered_ = request;
    const QString button = request.isBranch ? tr("Send and branch") : tr("Send and resume");
    offer({.why = request.isBranch
                      ? tr("Send the nodes what they lack, then branch from %1.").arg(request.run)
                      : tr("Send the nodes what they lack, then resume %1.").arg(request.run),
           .button = button,
           .accessibleName = button,
           .canBeClosed = true});
}

void SendBar::accept() {
    if (isBusy()) return;
    waiting_ = std::make_unique<QObject>();
    progress_ = std::make_shared<bridge::SendProgress>();
    const auto take = [this](const bridge::Outcome<std::int64_t>& sent) { this->take(sent); };
    if (const auto* run = std::get_if<bridge::LoadedRun>(&offered_))
        agent_.ask(&bridge::SendCalls::sendFiles, waiting_.get(), take, *run, progress_);
    else if (const auto* request = std::get_if<bridge::ResumeRequest>(&offered_))
        agent_.ask(&bridge::SendCalls::sendFilesToResume, waiting_.get(), take, *request, progress_);
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
        end(tr("Not sent: %1").arg(models::inReadersLanguage(sent.error().message)));
        return emit ended();
    }
    succeed(*sent > 0 ? tr("Sent to the nodes: %1.").arg(models::byteSize(*sent))
                      : tr("Nothing was left to send."));
    emit ended();
    if (const auto* request = std::get_if<bridge::ResumeRequest>(&offered_))
        emit sentFor(bridge::ResumeRequest(*request));
}

void SendBar::cancel() {
    waiting_.reset();
    end(tr("The sending was cancelled. The next one continues it."));
    emit ended();
}

}  // namespace trainyard::pages

#include "moc_send_bar.cpp"
