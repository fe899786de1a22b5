// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/task_directory.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/random.h>

#include <array>

namespace trainyard::control {
namespace {

/// Takes the same time wherever the first difference is, so that a secret cannot be guessed byte by byte.
bool equalSecrets(const std::string& a, const std::string& b) {
    if (a.size() != b.size()) return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned char>(a[i] ^ b[i]);
    return difference == 0;
}

}  // namespace

base::Result<std::string> newToken() {
    std::array<unsigned char, 32> bytes;
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        return base::fail(base::errnoError(errno, "cannot get random bytes for a run's secret"));
    return fmt::format("{:02x}", fmt::join(bytes, ""));
}

void TaskDirectory::expect(const std::string& run) {
    std::lock_guard lock(mutex_);
    expected_.insert(run);
}

bool TaskDirectory::isExpected(const std::string& run) const {
    std::lock_guard lock(mutex_);
    return expected_.contains(run);
}

void TaskDirectory::admit(const std::string& run, int attempt, const std::string& token,
                          std::set<std::string> tasks) {
    std::lock_guard lock(mutex_);
    expected_.erase(run);
    attempts_[run] = {attempt, token, std::move(tasks), true};
}

void TaskDirectory::retire(const std::string& run, int attempt) {
    std::lock_guard lock(mutex_);
    expected_.erase(run);
    const auto found = attempts_.find(run);
    if (found != attempts_.end() && found->second.number == attempt) found->second.isCurrent = false;
}

base::Status TaskDirectory::check(const TaskIdentity& identity) const {
    std::lock_guard lock(mutex_);
    if (expected_.contains(identity.run))
        return base::fail(base::Code::kUnavailable, "the agent has yet to take the run up", "run.expected");
    const auto found = attempts_.find(identity.run);
    if (found == attempts_.end() ||
        (found->second.number == identity.attempt && (!equalSecrets(found->second.token, identity.token) ||
                                                      !found->second.tasks.contains(identity.task))))
        return base::fail(base::Code::kUnauthenticated, "this task is not known here", "task.unknown");
    if (found->second.number != identity.attempt || !found->second.isCurrent)
        return base::fail(base::Code::kAborted,
                          base::say("attempt {} of run {} has ended", identity.attempt, identity.run),
                          "attempt.ended");
    return {};
}

}  // namespace trainyard::control
