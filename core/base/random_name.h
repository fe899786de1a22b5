// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/error.h"

namespace trainyard::base {

/// 16 hexadecimal digits made of the kernel's random bytes, which nobody can guess.
Result<std::string> randomName();

}  // namespace trainyard::base
