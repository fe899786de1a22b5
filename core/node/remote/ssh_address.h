// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"

namespace trainyard::node {

/// What names a machine to ssh: HOST, USER@HOST or ssh://USER@HOST:PORT.
struct SshAddress {
    std::string user;  ///< empty: as the configuration of ssh says
    std::string host;
    int port = 0;  ///< 0: as the configuration of ssh says
};

/// kInvalidArgument "node.target", naming the part that ssh would not accept (it prints its usage then), or
/// would take for something else. A host may be an alias of the configuration of ssh. [any]
base::Result<SshAddress> parseSshAddress(std::string_view text);

}  // namespace trainyard::node
