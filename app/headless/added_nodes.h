// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/home.h"

namespace trainyard::headless {

/// Another machine of a home.
struct AddedNode {
    std::string name, target;  ///< "?" where the file does not say
};
/// As the home's agent keeps them in its file, which needs no agent; none where there is no such file.
/// Blocks.
base::Result<std::vector<AddedNode>> addedNodes(const base::Home& home);

}  // namespace trainyard::headless
