// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace trainyard::data {

/// out[i] = in[i] / 255 as a float division, which gives the same value as torchvision's ToTensor and Keras'
/// `x / 255`, bit for bit. (Multiplying by 1/255 would be off in the last bit for about a third of the
/// bytes.)
void scaleToUnit(const std::uint8_t* in, std::size_t count, float* out);

}  // namespace trainyard::data
