// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/fd.h"
#include "core/node/child.h"

namespace trainyard::node {

/// One process of ssh on a socket, which is its input and output; ended with this object.
class SshClient {
  public:
    /// `environment`: what it has besides ours.
    base::Status start(const std::vector<std::string>& command,
                       const std::vector<std::string>& environment = {});
    int socket() const { return socket_.get(); }
    /// Its input has come to its end; its output has not.
    void endInput();
    base::UniqueFd takeSocket() { return std::move(socket_); }
    /// Non-blocking from now on.
    void doNotBlock();

    /// The last line that ssh, or the remote shell, has written to its standard error.
    std::string lastWords() const;
    /// Whether it has failed because nobody could answer a question of it: a password, a passphrase, or
    /// whether the host's key, which is not known, is the right one.
    bool lacksAnswer() const;
    /// kUnavailable "node.unreachable": that `target` cannot be reached, why, and what to do about it.
    /// `printed`: what its login shell said.
    base::Error failure(const std::string& target, const std::string& printed) const;

  private:
    base::UniqueFd socket_, words_;
    Child process_;
};

}  // namespace trainyard::node
