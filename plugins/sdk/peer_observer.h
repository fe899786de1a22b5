// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace trainyard::sdk {

/// An optional interface of the store that a strategy passes to JobContext::connectDevices: whoever waits
/// there for another process is not left waiting for one that has ended.
class __attribute__((visibility("default"))) PeerObserver {
  public:
    virtual ~PeerObserver() = default;
    /// Which process can take part no more, in words; empty: none that is known of. Does not block.
    virtual std::string lostPeer() const = 0;
};

}  // namespace trainyard::sdk
