// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/agent_bridge.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "core/base/json.h"
#include "ui/bridge/run_watch.h"

namespace trainyard::bridge {
namespace {

constexpr std::chrono::seconds kFirstRetry{1};
constexpr std::chrono::seconds kLongestRetry{15};
constexpr std::chrono::seconds kPingEvery{2};

/// Asks the agent now and then whether it answers, since a stream of one that hangs is merely silent, and
/// calls `report` whenever that changes.
void ping(const AgentFunctions& agent, const std::stop_token& stop,
          const std::function<void(bool answers)>& report) {
    bool answers = true;
    while (pauseFor(kPingEvery, stop)) {
        const auto answer = agent.ping(stop);
        if (stop.stop_requested()) return;
        // A connection that has ended also ends the stream, which reports it.
        const bool isSilent = !answer && answer.error().kind == base::Code::kDeadlineExceeded;
        if (std::exchange(answers, !isSilent) == isSilent) report(answers);
    }
}

void mergeRuns(std::optional<RunListChange>& into, RunListChange from) {
    if (!into || from.isSnapshot) {
        into = std::move(from);
        return;
    }
    into->storeDamage = std::move(from.storeDamage);
    for (RunRow& row : from.runs) {
        const auto same = std::ranges::find(into->runs, row.id, &RunRow::id);
        if (same == into->runs.end()) {
            into->runs.push_back(std::move(row));
        } else {
            *same = std::move(row);
        }
    }
}

}  // namespace

AgentBridge::AgentBridge(AgentFunctions agent, QObject* parent)
    : AgentNews(parent),
      agent_(std::make_shared<const AgentFunctions>(std::move(agent))),
      mailbox_(std::make_shared<Mailbox>(this)),
      throttle_(this, [this](const Batch& batch) {
          if (batch) take(*batch);
      }) {
    take(AgentStatus{.machine = agent_->machine});
}

AgentBridge::~AgentBridge() {
    mailbox_->close();
}

void AgentBridge::start() {
    const auto reportStatus = [this, mailbox = mailbox_](AgentStatus status) {
        // Never run once the receiver has closed the mailbox.
        mailbox->post([this, status = std::move(status)] { take(status); });
    };
    threads_.launch({}, [agent = agent_, ends = Ends{reportStatus, throttle_.sink()}](
                            const std::stop_token& stop) { followRuns(*agent, ends, stop); });
    for (CallLane* lane : {&orders_, &edits_, &questions_, &longCalls_}) lane->start();
}

bool AgentBridge::shutDown(std::chrono::milliseconds patience) {
    mailbox_->close();
    threads_.requestStop();
    for (CallLane* lane : {&orders_, &edits_, &questions_, &longCalls_}) lane->close();
    return threads_.waitUntilEnded(patience);
}

RunWatch* AgentBridge::watchRun(const QString& run, QObject* parent) {
    return new RunWatch(run, agent_, threads_, parent);
}

void AgentBridge::enqueue(CallLane& lane, QObject* context, Work work, Abandoned abandoned) {
    const auto call = std::make_shared<const Work>(std::move(work));
    // The QPointer is only dereferenced on the GUI thread; the worker thread just carries it.
    const QPointer<QObject> asking(context);
    std::stop_source abandon(std::nostopstate);
    QMetaObject::Connection whenGone;
    if (abandoned == Abandoned::kStop) {
        abandon = std::stop_source();
        whenGone =
            connect(context, &QObject::destroyed, this, [abandon]() mutable { abandon.request_stop(); });
    }
    const auto fail = [mailbox = mailbox_, call, asking, whenGone](const Failure& why) {
        mailbox->post([call, asking, whenGone, why] {
            disconnect(whenGone);
            if (asking) call->fail(why);
        });
    };
    const auto run = [agent = agent_, mailbox = mailbox_, call, asking, abandon, whenGone,
                      fail](const std::stop_token& closing) {
        if (abandon.stop_requested()) return;
        const std::stop_callback close(closing, [abandon]() mutable { abandon.request_stop(); });
        try {
            mailbox->post([answer = call->make(*agent, abandon.get_token()), asking, whenGone] {
                disconnect(whenGone);
                if (asking) answer();
            });
        } catch (const std::exception& error) {
            fail({tr("The call failed unexpectedly: %1").arg(QString::fromStdString(base::whyInvalid(error))),
                  QStringLiteral("internal")});
        }
    };
    if (lane.push(run)) return;
    fail({tr("Too many calls wait for the agent's answers. Try again when it answers."),
          QStringLiteral("unavailable")});
}

void AgentBridge::followRuns(const AgentFunctions& agent, const Ends& ends, const std::stop_token& stop) {
    auto wait = kFirstRetry;
    const auto report = [&](AgentState state, const Sentence& detail, int retrySeconds = 0) {
        ends.status({state, detail, retrySeconds, agent.machine});
    };
    while (!stop.stop_requested()) {
        report(AgentState::kConnecting, {});
        auto found = agent.connect();
        auto outcome = Outcome<void>{};
        if (found) {
            report(AgentState::kConnected, *found);
            const std::jthread pings([&](const std::stop_token& over) {
                ping(agent, over, [&](bool answers) {
                    report(answers ? AgentState::kConnected : AgentState::kSilent, *found);
                });
            });
            outcome = agent.watchRuns(stop, [&](RunListChange change) {
                wait = kFirstRetry;
                ends.runs.add([&](Batch& batch) { mergeRuns(batch, std::move(change)); });
                return !stop.stop_requested();
            });
        }
        if (stop.stop_requested()) return;
        const Sentence cause = !found    ? found.error().message
                               : outcome ? Sentence()
                                         : outcome.error().message;
        if (!found && found.error().code == kEndedCode)
            report(AgentState::kEnded, tr("The agent was stopped. Starting a run starts it again."));
        else
            report(AgentState::kAway, cause, static_cast<int>(wait.count()));
        if (!pauseFor(wait, stop)) return;
        wait = std::min(wait * 2, kLongestRetry);
    }
}

}  // namespace trainyard::bridge

#include "moc_agent_bridge.cpp"
