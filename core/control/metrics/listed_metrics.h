// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>

#include "core/base/error.h"

namespace trainyard::control {

/// The newest values that a run list shows for each run, as JSON: loss and accuracy first, then at most a few
/// others.
std::string listedMetrics(const std::map<std::string, double>& metrics);
/// The reverse: calls `take` with each, without what is not a number. A list of runs has tens of thousands of
/// them, so that what listedMetrics() writes is read without a tree. An error if the text is damaged; some
/// may have been taken by then.
base::Status readListed(const std::string& json,
                        const std::function<void(const std::string& name, double value)>& take);
/// The same as a map; empty if the text is damaged.
std::map<std::string, double> listedFrom(const std::string& json);

}  // namespace trainyard::control
