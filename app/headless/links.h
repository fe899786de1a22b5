// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/headless/event_json.h"
#include "core/client/agent_client.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {

bool isLive(const v1::Task& task);

/// The other machines of the living tasks of a run.
using Links = std::vector<v1::NodeInfo>;

/// Unset: there are none.
std::optional<base::Result<Links>> linksOf(const v1::GetRunReply& reply, client::AgentClient& agent);
Json linksJson(const Links& links);
/// Of those that cannot be reached now: what is known of the tasks there is of before.
std::vector<std::string> linkLines(const base::Result<Links>& links);
/// Of nodes for which an order waits: "node-1, which cannot be reached"
std::string waitsForText(const google::protobuf::RepeatedPtrField<std::string>& nodes);

}  // namespace trainyard::headless
