// SPDX-License-Identifier: Apache-2.0
#include "core/base/loop/timer.h"

#include <utility>

namespace trainyard::base {

void Timer::start(std::chrono::milliseconds delay, EventLoop::Task task) {
    cancel();
    id_ = loop_.after(delay, [this, task = std::move(task)] {
        id_ = 0;
        task();
    });
}

void Timer::cancel() {
    if (id_ != 0) loop_.cancel(std::exchange(id_, 0));
}

}  // namespace trainyard::base
