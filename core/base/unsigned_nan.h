// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>

namespace trainyard::base {

/// `value`, but for a NaN with a sign bit: fmt prints that as -nan, and Keras and Python print any as nan.
inline double unsignedNan(double value) {
    return std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : value;
}

}  // namespace trainyard::base
