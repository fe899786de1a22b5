// SPDX-License-Identifier: Apache-2.0
#include "core/agent/calls_in_progress.h"

#include <fmt/format.h>

#include <utility>

namespace trainyard::agent {

CallsInProgress::Call::Call(CallsInProgress& calls, const char* name, std::function<bool()> isCancelled)
    : calls_(calls), scope_(std::move(isCancelled)) {
    std::lock_guard lock(calls_.mutex_);
    entry_ = calls_.entries_.insert(calls_.entries_.end(), {name, std::chrono::steady_clock::now()});
}

CallsInProgress::Call::~Call() {
    std::lock_guard lock(calls_.mutex_);
    calls_.entries_.erase(entry_);
}

std::string CallsInProgress::describe() const {
    std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    std::string all;
    for (const Entry& entry : entries_)
        all += fmt::format("{}{} for {:.1f} s", all.empty() ? "" : ", ", entry.name,
                           std::chrono::duration<double>(now - entry.since).count());
    return all;
}

}  // namespace trainyard::agent
