// SPDX-License-Identifier: Apache-2.0
#include "core/engine/model/denormals.h"

#include <ATen/Context.h>

namespace trainyard::engine {

void flushDenormals() {
    at::globalContext().setFlushDenormal(true);
}

}  // namespace trainyard::engine
