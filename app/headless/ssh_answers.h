// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "app/headless/console.h"
#include "core/base/error.h"
#include "core/client/agent_client.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {

/// Whether standard input and standard error are a terminal, so that somebody can be asked.
bool canAsk();

/// The answers to the questions of ssh in one call of SetUpNode.
class SshAnswers {
  public:
    SshAnswers(client::AgentClient& agent, Console& console) : agent_(agent), console_(console) {}

    /// Asks at the terminal and blocks until that is answered; where there is none, gives the connection up.
    void take(const v1::SshQuestion& question);
    /// In place of `error`, with which the call has failed: the question that nobody could be asked.
    base::Error reasonFor(const base::Error& error) const;

  private:
    client::AgentClient& agent_;
    Console& console_;
    std::optional<base::Error> unasked_;
};

}  // namespace trainyard::headless
