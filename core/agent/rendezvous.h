// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/loop/event_loop.h"
#include "trainyard/v1/worker.pb.h"

namespace trainyard::agent {

/// The rendezvous of an attempt's tasks: c10d's Store (torch/csrc/distributed/c10d/Store.hpp), with a
/// separate key space per run and attempt. A waiting call costs a table entry, not a thread. [any]
class Rendezvous {
  public:
    using Done = std::function<void(base::Result<v1::StoreReply>)>;
    using Ticket = std::uint64_t;

    /// `timers` provides the timeouts and must outlive this object.
    explicit Rendezvous(base::EventLoop& timers) : timers_(timers) {}

    /// Answers through `done`, immediately or when the awaited key is there: kDeadlineExceeded after the
    /// request's timeout, kAborted when the attempt has ended. The ticket is for cancel().
    Ticket handle(const std::string& run, int attempt, const v1::StoreRequest& request, Done done);
    /// The caller disconnected; its `done` will not be called.
    void cancel(Ticket ticket);
    void endAttempt(const std::string& run, int attempt);

  private:
    using Scope = std::pair<std::string, int>;
    struct Waiter {
        Scope scope;
        v1::StoreRequest request;
        Done done;
    };
    using Answers = std::vector<std::pair<Done, base::Result<v1::StoreReply>>>;
    using Keys = std::map<std::string, std::string>;

    std::optional<base::Result<v1::StoreReply>> apply(Keys& keys, const v1::StoreRequest& request);
    void wakeWaiters(const Scope& scope, Answers& answers);
    void timeOut(Ticket ticket, std::int64_t milliseconds);

    base::EventLoop& timers_;
    std::mutex mutex_;
    std::map<Scope, Keys> scopes_;
    std::set<Scope> ended_;
    std::map<Ticket, Waiter> waiters_;
    Ticket nextTicket_ = 1;
};

}  // namespace trainyard::agent
