// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/coordinator.h"

#include <ATen/record_function.h>
#include <fmt/format.h>
#include <pthread.h>
#include <spdlog/spdlog.h>

#include <algorithm>

namespace trainyard::engine::ps {
namespace {

using base::Code;

/// A closure that takes every worker down with it is a bug of the closure.
constexpr int kMostLosses = 8;
constexpr std::chrono::milliseconds kLookForEndEvery{100};

base::Error cancelled() {
    return {Code::kCancelled, "cancelled, because another closure failed", "closure.cancelled"};
}

base::Error dismissed(const std::string& closure) {
    return {Code::kFailedPrecondition,
            base::say("closure {} was scheduled after the workers had been dismissed", closure),
            "closure.dismissed"};
}

base::Error leftBehind() {
    return {Code::kCancelled, "cancelled, because the workers were dismissed before it began",
            "closure.dismissed"};
}

base::Error ended() {
    return {Code::kCancelled,
            "cancelled, because the run was asked to end and no worker is there to run its closures",
            "closure.ended"};
}

}  // namespace

Coordinator::Coordinator(std::vector<std::shared_ptr<WorkerHost>> workers,
                         std::unique_ptr<ShardedVariables> variables, Options options)
    : workers_(std::move(workers)),
      variables_(std::move(variables)),
      options_(std::move(options)),
      serving_(workers_.size()) {
    for (const auto& worker : workers_) threads_.emplace_back([this, &worker = *worker] { serve(worker); });
    if (options_.isAskedToEnd)
        endWatch_ = std::jthread([this](const std::stop_token& stop) { watchForEnd(stop); });
}

Coordinator::~Coordinator() {
    {
        std::lock_guard lock(mutex_);
        isEnding_ = true;
        cancelQueued(cancelled());
    }
    changed_.notify_all();
    abandon();
    threads_.clear();
    endWatch_ = {};
}

void Coordinator::abandon() {
    for (const auto& worker : workers_) worker->abandon();
}

/// With the mutex held.
void Coordinator::cancelQueued(const base::Error& why) {
    for (const ItemPtr& item : queue_) item->promise.set_value(base::fail(why));
    queue_.clear();
}

void Coordinator::watchForEnd(const std::stop_token& stop) {
    std::condition_variable_any wake;
    std::unique_lock lock(mutex_);
    while (!wake.wait_for(lock, stop, kLookForEndEvery, [] { return false; }) && !stop.stop_requested()) {
        if (!alive_.empty() || queue_.empty() || !options_.isAskedToEnd()) continue;
        cancelQueued(ended());
        failAll(ended());
        changed_.notify_all();
    }
}

base::Result<sdk::RemoteValue> Coordinator::schedule(const std::string& closure, sdk::Values arguments) {
    auto item = std::make_shared<Item>();
    item->call.closure = closure;
    item->call.arguments = std::move(arguments);
    sdk::RemoteValue value(item->promise.get_future().share());
    {
        std::lock_guard lock(mutex_);
        if (auto error = takeError()) return base::fail(std::move(*error));
        // Nobody would ever take it, and join() would wait for that.
        if (isEnding_) return base::fail(dismissed(closure));
        if (serving_ == 0) return base::fail(lastRefusal_);
        item->call.id = nextId_++;
        item->generation = generation_;
        queue_.push_back(std::move(item));
    }
    changed_.notify_all();
    return value;
}

base::Status Coordinator::join() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return queue_.empty() && running_.empty(); });
    if (auto error = takeError()) return base::fail(std::move(*error));
    return {};
}

base::Result<bool> Coordinator::done() {
    std::lock_guard lock(mutex_);
    if (auto error = takeError()) return base::fail(std::move(*error));
    return queue_.empty() && running_.empty();
}

void Coordinator::waitForRoom(std::size_t count, std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, patience, [&] { return error_ || queue_.size() + running_.size() <= count; });
}

std::vector<std::string> Coordinator::missingWorkers() const {
    std::lock_guard lock(mutex_);
    std::vector<std::string> missing;
    for (const auto& worker : workers_)
        if (!alive_.contains(worker.get())) missing.push_back(worker->name());
    return missing;
}

std::optional<DrawnSample> Coordinator::badSample() const {
    std::lock_guard lock(mutex_);
    return badSample_;
}

bool Coordinator::waitForWorkers(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, patience, [&] { return error_ || alive_.size() == workers_.size(); });
}

void Coordinator::dismiss() {
    {
        std::lock_guard lock(mutex_);
        isDismissing_ = isEnding_ = true;
        cancelQueued(leftBehind());
    }
    changed_.notify_all();
    // Do not wait for missing workers.
    for (const auto& worker : workers_)
        if (std::lock_guard lock(mutex_); !alive_.contains(worker.get())) worker->abandon();
    threads_.clear();
}

void Coordinator::setAlive(const WorkerHost& worker, bool isAlive) {
    {
        std::lock_guard lock(mutex_);
        isAlive ? (void)alive_.insert(&worker) : (void)alive_.erase(&worker);
    }
    changed_.notify_all();
}

sdk::PerWorker Coordinator::createPerWorkerDataset(const std::string& name) {
    return createPerWorker(name, {});
}

sdk::PerWorker Coordinator::createPerWorker(const std::string& name, sdk::Values arguments) {
    std::lock_guard lock(mutex_);
    const auto id = static_cast<std::int64_t>(locals_.size());
    locals_.push_back({id, name, std::move(arguments)});
    changed_.notify_all();
    return {id};
}

std::optional<base::Error> Coordinator::takeError() {
    return std::exchange(error_, std::nullopt);
}

/// Under the bound n, one that runs may see at most n others: those that ran when it started and those that
/// started since.
bool Coordinator::mayDispatch() const {
    if (queue_.empty()) return false;
    if (!options_.stalenessBound) return true;
    const std::int64_t bound = *options_.stalenessBound;
    if (static_cast<std::int64_t>(running_.size()) > bound) return false;
    return std::ranges::all_of(running_, [&](const ItemPtr& item) { return item->exposed < bound; });
}

std::optional<Coordinator::Work> Coordinator::nextWork(std::size_t made) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return isEnding_ || made < locals_.size() || mayDispatch(); });
    if (isEnding_) return std::nullopt;
    if (made < locals_.size()) return Work{nullptr, locals_[made]};
    ItemPtr item = queue_.front();
    queue_.pop_front();
    item->exposed = static_cast<std::int64_t>(running_.size());
    for (const ItemPtr& other : running_) ++other->exposed;
    running_.push_back(item);
    return Work{item, std::nullopt};
}

void Coordinator::failAll(base::Error error) {
    ++generation_;
    cancelQueued(cancelled());
    if (!error_) error_ = std::move(error);
}

void Coordinator::finish(const ItemPtr& item, Outcome outcome, const std::string& worker) {
    {
        std::lock_guard lock(mutex_);
        std::erase(running_, item);
        if (outcome.badSample) badSample_ = std::move(outcome.badSample);
        if (item->generation != generation_) {
            item->promise.set_value(
                base::fail(cancelled()));  // whatever it gave: its generation was cancelled
        } else if (outcome.kind == Outcome::Kind::kDone) {
            item->promise.set_value(std::move(outcome.values));
        } else {
            base::Error error = outcome.error.wrap(base::say("{}: closure {}", worker, item->call.closure));
            error.id = outcome.error.id;
            item->promise.set_value(base::fail(error));
            failAll(std::move(error));
        }
    }
    changed_.notify_all();
}

void Coordinator::requeue(const ItemPtr& item, const std::string& worker) {
    {
        std::lock_guard lock(mutex_);
        std::erase(running_, item);
        if (item->generation != generation_ || isEnding_) {
            item->promise.set_value(base::fail(cancelled()));
        } else if (++item->losses >= kMostLosses) {
            base::Error error{
                Code::kAborted,
                base::say("closure {} was lost with {} workers in a row, last with {}: it seems "
                          "to end the workers that run it; see their logs",
                          item->call.closure, item->losses, worker),
                "closure.deadly"};
            item->promise.set_value(base::fail(error));
            failAll(std::move(error));
        } else {
            queue_.push_front(item);
        }
    }
    changed_.notify_all();
}

void Coordinator::lost(const WorkerHost& worker, const base::Words& why) {
    setAlive(worker, false);
    const base::Words message =
        base::say("{} is lost ({}); its closure goes to another one, {} of {} are left", worker.name(), why,
                  workers_.size() - missingWorkers().size(), workers_.size());
    spdlog::warn("{}", message);
    if (options_.onNotice) options_.onNotice("worker.lost", message);
}

/// A worker that refuses, or is abandoned at the end, is not asked again.
void Coordinator::stopServing(base::Error why) {
    {
        std::lock_guard lock(mutex_);
        --serving_;
        lastRefusal_ = why;
        if (!isEnding_) failAll(std::move(why));
    }
    changed_.notify_all();
}

void Coordinator::serve(WorkerHost& worker) {
    pthread_setname_np(pthread_self(), "ty-dispatch");
    bool isKnown = false;
    while (true) {
        if (std::lock_guard lock(mutex_); isEnding_) return;
        if (const base::Status connected = worker.connect(); !connected) {
            stopServing(connected.error());
            return;
        }
        setAlive(worker, true);
        if (std::exchange(isKnown, true)) {
            spdlog::info("{} is back", worker.name());
            if (options_.onNotice) options_.onNotice("worker.back", base::say("{} is back", worker.name()));
        }
        if (!serveConnected(worker)) return;
    }
}

/// Until the worker is lost (true) or the coordinator ends (false).
bool Coordinator::serveConnected(WorkerHost& worker) {
    std::size_t made = 0;
    while (true) {
        std::optional<Work> work = nextWork(made);
        if (!work) {
            if (isDismissing_) worker.finish();
            return false;
        }
        if (work->local) {
            const Local& local = *work->local;
            const Outcome outcome = worker.make(local.id, local.factory, local.arguments);
            if (outcome.kind == Outcome::Kind::kLost) {
                lost(worker, outcome.error.words());
                return true;
            }
            if (outcome.kind == Outcome::Kind::kFailed) {
                {
                    std::lock_guard lock(mutex_);
                    base::Error error =
                        outcome.error.wrap(base::say("{}: per-worker {}", worker.name(), local.factory));
                    error.id = outcome.error.id;
                    failAll(std::move(error));
                }
                changed_.notify_all();
            }
            ++made;
            continue;
        }
        Outcome outcome = [&] {
            RECORD_USER_SCOPE("communication: closure on a worker");
            return worker.execute(work->item->call);
        }();
        if (outcome.kind == Outcome::Kind::kLost) {
            lost(worker, outcome.error.words());
            requeue(work->item, worker.name());
            return true;
        }
        finish(work->item, std::move(outcome), worker.name());
    }
}

}  // namespace trainyard::engine::ps
