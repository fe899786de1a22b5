// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointer>
#include <chrono>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "ui/bridge/agent_for.h"
#include "ui/bridge/agent_functions.h"
#include "ui/bridge/agent_news.h"
#include "ui/bridge/call_lane.h"
#include "ui/bridge/failed_answer.h"
#include "ui/bridge/thread_group.h"
#include "ui/bridge/throttle.h"

namespace trainyard::bridge {

/// The only path between the GUI thread and an agent. It owns the threads that make the blocking calls and
/// delivers their answers as values: list changes as signals, each answer to its callback. When the agent is
/// unavailable it reports that and retries with increasing delays. All of its own functions return at once.
/// [gui]
class AgentBridge : public AgentNews {
    Q_OBJECT
  public:
    explicit AgentBridge(AgentFunctions agent, QObject* parent = nullptr);
    ~AgentBridge() override;

    /// Starts connecting and following the run list.
    void start();
    /// Cancels everything in progress. Returns true if every thread ended within `patience`; otherwise one is
    /// still inside a call that cannot be cancelled, and the program should exit without running destructors.
    bool shutDown(std::chrono::milliseconds patience);

    template <typename T>
    using Reply = std::function<void(T)>;
    /// Calls one of the agent's functions off the GUI thread: ask(&RunCalls::editRun, this, reply, run,
    /// edit). The reply is delivered in the event loop, but not once `context` has been destroyed. Every call
    /// is answered; one that could not be made is answered with a failure. A LongRead ends with its
    /// `context`.
    template <template <typename> typename Call, typename Group, typename R, typename... Parameters,
              typename... Arguments>
        requires std::derived_from<AgentFunctions, Group>
    void ask(Call<R(Parameters...)> Group::* what, QObject* context, std::type_identity_t<Reply<R>> reply,
             Arguments... arguments) {
        Work work;
        work.fail = [reply, arguments...](const Failure& why) { reply(failedAnswer<R>(why, arguments...)); };
        work.make = [what, reply, arguments...](const AgentFunctions& agent,
                                                const std::stop_token& stop) -> std::function<void()> {
            const auto call = [&] {
                if constexpr (kIsRead<Call>)
                    return (agent.*what)(arguments..., stop);
                else
                    return (agent.*what)(arguments...);
            };
            auto result = std::make_shared<R>(call());
            return [reply, result] { reply(std::move(*result)); };
        };
        enqueue(laneOf<Call>(), context, std::move(work),
                kIsRead<Call> ? Abandoned::kStop : Abandoned::kFinish);
    }
    /// `parent` owns the watch; deleting it ends it.
    RunWatch* watchRun(const QString& run, QObject* parent);

  private:
    static constexpr int kOrderThreads = 2;  // so that a kill does not wait for an unanswered stop
    static constexpr int kQuestionThreads = 3;
    static constexpr int kMostLongCalls = 16;
    static constexpr std::size_t kMostQueuedCalls = 1024;
    /// The work of a thread, which returns the work for the GUI thread; and the fallback where it cannot run.
    struct Work {
        std::function<std::function<void()>(const AgentFunctions&, const std::stop_token&)> make;
        std::function<void(const Failure&)> fail;
    };
    using Batch = std::optional<RunListChange>;
    /// Where the thread that follows the runs delivers its updates.
    struct Ends {
        /// Sent immediately: it is rare, and the list that follows it must not be queued behind it.
        std::function<void(AgentStatus)> status;
        Throttle<Batch>::Sink runs;
    };

    /// What becomes of a call when the one who asked no longer exists.
    enum class Abandoned { kFinish, kStop };
    template <template <typename> typename Call>
    static constexpr bool kIsRead = std::is_same_v<Call<void()>, LongRead<void()>>;
    template <template <typename> typename Call>
    CallLane& laneOf() {
        if constexpr (std::is_same_v<Call<void()>, Order<void()>>)
            return orders_;
        else if constexpr (std::is_same_v<Call<void()>, Edit<void()>>)
            return edits_;
        else if constexpr (kIsRead<Call> || std::is_same_v<Call<void()>, LongCall<void()>>)
            return longCalls_;
        else
            return questions_;
    }
    void enqueue(CallLane& lane, QObject* context, Work work, Abandoned abandoned);
    static void followRuns(const AgentFunctions& agent, const Ends& ends, const std::stop_token& stop);

    std::shared_ptr<const AgentFunctions> agent_;
    std::shared_ptr<Mailbox> mailbox_;
    Throttle<Batch> throttle_;
    ThreadGroup threads_;
    CallLane orders_{threads_, kOrderThreads, kMostQueuedCalls};
    CallLane edits_{threads_, 1, kMostQueuedCalls};
    CallLane questions_{threads_, kQuestionThreads, kMostQueuedCalls};
    CallLane longCalls_{threads_, kMostLongCalls, kMostQueuedCalls};
};

template <typename... Groups>
template <typename Call, typename Group, typename Reply, typename... Arguments>
    requires OneOf<Group, Groups...>
void AgentFor<Groups...>::ask(Call Group::* what, QObject* context, Reply reply,
                              Arguments... arguments) const {
    bridge_->ask(what, context, std::move(reply), std::move(arguments)...);
}

template <typename... Groups>
RunWatch* AgentFor<Groups...>::watchRun(const QString& run, QObject* parent) const {
    static_assert(OneOf<RunStreams, Groups...>);
    return bridge_->watchRun(run, parent);
}

template <typename... Groups>
AgentNews& AgentFor<Groups...>::news() const {
    return *bridge_;
}

}  // namespace trainyard::bridge
