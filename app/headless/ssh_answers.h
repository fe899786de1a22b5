// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "app/headless/console.h"
#include "core/base/error.h"
#include "core/client/agent_client.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {

/// Whether standard input and standard error are a terminal, so that the user can be asked.
bool canAsk();

/// The answers to the questions of ssh in one call of SetUpNode.
class SshAnswers {
  public:
    SshAnswers(client::AgentClient& agent, Console& console) : agent_(agent), console_(console) {}

    /// Asks at the terminal and blocks until that is answered; where there is none, gives the connection up.
    /// Whether the call is to continue: not if the answer did not arrive.
    bool take(const v1::SshQuestion& question);
    /// What matters more than the error of the call: a question that nobody could be asked, or the failure of
    /// an answer.
    const std::optional<base::Error>& reason() const { return reason_; }

  private:
    client::AgentClient& agent_;
    Console& console_;
    std::optional<base::Error> reason_;
};

}  // namespace trainyard::headless
