// SPDX-License-Identifier: Apache-2.0
// Removing machines: those that nobody uses, and those that will not come back.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <future>
#include <utility>

#include "core/agent/node_book.h"

namespace trainyard::agent {
namespace {

/// What runs there ends within seconds, or is waited for no longer.
constexpr std::chrono::seconds kEndWithin{20};

std::vector<std::string> runsOf(const std::vector<node::AttemptId>& attempts) {
    std::vector<std::string> runs;
    for (const node::AttemptId& attempt : attempts)
        if (std::ranges::find(runs, attempt.run) == runs.end()) runs.push_back(attempt.run);
    std::ranges::sort(runs);
    return runs;
}

}  // namespace

std::vector<node::AttemptId> NodeBook::attemptsOn(const Entry& entry) const {
    std::vector<node::AttemptId> attempts = entry.node->attempts();
    for (const Awaited& awaited : awaited_)
        if (awaited.name == entry.name) attempts.push_back(awaited.attempt);
    return attempts;
}

base::Error NodeBook::inUse(const Entry& entry, const std::vector<node::AttemptId>& attempts) const {
    const bool isReached = isConnected(entry);
    return {
        base::Code::kFailedPrecondition,
        isReached
            ? base::say("run {} has tasks on node {}; stop it first", attempts.front().run, entry.name)
            : base::say("node {} cannot be reached, and has tasks of {}; if the machine will not come back, "
                        "`trainyard --headless nodes remove {} --force` abandons it",
                        entry.name, fmt::join(runsOf(attempts), ", "), entry.name),
        "node.in_use"};
}

base::Status NodeBook::remove(const std::string& name) {
    std::shared_ptr<Entry> entry;  // ends after the lock: its link waits for the machine
    const std::lock_guard changing(changing_);
    dropLost();
    {
        std::lock_guard lock(mutex_);
        const auto found = entries_.find(name);
        if (found == entries_.end()) return base::fail(control::unknownNode(name));
        entry = found->second;
        entries_.erase(found);  // from here on no run begins there
    }
    const auto attempts = loop_.call([&] { return attemptsOn(*entry); });
    {
        std::lock_guard lock(mutex_);
        const auto written = attempts.empty() ? write() : base::Status();
        if (!written || !attempts.empty()) entries_[name] = entry;
        TY_TRY(written);
    }
    if (!attempts.empty()) return base::fail(inUse(*entry, attempts));
    spdlog::info("node {} ({}) was removed", name, entry->target);
    loop_.post([this] { callConnected(); });  // nobody need wait for it any more
    return {};                                // its link ends with whoever is the last to look at it
}

/// The file has it first: what is left of the tasks there is ended when the machine is added again, whenever
/// this agent ends.
base::Result<std::vector<std::string>> NodeBook::abandon(const std::string& name,
                                                         const std::function<void()>& announce) {
    if (!entryOf(name)) {
        std::lock_guard lock(mutex_);
        const auto before = abandoned_.find(name);
        if (before == abandoned_.end()) return base::fail(control::unknownNode(name));
        return runsOf(before->second);
    }
    TY_TRY(check({name}));
    const std::lock_guard changing(changing_);
    dropLost();
    TY_ASSIGN(const auto entry, entryOf(name));
    std::unique_lock lock(mutex_);
    const auto former = abandoned_;
    entries_.erase(name);  // from here on no run begins there
    const auto keep = [&] {
        std::lock_guard again(mutex_);
        entries_[name] = entry;
        abandoned_ = former;
    };
    lock.unlock();
    const auto attempts = loop_.call([&] { return attemptsOn(*entry); });
    lock.lock();
    auto& all = abandoned_[name];
    for (const node::AttemptId& attempt : attempts)
        if (std::ranges::find(all, attempt) == all.end()) all.push_back(attempt);
    if (all.empty()) abandoned_.erase(name);
    const auto written = write();
    lock.unlock();
    if (!written) {  // the file is as it was
        keep();
        return base::fail(written.error());
    }
    const bool isAbandoned = loop_.call([&] {
        const bool isConnected = entry->node->state().kind == node::LinkState::Kind::kConnected;
        if (isConnected && !attempts.empty()) return false;
        announce();
        entry->node->abandon(control::unknownNode(name));
        callConnected();  // runs that wait for it are taken up without it
        return true;
    });
    std::vector<std::string> runs = runsOf(attempts);
    if (!isAbandoned) {
        keep();
        lock.lock();
        TY_TRY(write());
        lock.unlock();
        return base::fail(
            base::Code::kFailedPrecondition,
            base::say("node {} can be reached, so it is not abandoned: stop what has tasks there "
                      "({}), and remove it then",
                      name, fmt::join(runs, ", ")),
            "node.reachable");
    }
    lost_.push_back(entry);
    spdlog::warn("node {} ({}) was abandoned{}{}", name, entry->target,
                 runs.empty() ? "" : ", with tasks of ", fmt::join(runs, ", "));
    return runs;
}

void NodeBook::dropLost() {
    std::erase_if(lost_, [&](const std::shared_ptr<Entry>& entry) {
        return loop_.call([&] { return entry->node->attempts().empty(); });
    });
}

void NodeBook::endAbandoned(Entry& entry) {
    v1::DoorEndTasks asked;
    {
        std::lock_guard lock(mutex_);
        for (const auto& [name, attempts] : abandoned_)
            for (const node::AttemptId& attempt : attempts) {
                v1::AbandonedAttempt& one = *asked.add_attempts();
                one.set_home(home_ + "-" + name);
                one.set_run(attempt.run);
                one.set_number(attempt.number);
            }
    }
    if (asked.attempts_size() == 0) return;
    const auto answered = std::make_shared<std::promise<base::Result<v1::DoorEnded>>>();
    loop_.call([&] {
        entry.node->endTasks(asked, [answered](auto ended) { answered->set_value(std::move(ended)); });
    });
    auto answer = answered->get_future();
    if (answer.wait_for(kEndWithin) != std::future_status::ready)
        return spdlog::warn("node {} has not said what it ended of runs that were abandoned", entry.name);
    const auto ended = answer.get();
    if (!ended) return spdlog::warn("node {}: {}", entry.name, ended.error().describe());
    std::lock_guard lock(mutex_);
    for (const v1::AbandonedAttempt& known : ended->known())
        for (auto& [name, attempts] : abandoned_)
            if (home_ + "-" + name == known.home())
                std::erase(attempts, node::AttemptId{known.run(), known.number()});
    std::erase_if(abandoned_, [](const auto& one) { return one.second.empty(); });
}

base::Status NodeBook::mayClean(const std::string& name) {
    TY_TRY(mayConnect(name));
    TY_ASSIGN(const auto entry, entryOf(name));
    const auto attempts = loop_.call([&] { return attemptsOn(*entry); });
    if (!attempts.empty()) return base::fail(inUse(*entry, attempts));
    return {};
}

}  // namespace trainyard::agent
