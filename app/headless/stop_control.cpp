// SPDX-License-Identifier: Apache-2.0
#include "app/headless/stop_control.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {

void StopControl::onSignal(int signal) {
    const std::lock_guard lock(mutex_);
    ++signals_;
    wasTerminated_ |= signal == SIGTERM;
    if (signals_ == 1) isPreemption_ = signal == SIGTERM;
    if (session_ == nullptr || signals_ > 2) {
        leave_.request_stop();
        return;
    }
    if (signals_ == 2)
        say_("stopping now: every task is killed; press Ctrl-C again to leave that to the agent");
    else if (isProgram_)
        say_("asked every task to end (SIGTERM); a second time kills them now");
    else if (isPreemption_)
        say_("asked to leave (SIGTERM): saving a checkpoint, then stopping as preempted; a second one kills");
    else
        say_("stopping after a checkpoint; press Ctrl-C again to kill the run now");
    ask();
}

void StopControl::attach(Session& session, const std::string& run) {
    const std::lock_guard lock(mutex_);
    session_ = &session;
    run_ = run;
    leave_ = {};
    if (signals_ > 0) ask();
}

void StopControl::detach() {
    std::vector<std::jthread> asking;
    {
        const std::lock_guard lock(mutex_);
        session_ = nullptr;
        asking.swap(asking_);
    }
}

void StopControl::repeat() {
    const std::lock_guard lock(mutex_);
    if (signals_ > 0 && session_ != nullptr) ask();
}

void StopControl::ask() {
    v1::StopRunRequest request;
    const bool isNow = signals_ > 1;
    // The id is made of the run and the urgency, so that repeating the request after a lost connection has no
    // further effect.
    request.set_request_id(fmt::format("{}-{}-{}", run_, ::getpid(), isNow ? "now" : "save"));
    request.set_run(run_);
    request.set_after(isNow ? v1::StopRunRequest::NOW : v1::StopRunRequest::SAVE);
    request.set_preempt(!isNow && isPreemption_);
    request.set_client(clientName());
    asking_.emplace_back([this, request, client = session_->client()] {
        const auto reply = client->stopRun(request);
        // A run that ended in the meantime needs no stop; its `finished` event is on the way. The watcher
        // will encounter any other error too.
        if (!reply && reply.error().code != base::Code::kFailedPrecondition &&
            reply.error().code != base::Code::kRefused)
            say_("the run could not be asked to stop: " + reply.error().describe());
    });
}

bool StopControl::isSignalled() const {
    const std::lock_guard lock(mutex_);
    return signals_ > 0;
}

int StopControl::signalExitCode() const {
    const std::lock_guard lock(mutex_);
    return 128 + (wasTerminated_ ? SIGTERM : SIGINT);
}

}  // namespace trainyard::headless
