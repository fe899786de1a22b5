// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace trainyard::base {

/// Whether a numeric address may be reached over the Internet. Not public are those of loopback, of private
/// networks (RFC 1918; RFC 4193), of one link (RFC 3927; RFC 4291), and those that a provider's customers
/// share (RFC 6598: 100.64.0.0/10, which mesh VPNs use as well). An IPv4 address mapped into IPv6 counts as
/// the IPv4 address. Any other one is public, and so is what is no address. [any]
bool isPublicAddress(const std::string& address);

}  // namespace trainyard::base
