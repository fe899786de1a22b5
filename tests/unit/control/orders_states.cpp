// SPDX-License-Identifier: Apache-2.0
#include "orders_states.h"

#include <signal.h>

#include <algorithm>
#include <stdexcept>

#include "core/base/time.h"

namespace trainyard::control {
StatesFixture::Trial& StatesFixture::orderNow(Trial& trial, const Order& order) {
    inLoop([&] { order(trial); });
    return trial;
}

void StatesFixture::orderLater(Trial& trial, std::function<void()> Trial::* hook, const Order& order) {
    inLoop([&, hook] {
        trial.*hook = [this, &trial, order] { loop_->post([&trial, order] { order(trial); }); };
    });
}

StatesFixture::Trial& StatesFixture::orderOnAFullDisk(const Order& order) {
    Trial& trial = running(spec());
    const FullDisk full;
    orderNow(trial, order);
    settle();
    const bool isToEnd = inLoop([&] { return trial.controller->row().status == "stopping"; });
    await(trial, "the tasks' ends", [&] {
        return !isToEnd || std::ranges::none_of(trial.controller->tasks(), [](const v1::Task& task) {
            return task.state() == v1::TASK_RUNNING;
        });
    });
    return trial;
}

StatesFixture::Trial& StatesFixture::orderIn(State state, const Order& order) {
    switch (state) {
        case State::kQueued: {
            Trial& trial = make(spec());
            inLoop([&] {
                const int life = trial.life;
                order(trial);
                // RunRegistry has posted it, whatever comes before, but for another agent.
                if (trial.life == life) trial.controller->start({});
            });
            return trial;
        }
        case State::kStarting: {
            Trial& trial = started(spec());
            await(trial, "its processes", [&] { return isLaunched(trial); });
            return orderNow(trial, order);
        }
        case State::kRunning:
            return orderNow(running(spec()), order);
        case State::kPaused: {
            Trial& trial = running(spec());
            change(trial, pauseRequest(), [](const auto& paused) { EXPECT_TRUE(paused); });
            return orderNow(trial, order);
        }
        case State::kStalled: {
            Trial& trial = running(spec());
            inLoop([&] { trial.sessions.at("worker:1")->isDeaf = true; });
            signalTask(trial, "worker:1", SIGSTOP);
            return orderNow(trial, order);
        }
        case State::kRestarting: {
            Trial& trial = running(spec(1, 1));
            exitTask(trial, "evaluator:0", 7);
            await(trial, "the evaluator's restart", [&] { return hasWarning(trial, "task.restarted"); });
            return orderNow(trial, order);
        }
        case State::kFailing:
        case State::kEnding: {
            Trial& trial = running(spec(state == State::kFailing ? kRestarts : 0));
            const pid_t shim = shimOf(trial, "worker:0");
            ::kill(shim, SIGSTOP);  // so that its end is not seen before the order
            signalTask(trial, "worker:1", SIGKILL);
            await(trial, "its end", [&] { return isFailing(trial); });
            orderNow(trial, order);
            ::kill(shim, SIGCONT);
            return trial;
        }
        case State::kRecovering:
        case State::kBetween: {
            Trial& trial = running(spec(kRestarts));
            orderLater(trial, state == State::kBetween ? &Trial::onNextAttempt : &Trial::onAttemptEnd, order);
            signalTask(trial, "worker:1", SIGKILL);
            return trial;
        }
        case State::kBackOff:
            return orderNow(started(spec(kRestarts), {.number = 2, .notBefore = base::wallNow() + backOff_}),
                            order);
        case State::kEvaluating: {
            Trial& trial = running(spec(kRestarts, 1));
            inLoop([&] { trial.sessions.at("evaluator:0")->isDeaf = true; });
            writeResult(trial);
            for (const char* worker : {"worker:0", "worker:1"}) exitTask(trial, worker);
            await(trial, "the end of training", [&] {
                return std::ranges::count(trial.sessions.at("evaluator:0")->heard,
                                          v1::TaskCommand::TRAINING_ENDED) > 0;
            });
            return orderNow(trial, order);
        }
        case State::kStopping: {
            Trial& trial = running(spec());
            inLoop([&] {
                for (auto& [task, session] : trial.sessions) session->isDeaf = true;
                trial.controller->stop(stopRequest(After::SAVE));
            });
            return orderNow(trial, order);
        }
        case State::kFinished: {
            Trial& trial = running(spec());
            orderLater(trial, &Trial::onAttemptEnd, order);
            writeResult(trial);
            for (const char* worker : {"worker:0", "worker:1"}) exitTask(trial, worker);
            return trial;
        }
        case State::kFullDisk:
            return orderOnAFullDisk(order);
    }
    throw std::logic_error("no such state");
}

v1::ChangeRunRequest StatesFixture::pauseRequest() {
    v1::ChangeRunRequest request;
    request.set_pause(v1::ChangeRunRequest::PAUSE);
    return request;
}

v1::ChangeRunRequest StatesFixture::rateRequest() {
    v1::ChangeRunRequest request;
    request.set_learning_rate(0.5);
    return request;
}

bool StatesFixture::isFailing(const Trial& trial) {
    return trial.controller->row().failures > 0;
}

bool StatesFixture::hasHeard(Trial& trial, v1::TaskCommand::Kind kind) {
    return std::ranges::any_of(
        trial.sessions, [&](const auto& one) { return std::ranges::count(one.second->heard, kind) > 0; });
}

}  // namespace trainyard::control
