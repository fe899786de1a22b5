// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace trainyard::data {

/// out[i] = in[i] / 255 as a float division, the value torchvision's ToTensor and Keras' `x / 255` give, bit
/// for bit. (A multiplication by 1/255 would be off in the last bit for about a third of the bytes.)
void scaleToUnit(const std::uint8_t* in, std::size_t count, float* out);

}  // namespace trainyard::data
