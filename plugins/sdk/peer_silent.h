// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugins/sdk/strategy.h"

namespace trainyard::sdk {

/// The other process, or its machine, has not answered for too long: a cut link, or no power. A process that
/// has exited answers, by its kernel: so nothing is to be learnt from waiting for an exit that may explain
/// this.
class PeerSilent : public PeerLost {
  public:
    using PeerLost::PeerLost;
};

}  // namespace trainyard::sdk
