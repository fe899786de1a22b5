// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace trainyard::control {

/// Whether a sentence speaks of a task: of "worker:1", which "worker:10" is not.
bool namesTask(std::string_view sentence, std::string_view task);

}  // namespace trainyard::control
