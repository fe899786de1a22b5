// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/spec/run/run_spec.h"

namespace trainyard::spec {

/// An optimizer named by a program, checked and completed like `train.optimizer` of a run file.
/// kInvalidArgument lists the optimizers if the name is unknown, or names the invalid option. [any]
base::Result<Named> completeOptimizer(const Named& named);

}  // namespace trainyard::spec
