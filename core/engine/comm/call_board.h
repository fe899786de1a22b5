// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <utility>

namespace trainyard::engine {

/// The one call that a task is shown to wait in: its strategy's, or else what its device waits in meanwhile.
/// [any]
class CallBoard {
  public:
    explicit CallBoard(std::function<void(const std::string& call)> show) : show_(std::move(show)) {}
    /// As JobContext::onCall.
    void enter(const std::string& call) { change(call_, call); }
    void waitOnDevice(const std::string& call) { change(onDevice_, call); }

  private:
    void change(std::string& mine, const std::string& call) {
        const std::lock_guard lock(mutex_);
        mine = call;
        show_(call_.empty() ? onDevice_ : call_);
    }

    const std::function<void(const std::string& call)> show_;
    std::mutex mutex_;
    std::string call_, onDevice_;
};

}  // namespace trainyard::engine
