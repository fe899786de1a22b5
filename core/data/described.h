// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "core/data/dataset.h"

namespace trainyard::data {

/// What a plugin's manifest says of its samples, {features: {shape, dtype}, labels: {shape, dtype}, classes},
/// with as many parts of their own as there are input `pipelines`. [any]
Inspection describedAs(const nlohmann::json& samples, std::int64_t pipelines);

}  // namespace trainyard::data
