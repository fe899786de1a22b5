// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ledger/wait_for_room.h"

#include <spdlog/spdlog.h>

#include <thread>
#include <utility>

namespace trainyard::engine {

base::Status writeOnceThereIsRoom(TaskLink& link, const base::Words& waiting,
                                  const std::function<base::Status()>& write,
                                  std::chrono::milliseconds every) {
    bool hasWarned = false;
    for (;;) {
        base::Status written = write();
        if (written || !base::isDiskFull(written.error()) || link.stopRequest() == StopRequest::kAfterStep)
            return written;
        if (!std::exchange(hasWarned, true)) {
            const base::Words text = written.error().wrap(waiting).words();
            spdlog::warn("{}", text);
            link.sendWarning("disk.full", text);
        }
        std::this_thread::sleep_for(every);
    }
}

}  // namespace trainyard::engine
