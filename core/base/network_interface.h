// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace trainyard::base {

/// The network interface of this machine that has the address of `host`, a name or an address itself: "lo",
/// "eth0". Empty: none has it. Of a name the name service is asked. [any]
std::string interfaceOf(const std::string& host);

struct InterfaceAddress {
    std::string interface, address;  ///< the address is numeric
};
/// Those of this machine's interfaces that are up, without loopback. [any]
std::vector<InterfaceAddress> interfaceAddresses();

}  // namespace trainyard::base
