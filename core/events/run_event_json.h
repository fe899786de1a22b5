// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <google/protobuf/map.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "trainyard/v1/events.pb.h"

namespace trainyard::events {

/// JSON whose keys keep the order in which they were put in.
using Json = nlohmann::ordered_json;
using Metrics = google::protobuf::Map<std::string, double>;

/// One line, ending in a line break; text that is no UTF-8 is repaired.
std::string toLine(const Json& json);
/// A number, or "NaN", "Infinity", "-Infinity", which JSON's numbers cannot say.
Json number(double value);
/// The metrics as people read them: loss, accuracy, val_loss, val_accuracy, then the rest by name.
std::vector<std::pair<std::string, double>> inOrder(const Metrics& metrics);
Json metricsJson(const Metrics& metrics);
/// "2026-11-21T08:26:00.123Z"; null for 0.
Json timeJson(double seconds);

std::string_view statusName(v1::RunStatus status);  ///< "succeeded" …
std::string_view stateName(v1::TaskState state);    ///< "running" …

/// The `tasks` of the contract: task, node, pid, address, state.
Json tasksJson(const google::protobuf::RepeatedPtrField<v1::Task>& tasks);
Json problemJson(const v1::Problem& problem);
/// An event as `run --json` prints it: event, time, seq, run, then what belongs to its kind.
Json eventJson(const v1::RunEvent& event);
/// What stands in a `finished` event after its common keys.
void putFinished(Json& json, const v1::RunFinished& finished);

/// {"error": {"code": …, "message": …, "problems": […]}} as one line; no problems, no key.
std::string errorJson(std::string_view code, std::string_view message,
                      const std::vector<v1::Problem>& problems);

}  // namespace trainyard::events
