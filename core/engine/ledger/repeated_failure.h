// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

#include "core/base/error.h"

namespace trainyard::engine {

/// Decides which of the failures of a repeated write are reported. A full disk, or a limit on the size of
/// files, fails every save of a run that saves often: what changes is news, and so is one failure in a while.
class RepeatedFailure {
  public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::minutes kRemindEvery{10};

    bool isNews(const base::Error& error, Clock::time_point now = Clock::now()) {
        const bool lasts = base::isDiskFull(error) || error.id == "file.limit";
        if (lasts && error.id == reported_ && now - reportedAt_ < kRemindEvery) return false;
        reported_ = lasts ? error.id : "";
        reportedAt_ = now;
        return true;
    }
    void noteSuccess() { reported_.clear(); }

  private:
    std::string reported_;  ///< id of the failure that lasts; empty: none does
    Clock::time_point reportedAt_;
};

}  // namespace trainyard::engine
