// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace trainyard::control {

/// Whether a sentence mentions a task: "worker:1" does not match "worker:10".
bool namesTask(std::string_view sentence, std::string_view task);

}  // namespace trainyard::control
