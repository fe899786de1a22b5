// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace trainyard::control {

/// The newest values that a run list shows for each run, as JSON: loss and accuracy first, then at most a few
/// others.
std::string listedMetrics(const std::map<std::string, double>& metrics);
/// The reverse; without what is not a number.
std::map<std::string, double> listedFrom(const std::string& json);

}  // namespace trainyard::control
