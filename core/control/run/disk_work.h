// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "core/base/loop/event_loop.h"
#include "core/base/loop/executor.h"

namespace trainyard::control {

/// Does `work`, a value that may outlive its run, on the disk's executor, and calls `then` with its result in
/// the loop unless `alive` has expired.
template <typename Work, typename Then>
void onDisk(base::Executor& disk, base::EventLoop& loop, std::weak_ptr<const void> alive, Work work,
            Then then) {
    disk.post([&loop, alive = std::move(alive), work = std::move(work), then = std::move(then)] {
        loop.post([alive, then, result = work()] {
            if (!alive.expired()) then(result);
        });
    });
}

}  // namespace trainyard::control
