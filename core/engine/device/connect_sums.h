// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/engine/device/device.h"

namespace trainyard::engine {

/// A process of a run, and the devices of its replicas.
struct OwnDevices {
    std::vector<std::shared_ptr<Device>> devices;
    int rank = 0;
    int worldSize = 1;
    /// The sum in which all of them wait for longer than WatchedSums::kPatience, or an empty name. [any]
    std::function<void(const std::string& call)> onWait = [](const std::string&) {};
    std::chrono::milliseconds timeout = std::chrono::minutes(30);  ///< of the rendezvous
};

/// JobContext::connectDevices. A process that cannot take part notes it in `store` before any other waits for
/// it in the devices' own rendezvous: it throws its own error, the others PeerLost with its words. PeerLost
/// names those that have not come when the time is over.
std::vector<std::unique_ptr<sdk::DeviceSums>> connectSums(const OwnDevices& own, c10d::Store* store);

}  // namespace trainyard::engine
