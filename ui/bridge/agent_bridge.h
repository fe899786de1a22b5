// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QObject>
#include <QPointer>
#include <chrono>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "ui/bridge/agent_functions.h"
#include "ui/bridge/call_lane.h"
#include "ui/bridge/failed_answer.h"
#include "ui/bridge/thread_group.h"
#include "ui/bridge/throttle.h"

namespace trainyard::bridge {

class RunWatch;

/// The only path between the GUI thread and an agent. It owns the threads that make the blocking calls and
/// delivers their answers as values: list changes as signals, each answer to its callback. When the agent is
/// unavailable it reports that and retries with increasing delays. All of its own functions return at once.
/// [gui]
class AgentBridge : public QObject {
    Q_OBJECT
  public:
    explicit AgentBridge(AgentFunctions agent, QObject* parent = nullptr);
    ~AgentBridge() override;

    /// Starts connecting and following the run list.
    void start();
    /// Cancels everything in progress. Returns true if every thread ended within `patience`; otherwise one is
    /// still inside a call that cannot be cancelled, and the program should exit without running destructors.
    bool shutDown(std::chrono::milliseconds patience);

    const AgentStatus& agentStatus() const { return status_; }
    /// Every run that runsChanged has reported, in its current state, by id.
    const QHash<QString, RunRow>& runs() const { return runs_; }
    /// Everything that runsChanged has reported so far, as one change, for a later subscriber; nothing before
    /// its first signal.
    std::optional<RunListChange> runsSoFar() const;

    template <typename T>
    using Reply = std::function<void(T)>;
    /// Calls one of the agent's functions off the GUI thread: ask(&AgentFunctions::editRun, this, reply, run,
    /// edit). The reply is delivered in the event loop, but not once `context` has been destroyed. Every call
    /// is answered; one that could not be made is answered with a failure.
    template <template <typename> typename Call, typename R, typename... Parameters, typename... Arguments>
    void ask(Call<R(Parameters...)> AgentFunctions::* what, QObject* context,
             std::type_identity_t<Reply<R>> reply, Arguments... arguments) {
        auto work = [what, reply, arguments...](const AgentFunctions& agent) -> std::function<void()> {
            auto result = std::make_shared<R>((agent.*what)(arguments...));
            return [reply, result] { reply(std::move(*result)); };
        };
        auto fail = [reply, arguments...](const Failure& why) { reply(failedAnswer<R>(why, arguments...)); };
        enqueue(laneOf<Call>(), context, {std::move(work), std::move(fail)});
    }
    /// `parent` owns the watch; deleting it ends it.
    RunWatch* watchRun(const QString& run, QObject* parent);
    /// Replies are delivered in the event loop, but not once `context` has been destroyed.
    void listSeries(const QString& run, QObject* context, Reply<Outcome<std::vector<SeriesKey>>> reply);
    void querySeries(const SeriesQuery& query, QObject* context,
                     Reply<Outcome<std::vector<SeriesPoints>>> reply);
    void loadRun(const RunSource& source, QObject* context, Reply<LoadedRun> reply);
    void startRun(const LoadedRun& run, QObject* context, Reply<Outcome<StartOutcome>> reply);
    void stopRun(const QString& run, StopAfter after, QObject* context, Reply<Outcome<void>> reply);

  signals:
    void agentStatusChanged(const trainyard::bridge::AgentStatus& status);
    void runsChanged(const trainyard::bridge::RunListChange& change);

  private:
    static constexpr int kOrderThreads = 2;  // so that a kill does not wait for an unanswered stop
    static constexpr int kQuestionThreads = 3;
    static constexpr int kMostLongCalls = 16;
    static constexpr std::size_t kMostQueuedCalls = 1024;
    /// The work of a thread, which returns the work for the GUI thread; and the fallback where it cannot run.
    struct Work {
        std::function<std::function<void()>(const AgentFunctions&)> make;
        std::function<void(const Failure&)> fail;
    };
    using Batch = std::optional<RunListChange>;
    /// Where the thread that follows the runs delivers its updates.
    struct Ends {
        /// Sent immediately: it is rare, and the list that follows it must not be queued behind it.
        std::function<void(AgentStatus)> status;
        Throttle<Batch>::Sink runs;
    };

    template <template <typename> typename Call>
    CallLane& laneOf() {
        if constexpr (std::is_same_v<Call<void()>, Order<void()>>)
            return orders_;
        else if constexpr (std::is_same_v<Call<void()>, LongCall<void()>>)
            return longCalls_;
        else
            return questions_;
    }
    void enqueue(CallLane& lane, QObject* context, Work work);
    void deliver(Batch batch);
    static void followRuns(const AgentFunctions& agent, const Ends& ends, const std::stop_token& stop);

    std::shared_ptr<const AgentFunctions> agent_;
    std::shared_ptr<Mailbox> mailbox_;
    AgentStatus status_;
    QHash<QString, RunRow> runs_;
    bool hasRuns_ = false;  ///< the list has been received, even if empty
    Throttle<Batch> throttle_;
    ThreadGroup threads_;
    CallLane orders_{threads_, kOrderThreads, kMostQueuedCalls};
    CallLane questions_{threads_, kQuestionThreads, kMostQueuedCalls};
    CallLane longCalls_{threads_, kMostLongCalls, kMostQueuedCalls};
};

}  // namespace trainyard::bridge
