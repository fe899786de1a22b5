// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
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

}  // namespace trainyard::headless
