// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace trainyard::control {

/// What a list of runs shows of each run's newest values, as JSON: loss and accuracy first, and not more than
/// a few others.
std::string listedMetrics(const std::map<std::string, double>& metrics);

}  // namespace trainyard::control
