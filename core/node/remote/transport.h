// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/base/error.h"
#include "core/base/fd.h"

namespace trainyard::node {

/// The two ends of a connection between machines, numeric; empty: unknown.
struct Addresses {
    std::string home, node;
};

/// A byte stream to the agent of another machine.
struct Connection {
    base::UniqueFd socket;            ///< non-blocking; what is read first is the agent's
    std::shared_ptr<void> carrier{};  ///< dropping it ends the connection
    /// Why it has ended, as far as the carrier has said; empty otherwise.
    std::function<std::string()> lastWords = [] { return std::string(); };
    Addresses addresses = {};
};

/// How the agent of another machine is reached. [loop]
class Transport {
  public:
    using OnConnection = std::function<void(base::Result<Connection>)>;
    virtual ~Transport() = default;

    /// Answered once in the loop, never from inside the call; not at all after the returned handle was
    /// dropped.
    [[nodiscard]] virtual std::shared_ptr<void> connect(OnConnection done) = 0;
};

}  // namespace trainyard::node
