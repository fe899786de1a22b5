// SPDX-License-Identifier: Apache-2.0
#include "core/agent/rendezvous.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

namespace trainyard::agent {
namespace {

using base::Code;
using Op = v1::StoreRequest;
using Answer = base::Result<v1::StoreReply>;

/// A key space is for addresses and barriers; a program that stores more than this is faulty.
constexpr std::size_t kMostKeys = 1u << 20;

Answer withValue(std::string value) {
    v1::StoreReply reply;
    reply.set_value(std::move(value));
    return reply;
}
Answer withNumber(std::int64_t number) {
    v1::StoreReply reply;
    reply.set_number(number);
    return reply;
}
Answer withFlag(bool isSo) {
    v1::StoreReply reply;
    reply.set_flag(isSo);
    return reply;
}

/// ADD keeps its number as decimal text, as c10d's stores do, so that GET reads it.
Answer add(std::map<std::string, std::string>& keys, const std::string& key, std::int64_t amount) {
    std::int64_t number = 0;
    if (const auto found = keys.find(key); found != keys.end()) {
        const std::string& text = found->second;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc() || end != text.data() + text.size())
            return base::fail(Code::kInvalidArgument,
                              base::say("add: the value of key {} is not a number", key),
                              "store.not_a_number");
    }
    number += amount;
    keys[key] = std::to_string(number);
    return withNumber(number);
}

/// As in c10d: an absent key is set only if nothing is expected; the answer is the value afterwards, or the
/// expected value if there is none.
Answer compareSet(std::map<std::string, std::string>& keys, const Op& request) {
    const std::string& key = request.keys(0);
    const auto found = keys.find(key);
    if (found == keys.end()) {
        if (!request.expected().empty()) return withValue(request.expected());
        keys[key] = request.value();
        return withValue(request.value());
    }
    if (found->second == request.expected()) found->second = request.value();
    return withValue(found->second);
}

bool takesOneKey(Op::Op op) {
    return op != Op::CHECK && op != Op::WAIT && op != Op::COUNT;
}
bool changes(Op::Op op) {
    return op == Op::SET || op == Op::ADD || op == Op::COMPARE_SET || op == Op::APPEND;
}

base::Error attemptEnded(const std::string& run, int attempt) {
    return {Code::kAborted, base::say("attempt {} of run {} has ended", attempt, run), "attempt.ended"};
}

}  // namespace

/// Nothing: the request must wait.
std::optional<Answer> Rendezvous::apply(Keys& keys, const v1::StoreRequest& request) {
    const auto has = [&](const std::string& key) { return keys.contains(key); };
    const auto hasAll = [&] { return std::ranges::all_of(request.keys(), has); };
    if (takesOneKey(request.op()) && request.keys_size() != 1)
        return base::fail(Code::kInvalidArgument, base::say("{} takes one key", Op::Op_Name(request.op())));
    if (changes(request.op()) && keys.size() >= kMostKeys && !has(request.keys(0)))
        return base::fail(Code::kResourceExhausted,
                          base::say("a rendezvous holds at most {} keys", kMostKeys));
    switch (request.op()) {
        case Op::SET:
            keys[request.keys(0)] = request.value();
            return v1::StoreReply();
        case Op::APPEND:
            keys[request.keys(0)] += request.value();
            return v1::StoreReply();
        case Op::GET:
            return has(request.keys(0)) ? std::optional(withValue(keys[request.keys(0)])) : std::nullopt;
        case Op::WAIT:
            return hasAll() ? std::optional<Answer>(v1::StoreReply()) : std::nullopt;
        case Op::CHECK:
            return withFlag(hasAll());
        case Op::ADD:
            return add(keys, request.keys(0), request.amount());
        case Op::DELETE:
            return withFlag(keys.erase(request.keys(0)) > 0);
        case Op::COMPARE_SET:
            return compareSet(keys, request);
        case Op::COUNT:
            return withNumber(static_cast<std::int64_t>(keys.size()));
        default:
            return base::fail(Code::kUnimplemented, "the rendezvous does not know this operation", "not_yet");
    }
}

Rendezvous::Ticket Rendezvous::handle(const std::string& run, int attempt, const v1::StoreRequest& request,
                                      Done done) {
    Answers answers;
    Ticket ticket = 0;
    {
        std::lock_guard lock(mutex_);
        const Scope scope(run, attempt);
        ticket = nextTicket_++;
        if (ended_.contains(scope)) {
            answers.emplace_back(std::move(done), std::unexpected(attemptEnded(run, attempt)));
        } else if (auto answer = apply(scopes_[scope], request)) {
            answers.emplace_back(std::move(done), std::move(*answer));
            if (changes(request.op())) wakeWaiters(scope, answers);
        } else {
            waiters_.emplace(ticket, Waiter{scope, request, std::move(done)});
        }
    }
    const bool isWaiting = answers.empty();
    for (auto& [answer, reply] : answers) answer(std::move(reply));
    if (isWaiting && request.timeout_ms() > 0)
        timers_.post([this, ticket, timeout = request.timeout_ms()] {
            timers_.after(std::chrono::milliseconds(timeout),
                          [this, ticket, timeout] { timeOut(ticket, timeout); });
        });
    return ticket;
}

void Rendezvous::wakeWaiters(const Scope& scope, Answers& answers) {
    Keys& keys = scopes_[scope];
    for (auto at = waiters_.begin(); at != waiters_.end();) {
        auto answer = at->second.scope == scope ? apply(keys, at->second.request) : std::nullopt;
        if (!answer) {
            ++at;
            continue;
        }
        answers.emplace_back(std::move(at->second.done), std::move(*answer));
        at = waiters_.erase(at);
    }
}

void Rendezvous::timeOut(Ticket ticket, std::int64_t milliseconds) {
    std::optional<Waiter> waiter;
    {
        std::lock_guard lock(mutex_);
        auto node = waiters_.extract(ticket);
        if (node.empty()) return;
        waiter = std::move(node.mapped());
    }
    waiter->done(base::fail(
        Code::kDeadlineExceeded,
        base::say("{} was not set within {} ms", fmt::join(waiter->request.keys(), ", "), milliseconds),
        "rendezvous.timeout"));
}

void Rendezvous::cancel(Ticket ticket) {
    std::lock_guard lock(mutex_);
    waiters_.erase(ticket);
}

void Rendezvous::endAttempt(const std::string& run, int attempt) {
    Answers answers;
    {
        std::lock_guard lock(mutex_);
        const Scope scope(run, attempt);
        ended_.insert(scope);
        scopes_.erase(scope);
        for (auto at = waiters_.begin(); at != waiters_.end();) {
            if (at->second.scope != scope) {
                ++at;
                continue;
            }
            answers.emplace_back(std::move(at->second.done), std::unexpected(attemptEnded(run, attempt)));
            at = waiters_.erase(at);
        }
    }
    for (auto& [answer, reply] : answers) answer(std::move(reply));
}

}  // namespace trainyard::agent
