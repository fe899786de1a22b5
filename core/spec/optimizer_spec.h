// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/spec/run_spec.h"

namespace trainyard::spec {

/// An optimizer that a program names, checked and completed as `train.optimizer` of a run file would be.
/// kInvalidArgument lists the optimizers where there is none of that name, or names the option that does not
/// fit. [any]
base::Result<Named> completeOptimizer(const Named& named);

}  // namespace trainyard::spec
