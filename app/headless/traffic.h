// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/headless/event_json.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {

using ServerTraffics = google::protobuf::RepeatedPtrField<v1::ServerTraffic>;

/// What each parameter server transfers per step: [{"task", "variable_bytes", "bytes_sent",
/// "bytes_received"}].
Json trafficJson(const ServerTraffics& traffic);
/// The same as a table, next to the measured values where they are known.
std::string trafficText(const ServerTraffics& estimated, const ServerTraffics& measured);

}  // namespace trainyard::headless
