// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/spec/run/run_spec.h"

namespace trainyard::spec {

/// A short description of a run's model, for logs: "fashion_cnn", "12 layers", "saved /models/a".
std::string describeModel(const v1::RunSpec& spec);

}  // namespace trainyard::spec
