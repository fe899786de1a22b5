// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <google/protobuf/map.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "trainyard/v1/events.pb.h"

namespace trainyard::events {

/// JSON whose keys keep their insertion order.
using Json = nlohmann::ordered_json;
using Metrics = google::protobuf::Map<std::string, double>;

/// One line with a line break; invalid UTF-8 is repaired.
std::string toLine(const Json& json);
/// A number, or "NaN", "Infinity", "-Infinity", which JSON numbers cannot represent.
Json number(double value);
/// The metrics in display order: loss, accuracy, val_loss, val_accuracy, then the rest by name.
std::vector<std::pair<std::string, double>> inOrder(const Metrics& metrics);
Json metricsJson(const Metrics& metrics);
/// Where a command run's metrics have been found.
Json metricsFoundJson(const v1::MetricsFound& found);
/// "2026-11-21T08:26:00.123Z"; null for 0.
Json timeJson(double seconds);

std::string_view statusName(v1::RunStatus status);  ///< "succeeded" …
std::string_view stateName(v1::TaskState state);    ///< "running" …

/// The documented `tasks`: task, node, pid, address, state.
Json tasksJson(const google::protobuf::RepeatedPtrField<v1::Task>& tasks);
Json problemJson(const v1::Problem& problem);
/// An event as printed by `run --json`: event, time, seq, run, then the keys of its kind.
Json eventJson(const v1::RunEvent& event);
/// The contents of a `finished` event after its common keys.
void putFinished(Json& json, const v1::RunFinished& finished);

/// {"error": {"code": …, "message": …, "problems": […]}} as one line; the key is omitted if there are no
/// problems.
std::string errorJson(std::string_view code, std::string_view message,
                      const std::vector<v1::Problem>& problems);

}  // namespace trainyard::events
