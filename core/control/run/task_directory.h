// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <string>

#include "core/base/error.h"

namespace trainyard::control {

/// The identity that a task claims in the metadata of its call.
struct TaskIdentity {
    std::string run;
    int attempt = 0;
    std::string task;  ///< "worker:1"
    std::string token;
};

/// 32 random bytes from the kernel in hexadecimal: the secret of one attempt of one run.
base::Result<std::string> newToken();

/// Which attempts may currently call the agent, and with which secret. [any]
class TaskDirectory {
  public:
    /// Until it is admitted or retired the run's calls fail with kUnavailable: they are to be made again.
    void expect(const std::string& run);
    bool isExpected(const std::string& run) const;
    void admit(const std::string& run, int attempt, const std::string& token, std::set<std::string> tasks);
    /// From here on the attempt's calls fail with ABORTED.
    void retire(const std::string& run, int attempt);
    /// kUnauthenticated for a wrong secret or an unknown run or task, without saying which; kAborted for an
    /// attempt that is not the current one or has ended; kUnavailable for one that is expected.
    base::Status check(const TaskIdentity& identity) const;

  private:
    struct Attempt {
        int number = 0;
        std::string token;
        std::set<std::string> tasks;
        bool isCurrent = true;
    };
    mutable std::mutex mutex_;
    std::map<std::string, Attempt> attempts_;  // by run, the newest
    std::set<std::string> expected_;           // runs
};

}  // namespace trainyard::control
