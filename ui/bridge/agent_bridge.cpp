// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/agent_bridge.h"

#include <algorithm>

#include "ui/bridge/run_watch.h"

namespace trainyard::bridge {
namespace {

constexpr std::chrono::seconds kFirstRetry{1};
constexpr std::chrono::seconds kLongestRetry{15};

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
    : QObject(parent),
      agent_(std::make_shared<const AgentFunctions>(std::move(agent))),
      mailbox_(std::make_shared<Mailbox>(this)),
      throttle_(this, [this](Batch batch) { deliver(std::move(batch)); }) {
}

AgentBridge::~AgentBridge() {
    mailbox_->close();
}

void AgentBridge::start() {
    const auto tellStatus = [this, mailbox = mailbox_](AgentStatus status) {
        // Never run once the receiver has closed the mailbox.
        mailbox->post([this, status = std::move(status)] {
            status_ = status;
            emit agentStatusChanged(status_);
        });
    };
    threads_.launch({}, [agent = agent_, ends = Ends{tellStatus, throttle_.sink()}](
                            const std::stop_token& stop) { followRuns(*agent, ends, stop); });
    for (CallLane* lane : {&orders_, &questions_, &longCalls_}) lane->start();
}

bool AgentBridge::shutDown(std::chrono::milliseconds patience) {
    mailbox_->close();
    threads_.requestStop();
    for (CallLane* lane : {&orders_, &questions_, &longCalls_}) lane->close();
    return threads_.waitUntilEnded(patience);
}

RunWatch* AgentBridge::watchRun(const QString& run, QObject* parent) {
    return new RunWatch(run, agent_, threads_, parent);
}

void AgentBridge::enqueue(CallLane& lane, QObject* context, Work work) {
    const auto call = std::make_shared<const Work>(std::move(work));
    // The QPointer is only dereferenced on the GUI thread; the worker thread just carries it.
    const QPointer<QObject> asking(context);
    const auto fail = [mailbox = mailbox_, call, asking](const Failure& why) {
        mailbox->post([call, asking, why] {
            if (asking) call->fail(why);
        });
    };
    const bool isTaken = lane.push([agent = agent_, mailbox = mailbox_, call, asking, fail] {
        try {
            mailbox->post([answer = call->make(*agent), asking] {
                if (asking) answer();
            });
        } catch (const std::exception& error) {
            fail({tr("The call failed unexpectedly: %1").arg(QString::fromUtf8(error.what())),
                  QStringLiteral("internal")});
        }
    });
    if (isTaken) return;
    fail({tr("Too many calls wait for the agent's answers. Try again when it answers."),
          QStringLiteral("unavailable")});
}

void AgentBridge::listSeries(const QString& run, QObject* context,
                             Reply<Outcome<std::vector<SeriesKey>>> reply) {
    ask(&AgentFunctions::listSeries, context, std::move(reply), run);
}

void AgentBridge::querySeries(const SeriesQuery& query, QObject* context,
                              Reply<Outcome<std::vector<SeriesPoints>>> reply) {
    ask(&AgentFunctions::querySeries, context, std::move(reply), query);
}

void AgentBridge::loadRun(const RunSource& source, QObject* context, Reply<LoadedRun> reply) {
    ask(&AgentFunctions::loadRun, context, std::move(reply), source);
}

void AgentBridge::startRun(const LoadedRun& run, QObject* context, Reply<Outcome<StartOutcome>> reply) {
    ask(&AgentFunctions::startRun, context, std::move(reply), run);
}

void AgentBridge::stopRun(const QString& run, StopAfter after, QObject* context, Reply<Outcome<void>> reply) {
    ask(&AgentFunctions::stopRun, context, std::move(reply), run, after);
}

std::optional<RunListChange> AgentBridge::runsSoFar() const {
    if (!hasRuns_) return std::nullopt;
    return RunListChange{.runs = {runs_.cbegin(), runs_.cend()}, .isSnapshot = true};
}

void AgentBridge::deliver(Batch batch) {
    if (!batch) return;
    if (batch->isSnapshot) runs_.clear();
    hasRuns_ = hasRuns_ || batch->isSnapshot;
    for (const RunRow& run : batch->runs) runs_.insert(run.id, run);
    emit runsChanged(*batch);
}

void AgentBridge::followRuns(const AgentFunctions& agent, const Ends& ends, const std::stop_token& stop) {
    auto wait = kFirstRetry;
    const auto report = [&ends](AgentState state, const QString& detail, int retrySeconds = 0) {
        ends.status({state, detail, retrySeconds});
    };
    while (!stop.stop_requested()) {
        report(AgentState::kConnecting, {});
        auto found = agent.connect();
        auto outcome = Outcome<void>{};
        if (found) {
            report(AgentState::kConnected, *found);
            outcome = agent.watchRuns(stop, [&](RunListChange change) {
                wait = kFirstRetry;
                ends.runs.add([&](Batch& batch) { mergeRuns(batch, std::move(change)); });
                return !stop.stop_requested();
            });
        }
        if (stop.stop_requested()) return;
        const QString cause = !found ? found.error().message : outcome ? QString() : outcome.error().message;
        report(AgentState::kAway, cause, static_cast<int>(wait.count()));
        if (!pauseFor(wait, stop)) return;
        wait = std::min(wait * 2, kLongestRetry);
    }
}

}  // namespace trainyard::bridge
