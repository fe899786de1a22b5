// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "trainyard/v1/series.pb.h"

namespace trainyard::exports {

inline constexpr std::string_view kCsvHeader = "attempt,task,split,tag,step,epoch,wall_time,value\n";

/// A row for each point, by RFC 4180.
std::string csvRows(const v1::Points& points, bool isDouble);

/// A value that reads back exactly: 9 digits for what was a float32, 17 for a float64.
std::string valueText(double value, bool isDouble);

/// Whether every array of the message has as many entries as there are steps.
bool isWhole(const v1::Points& points);

}  // namespace trainyard::exports
