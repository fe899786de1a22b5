// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/headless/event_json.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {

// What machines have found about themselves and about the links between them.

Json testsJson(const v1::TestNodesReply& reply);
/// A line for each machine, the table of the links, and what to do about those that failed.
std::string testsText(const v1::TestNodesReply& reply);
/// Nothing failed, and nothing was left out.
bool allPassed(const v1::TestNodesReply& reply);

}  // namespace trainyard::headless
