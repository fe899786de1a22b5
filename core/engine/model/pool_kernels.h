// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace trainyard::engine::kernels {

// Loops of pooling by windows of 2 × 2 pixels that lie one beside another, over float images in channels-last
// order {image, row, column, channel}; and of a small convolution. Each runs on the calling thread and uses
// the widest instructions that the processor has. [any]

/// Which pixel of its window an output has, 0 … 3 row by row: the first of equal ones, a NaN where there is
/// one. kNone: relu has set it to 0, and it has no gradient.
using Winner = std::uint8_t;
constexpr Winner kNone = 4;

/// What follows the maximum.
enum class After { kNothing, kRelu };

/// Pooled images. Of the input, pixels beyond 2·rows and 2·columns are not looked at.
struct Pooling {
    std::int64_t images = 0, rows = 0, columns = 0, channels = 0;  ///< of the output
    std::int64_t inRows = 0, inColumns = 0;
};
void maxPool(const Pooling& pooling, After after, const float* in, float* out, Winner* winners);
/// Writes every element of `dIn`.
void maxPoolBackward(const Pooling& pooling, const float* dOut, const Winner* winners, float* dIn);

/// Pooled images of a convolution with stride 1, whose own output is never in memory. The kernel covers the
/// elements at `offsets` after that of an output's first pixel; weights are {tap, channel}.
struct ConvPooling {
    std::int64_t images = 0, rows = 0, columns = 0,
                 channels = 0;  ///< of the output; channels: a multiple of 16
    std::int64_t imageStride = 0, rowStride = 0, columnStride = 0;  ///< of the input, in elements
    std::int64_t taps = 0;
    const std::int64_t* offsets = nullptr;  ///< of the taps
};
constexpr std::int64_t kChannelBlock = 16;
/// Beyond it, a product of matrices is faster than sums kept in registers.
constexpr std::int64_t kMostTaps = 32;
void convMaxPool(const ConvPooling& pooling, After after, const float* in, const float* weights,
                 const float* bias, float* out, Winner* winners);
/// Adds to `dWeights` {tap, channel} and `dBias` {channel}.
void convMaxPoolBackward(const ConvPooling& pooling, const float* in, const float* dOut,
                         const Winner* winners, float* dWeights, float* dBias);

/// A convolution with stride 1 whose output is in plain order {image, channel, row, column}, with relu or
/// without it in the same pass. Weights are {channel, tap}.
struct PlaneConv {
    std::int64_t images = 0, rows = 0, columns = 0, channels = 0;  ///< of the output
    std::int64_t imageStride = 0, rowStride = 0;                   ///< of the input, in elements
    std::int64_t taps = 0;
    const std::int64_t* offsets = nullptr;  ///< of the taps, from an output's first pixel
};
constexpr std::int64_t kLeastColumns = 16;
void planeConv(const PlaneConv& conv, After after, const float* in, const float* weights, const float* bias,
               float* out);
/// Adds to `dWeights` {channel, tap} and `dBias` {channel}. `out` is what planeConv() wrote: relu has cut
/// what is 0 there.
void planeConvBackward(const PlaneConv& conv, After after, const float* in, const float* dOut,
                       const float* out, float* dWeights, float* dBias);

}  // namespace trainyard::engine::kernels
