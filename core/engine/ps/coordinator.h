// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "core/engine/ps/sharded_variables.h"
#include "core/engine/ps/worker_host.h"
#include "plugins/sdk/coordinator.h"

namespace trainyard::engine::ps {

/// Dispatches closures to workers: one thread per worker, each handling one call at a time, in order of
/// availability.
class Coordinator final : public sdk::ClusterCoordinator {
  public:
    struct Options {
        /// The maximum number of updates by others between a closure's start and its end: no closure is
        /// dispatched that could make another one staler. Nothing: no bound.
        std::optional<std::int64_t> stalenessBound;
        /// [any] Events worth reporting: a worker was lost ("worker.lost") or came back ("worker.back"). Must
        /// not call the coordinator.
        std::function<void(const std::string& code, const base::Words& message)> onNotice;
        /// [any] Whether the run was asked to end. While no worker is there, what is scheduled is then
        /// cancelled
        /// ("closure.ended"): whoever waits for it would wait for ever.
        std::function<bool()> isAskedToEnd;
    };
    Coordinator(std::vector<std::shared_ptr<WorkerHost>> workers, std::unique_ptr<ShardedVariables> variables,
                Options options);
    /// Abandons all closures still scheduled.
    ~Coordinator() override;

    base::Result<sdk::RemoteValue> schedule(const std::string& closure, sdk::Values arguments) override;
    base::Status join() override;
    base::Result<bool> done() override;
    sdk::PerWorker createPerWorkerDataset(const std::string& name) override;
    sdk::PerWorker createPerWorker(const std::string& name, sdk::Values arguments) override;
    ShardedVariables& variables() override { return *variables_; }
    int numWorkers() const override { return static_cast<int>(workers_.size()); }

    /// Waits until at most `count` of the scheduled closures are pending, an error occurred, or `patience`
    /// has passed.
    void waitForRoom(std::size_t count, std::chrono::milliseconds patience);
    /// Names of the workers that do not currently answer.
    std::vector<std::string> missingWorkers() const;
    /// Waits until all workers answer, or `patience` has passed; returns whether they do.
    bool waitForWorkers(std::chrono::milliseconds patience);
    /// The newest sample that was NaN or infinite itself and made a closure's result so; nothing: none was.
    std::optional<DrawnSample> badSample() const;
    /// Lets the workers end: nothing more will be scheduled, and what still is gets cancelled
    /// ("closure.dismissed"). Waits for the closures that run, until abandon(). Call after a join().
    void dismiss();
    /// Waits for no worker any more: each is as if lost, for good. [any]
    void abandon();

  private:
    struct Item {
        Call call;
        std::promise<base::Result<sdk::Values>> promise;
        std::int64_t generation = 0;  ///< an error cancels all closures of its generation
        std::int64_t exposed = 0;     ///< closures that may update the variables while it runs
        int losses = 0;               ///< workers that were lost while running it
    };
    struct Local {
        std::int64_t id;
        std::string factory;
        sdk::Values arguments;
    };
    using ItemPtr = std::shared_ptr<Item>;

    void serve(WorkerHost& worker);
    bool serveConnected(WorkerHost& worker);
    /// Waits for a closure that can be dispatched, or for a per-worker object that this worker lacks (it has
    /// `made` of them). Empty: the coordinator ends.
    struct Work {
        ItemPtr item;
        std::optional<Local> local;
    };
    std::optional<Work> nextWork(std::size_t made);
    bool mayDispatch() const;
    void finish(const ItemPtr& item, Outcome outcome, const std::string& worker);
    void requeue(const ItemPtr& item, const std::string& worker);
    void failAll(base::Error error);
    std::optional<base::Error> takeError();
    void stopServing(base::Error why);
    void setAlive(const WorkerHost& worker, bool isAlive);
    void watchForEnd(const std::stop_token& stop);
    void cancelQueued(const base::Error& why);
    void lost(const WorkerHost& worker, const base::Words& why);

    std::vector<std::shared_ptr<WorkerHost>> workers_;
    std::unique_ptr<ShardedVariables> variables_;
    Options options_;

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<ItemPtr> queue_;
    std::vector<ItemPtr> running_;
    std::vector<Local> locals_;
    std::optional<base::Error> error_;  ///< not reported yet
    std::int64_t generation_ = 0;
    std::int64_t nextId_ = 0;
    std::optional<DrawnSample> badSample_;
    std::set<const WorkerHost*> alive_;
    std::size_t serving_;      ///< workers that are available or may come back
    base::Error lastRefusal_;  ///< of the worker that was lost last
    bool isEnding_ = false;
    bool isDismissing_ = false;
    std::vector<std::jthread> threads_;
    std::jthread endWatch_;
};

}  // namespace trainyard::engine::ps
