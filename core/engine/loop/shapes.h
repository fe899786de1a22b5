// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <c10/util/ArrayRef.h>
#include <fmt/format.h>

#include <cstdint>
#include <sstream>
#include <stdexcept>

namespace trainyard::loop {

/// Throws std::invalid_argument where labels and what they are compared with differ in shape: libtorch would
/// compare each of {samples} with each of {samples, 1}.
inline void wantOneShape(const char* call, c10::IntArrayRef labels, c10::IntArrayRef outputs) {
    if (labels == outputs) return;
    std::ostringstream shapes;
    shapes << labels << " and " << outputs;
    throw std::invalid_argument(
        fmt::format("{}: labels and outputs must have one shape, and have {}", call, shapes.str()));
}

}  // namespace trainyard::loop
