// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <stop_token>
#include <thread>

#include "core/base/error.h"
#include "core/base/fd.h"

namespace trainyard::headless {

/// Delivers SIGINT and SIGTERM as calls on a separate thread instead of in handlers, for as long as it
/// exists. Create it before any other thread, so that all of them inherit the blocked mask.
class Signals {
  public:
    static base::Result<std::unique_ptr<Signals>> watch(std::function<void(int signal)> onSignal);
    ~Signals();

  private:
    Signals() = default;
    void serve() const;

    std::function<void(int)> onSignal_;
    base::UniqueFd signals_;
    base::UniqueFd end_;
    std::thread thread_;
};

/// SIGINT or SIGTERM ends what has the token. Create it as Signals.
class Interrupt {
  public:
    static base::Result<std::unique_ptr<Interrupt>> watch();

    std::stop_token token() const { return stop_.get_token(); }
    bool hasCome() const { return signal_ != 0; }
    int signal() const { return signal_; }  ///< 0: none has come
    int exitCode() const { return 128 + signal_; }

  private:
    Interrupt() = default;

    std::stop_source stop_;
    std::atomic<int> signal_ = 0;
    std::unique_ptr<Signals> signals_;  ///< last: its thread uses the others
};

}  // namespace trainyard::headless
