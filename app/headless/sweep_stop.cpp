// SPDX-License-Identifier: Apache-2.0
#include "app/headless/sweep_stop.h"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>

#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {

void SweepStop::onSignal(int signal) {
    const std::lock_guard lock(mutex_);
    ++signals_;
    wasTerminated_ |= signal == SIGTERM;
    if (session_ == nullptr || signals_ > 2) {
        leave_.request_stop();
        return;
    }
    say_(signals_ == 2 ? "stopping now: every task is killed"
                       : "stopping the sweep: its runs save a checkpoint first; a second time kills them");
    ask();
}

void SweepStop::attach(Session& session, const std::string& sweep) {
    const std::lock_guard lock(mutex_);
    session_ = &session;
    sweep_ = sweep;
    leave_ = {};
    if (signals_ > 0) ask();
}

void SweepStop::detach() {
    std::vector<std::jthread> asking;
    {
        const std::lock_guard lock(mutex_);
        session_ = nullptr;
        asking.swap(asking_);
    }
}

void SweepStop::repeat() {
    const std::lock_guard lock(mutex_);
    if (signals_ > 0 && session_ != nullptr) ask();
}

void SweepStop::ask() {
    v1::EditSweepRequest request;
    const bool isNow = signals_ > 1;
    request.set_request_id(fmt::format("{}-{}-{}", sweep_, ::getpid(), isNow ? "now" : "save"));
    request.set_sweep(sweep_);
    request.set_action(isNow ? v1::EditSweepRequest::KILL : v1::EditSweepRequest::STOP);
    request.set_client(clientName());
    asking_.emplace_back([this, request, client = session_->client()] {
        if (const auto reply = client->editSweep(request); !reply)
            say_("the sweep could not be asked to stop: " + reply.error().describe());
    });
}

bool SweepStop::isSignalled() const {
    const std::lock_guard lock(mutex_);
    return signals_ > 0;
}

int SweepStop::signalExitCode() const {
    const std::lock_guard lock(mutex_);
    return 128 + (wasTerminated_ ? SIGTERM : SIGINT);
}

}  // namespace trainyard::headless
