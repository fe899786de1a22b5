// SPDX-License-Identifier: Apache-2.0
// The loops of pool_kernels.h; see loops.h.
#pragma once

#include <cstdint>
#include <cstring>

#include "core/engine/model/pool_kernels.h"
#include "core/engine/model/registers.h"

namespace trainyard::engine::kernels {
namespace {

static_assert(kChannelBlock % kLanes == 0);
constexpr int kWindow = 4;

inline void storeWinners(Winner* to, const Ints& winners) {
    store(to, __builtin_convertvector(winners, Bytes));
}

inline void loadWinners(Ints& winners, const Winner* from) {
    Bytes bytes;
    load(bytes, from);
    winners = __builtin_convertvector(bytes, Ints);
}

/// As libtorch's max_pool2d: a later pixel wins if it is greater, or NaN.
inline void meet(Floats& best, Ints& winner, const Floats& value, int place) {
    const Ints here = Ints{} + place;
    winner = value > best ? here : winner;
    winner = value == value ? winner : here;
    best = value > best ? value : best;
    best = value == value ? best : value;
}

inline void finish(After after, Floats& best, Ints& winner) {
    if (after == After::kNothing) return;
    const Floats zero{};
    const Ints none = Ints{} + std::int32_t{kNone};
    winner = best <= zero ? none : winner;  // not a NaN
    best = best <= zero ? zero : best;
}

inline void poolOne(After after, const float* const (&from)[kWindow], float* out, Winner* winner) {
    float best = *from[0];
    Winner wins = 0;
    for (int place = 1; place < kWindow; ++place)
        if (const float value = *from[place]; value > best || value != value) {
            best = value;
            wins = static_cast<Winner>(place);
        }
    const bool isCut = after == After::kRelu && best <= 0;
    *out = isCut ? 0 : best;
    *winner = isCut ? kNone : wins;
}

inline void poolAll(const Pooling& p, After after, const float* in, float* out, Winner* winners) {
    for (std::int64_t image = 0; image < p.images; ++image)
        for (std::int64_t row = 0; row < p.rows; ++row)
            for (std::int64_t column = 0; column < p.columns; ++column) {
                const float* first =
                    in + ((image * p.inRows + 2 * row) * p.inColumns + 2 * column) * p.channels;
                const float* second = first + p.inColumns * p.channels;
                std::int64_t c = 0;
                for (; c + kLanes <= p.channels; c += kLanes) {
                    Floats best, value;
                    Ints winner{};
                    load(best, first + c);
                    load(value, first + p.channels + c);
                    meet(best, winner, value, 1);
                    load(value, second + c);
                    meet(best, winner, value, 2);
                    load(value, second + p.channels + c);
                    meet(best, winner, value, 3);
                    finish(after, best, winner);
                    store(out + c, best);
                    storeWinners(winners + c, winner);
                }
                for (; c < p.channels; ++c)
                    poolOne(after, {first + c, first + p.channels + c, second + c, second + p.channels + c},
                            out + c, winners + c);
                out += p.channels;
                winners += p.channels;
            }
}

/// The gradients of the four pixels of a window.
inline void spread(const Floats& gradient, const Ints& winner, Floats (&each)[kWindow]) {
#pragma GCC unroll 4
    for (int place = 0; place < kWindow; ++place)
        each[place] = winner == (Ints{} + place) ? gradient : Floats{};
}

inline void unpoolAll(const Pooling& p, const float* dOut, const Winner* winners, float* dIn) {
    const std::int64_t inRow = p.inColumns * p.channels;
    const std::int64_t used = 2 * p.columns * p.channels;
    for (std::int64_t image = 0; image < p.images; ++image) {
        for (std::int64_t row = 0; row < p.rows; ++row) {
            for (std::int64_t column = 0; column < p.columns; ++column) {
                float* to[kWindow] = {dIn + 2 * column * p.channels, dIn + (2 * column + 1) * p.channels,
                                      dIn + inRow + 2 * column * p.channels,
                                      dIn + inRow + (2 * column + 1) * p.channels};
                std::int64_t c = 0;
                for (; c + kLanes <= p.channels; c += kLanes) {
                    Floats gradient, each[kWindow];
                    Ints winner;
                    load(gradient, dOut + c);
                    loadWinners(winner, winners + c);
                    spread(gradient, winner, each);
#pragma GCC unroll 4
                    for (int place = 0; place < kWindow; ++place) store(to[place] + c, each[place]);
                }
                for (; c < p.channels; ++c)
                    for (int place = 0; place < kWindow; ++place)
                        to[place][c] = winners[c] == place ? dOut[c] : 0;
                dOut += p.channels;
                winners += p.channels;
            }
            for (int half = 0; half < 2; ++half, dIn += inRow)
                std::memset(dIn + used, 0, static_cast<std::size_t>(inRow - used) * sizeof(float));
        }
        const std::int64_t unused = (p.inRows - 2 * p.rows) * inRow;
        std::memset(dIn, 0, static_cast<std::size_t>(unused) * sizeof(float));
        dIn += unused;
    }
}

/// The windows' first elements, and what belongs to each output.
template <class Act>
inline void forEachWindow(const ConvPooling& p, const float* in, const Act& act) {
    std::int64_t place = 0;
    for (std::int64_t image = 0; image < p.images; ++image)
        for (std::int64_t row = 0; row < p.rows; ++row)
            for (std::int64_t column = 0; column < p.columns; ++column, place += p.channels)
                act(in + image * p.imageStride + 2 * row * p.rowStride + 2 * column * p.columnStride, place);
}

/// `kBlocks` registers of channels at once: with two, enough sums are in progress to hide an addition's
/// latency.
template <int kBlocks>
inline void convPool(const ConvPooling& p, After after, const float* in, const float* weights,
                     const float* bias, float* out, Winner* winners, std::int64_t channel) {
    const std::int64_t next[kWindow] = {0, p.columnStride, p.rowStride, p.rowStride + p.columnStride};
    forEachWindow(p, in, [&](const float* window, std::int64_t place) {
        Floats sums[kWindow][kBlocks] = {};
        for (std::int64_t tap = 0; tap < p.taps; ++tap) {
            const float* pixel = window + p.offsets[tap];
            const float* row = weights + tap * p.channels + channel;
#pragma GCC unroll 2
            for (int block = 0; block < kBlocks; ++block) {
                Floats weight;
                load(weight, row + block * kLanes);
#pragma GCC unroll 4
                for (int i = 0; i < kWindow; ++i) sums[i][block] += pixel[next[i]] * weight;
            }
        }
#pragma GCC unroll 2
        for (int block = 0; block < kBlocks; ++block) {
            const std::int64_t at = channel + block * kLanes;
            Floats offset;
            load(offset, bias + at);
            Floats best = sums[0][block] + offset;
            Ints winner{};
#pragma GCC unroll 4
            for (int i = 1; i < kWindow; ++i) meet(best, winner, sums[i][block] + offset, i);
            finish(after, best, winner);
            store(out + place + at, best);
            storeWinners(winners + place + at, winner);
        }
    });
}

inline void convPoolAll(const ConvPooling& p, After after, const float* in, const float* weights,
                        const float* bias, float* out, Winner* winners) {
    std::int64_t channel = 0;
    for (; channel + 2 * kLanes <= p.channels; channel += 2 * kLanes)
        convPool<2>(p, after, in, weights, bias, out, winners, channel);
    for (; channel < p.channels; channel += kLanes)
        convPool<1>(p, after, in, weights, bias, out, winners, channel);
}

template <int kBlocks>
inline void convUnpool(const ConvPooling& p, const float* in, const float* dOut, const Winner* winners,
                       float* dWeights, float* dBias, std::int64_t channel) {
    const std::int64_t next[kWindow] = {0, p.columnStride, p.rowStride, p.rowStride + p.columnStride};
    Floats biasSums[kBlocks];
    for (int block = 0; block < kBlocks; ++block) load(biasSums[block], dBias + channel + block * kLanes);
    forEachWindow(p, in, [&](const float* window, std::int64_t place) {
        Floats each[kBlocks][kWindow];
#pragma GCC unroll 2
        for (int block = 0; block < kBlocks; ++block) {
            const std::int64_t at = place + channel + block * kLanes;
            const Ints none = Ints{} + std::int32_t{kNone};
            Floats gradient;
            Ints winner;
            load(gradient, dOut + at);
            loadWinners(winner, winners + at);
            gradient = winner == none ? Floats{} : gradient;
            spread(gradient, winner, each[block]);
            biasSums[block] += gradient;
        }
        for (std::int64_t tap = 0; tap < p.taps; ++tap) {
            const float* pixel = window + p.offsets[tap];
            float* row = dWeights + tap * p.channels + channel;
#pragma GCC unroll 2
            for (int block = 0; block < kBlocks; ++block) {
                Floats sum;
                load(sum, row + block * kLanes);
#pragma GCC unroll 4
                for (int i = 0; i < kWindow; ++i) sum += pixel[next[i]] * each[block][i];
                store(row + block * kLanes, sum);
            }
        }
    });
    for (int block = 0; block < kBlocks; ++block) store(dBias + channel + block * kLanes, biasSums[block]);
}

inline void convUnpoolAll(const ConvPooling& p, const float* in, const float* dOut, const Winner* winners,
                          float* dWeights, float* dBias) {
    std::int64_t channel = 0;
    for (; channel + 2 * kLanes <= p.channels; channel += 2 * kLanes)
        convUnpool<2>(p, in, dOut, winners, dWeights, dBias, channel);
    for (; channel < p.channels; channel += kLanes)
        convUnpool<1>(p, in, dOut, winners, dWeights, dBias, channel);
}

// ---- Planes: a register is pixels of a row ----------------------------------------------------------------

/// Starts of the registers that cover a row. The last one ends with the row, so that some of its first lanes
/// may be covered already: `skipped`.
struct Cover {
    std::int64_t registers, last, skipped;
    explicit Cover(std::int64_t columns)
        : registers((columns + kLanes - 1) / kLanes),
          last(columns - kLanes),
          skipped(registers * kLanes - columns) {}
    std::int64_t start(std::int64_t i) const { return i + 1 < registers ? i * kLanes : last; }
};

inline Floats all(float value) {
    return Floats{} + value;
}

template <int kChannels, int kRegisters>
inline void planeConvTile(const PlaneConv& p, After after, const float* in, const std::int64_t* starts,
                          const float* weights, const float* bias, float* out, std::int64_t plane) {
    Floats sums[kChannels][kRegisters];
#pragma GCC unroll 4
    for (int c = 0; c < kChannels; ++c)
#pragma GCC unroll 2
        for (int i = 0; i < kRegisters; ++i) sums[c][i] = all(bias[c]);
    for (std::int64_t tap = 0; tap < p.taps; ++tap) {
        Floats pixels[kRegisters];
#pragma GCC unroll 2
        for (int i = 0; i < kRegisters; ++i) load(pixels[i], in + p.offsets[tap] + starts[i]);
#pragma GCC unroll 4
        for (int c = 0; c < kChannels; ++c) {
            const float weight = weights[c * p.taps + tap];
#pragma GCC unroll 2
            for (int i = 0; i < kRegisters; ++i) sums[c][i] += pixels[i] * weight;
        }
    }
#pragma GCC unroll 4
    for (int c = 0; c < kChannels; ++c)
#pragma GCC unroll 2
        for (int i = 0; i < kRegisters; ++i) {
            Floats& sum = sums[c][i];
            if (after == After::kRelu) sum = sum <= Floats{} ? Floats{} : sum;  // a NaN stays
            store(out + c * plane + starts[i], sum);
        }
}

template <int kChannels>
inline void planeConvChannels(const PlaneConv& p, After after, const float* in, const float* weights,
                              const float* bias, float* out) {
    const Cover cover(p.columns);
    const std::int64_t plane = p.rows * p.columns;
    for (std::int64_t row = 0; row < p.rows; ++row, in += p.rowStride, out += p.columns) {
        std::int64_t i = 0;
        for (; i + 2 <= cover.registers; i += 2) {
            const std::int64_t starts[]{cover.start(i), cover.start(i + 1)};
            planeConvTile<kChannels, 2>(p, after, in, starts, weights, bias, out, plane);
        }
        if (i < cover.registers)
            planeConvTile<kChannels, 1>(p, after, in, &cover.last, weights, bias, out, plane);
    }
}

inline void planeConvAll(const PlaneConv& p, After after, const float* in, const float* weights,
                         const float* bias, float* out) {
    constexpr int kTogether = 4;
    const std::int64_t plane = p.rows * p.columns;
    for (std::int64_t image = 0; image < p.images; ++image, in += p.imageStride, out += p.channels * plane) {
        std::int64_t c = 0;
        for (; c + kTogether <= p.channels; c += kTogether)
            planeConvChannels<kTogether>(p, after, in, weights + c * p.taps, bias + c, out + c * plane);
        for (; c < p.channels; ++c)
            planeConvChannels<1>(p, after, in, weights + c * p.taps, bias + c, out + c * plane);
    }
}

inline float sumOf(const Floats& lanes) {
    float sum = 0;
    for (int i = 0; i < kLanes; ++i) sum += lanes[i];
    return sum;
}

/// Channels whose sums are kept at a time.
constexpr std::int64_t kChannelGroup = 32;
/// Sums of the lanes of registers: of each tap of a channel and then of its bias.
struct LaneSums {
    Floats of[kChannelGroup][kMostTaps + 1];
};

/// Adds the gradients of `kTaps` weights of each of `kChannels` channels by one image, which stay in
/// registers meanwhile; and with the first taps those of the biases.
template <int kChannels, int kTaps>
inline void planeTaps(const PlaneConv& p, After after, const float* in, const float* dOut, const float* out,
                      LaneSums& lanes, std::int64_t channel, std::int64_t first) {
    const Cover cover(p.columns);
    const std::int64_t plane = p.rows * p.columns;
    const std::int64_t* offsets = p.offsets + first;
    Ints numbers;
    for (int i = 0; i < kLanes; ++i) numbers[i] = i;
    const Ints isNew = numbers >= Ints{} + static_cast<std::int32_t>(cover.skipped);
    Floats sums[kChannels][kTaps], biases[kChannels] = {};
#pragma GCC unroll 2
    for (int c = 0; c < kChannels; ++c)
#pragma GCC unroll 9
        for (int tap = 0; tap < kTaps; ++tap) sums[c][tap] = lanes.of[channel + c][first + tap];
    for (std::int64_t row = 0; row < p.rows; ++row)
        for (std::int64_t i = 0; i < cover.registers; ++i) {
            const std::int64_t start = cover.start(i);
            const std::int64_t at = row * p.columns + start;
            const float* pixel = in + row * p.rowStride + start;
            Floats gradients[kChannels];
#pragma GCC unroll 2
            for (int c = 0; c < kChannels; ++c) {
                Floats& gradient = gradients[c];
                load(gradient, dOut + at + c * plane);
                // Two or four short streams at a time are more than the processor prefetches on its own:
                // requested one round before they are needed, 1.3 ms of mnist_cnn's step become 0.5.
                __builtin_prefetch(dOut + at + (c + kChannels) * plane);
                __builtin_prefetch(out + at + (c + kChannels) * plane);
                if (after == After::kRelu) {
                    Floats value;
                    load(value, out + at + c * plane);
                    gradient = value <= Floats{} ? Floats{} : gradient;
                }
                if (i + 1 == cover.registers) gradient = isNew ? gradient : Floats{};
                biases[c] += gradient;
            }
#pragma GCC unroll 9
            for (int tap = 0; tap < kTaps; ++tap) {
                Floats pixels;
                load(pixels, pixel + offsets[tap]);
#pragma GCC unroll 2
                for (int c = 0; c < kChannels; ++c) sums[c][tap] += pixels * gradients[c];
            }
        }
#pragma GCC unroll 2
    for (int c = 0; c < kChannels; ++c) {
#pragma GCC unroll 9
        for (int tap = 0; tap < kTaps; ++tap) lanes.of[channel + c][first + tap] = sums[c][tap];
        if (first == 0) lanes.of[channel + c][p.taps] += biases[c];
    }
}

template <int kChannels>
inline void planeChannels(const PlaneConv& p, After after, const float* in, const float* dOut,
                          const float* out, LaneSums& lanes, std::int64_t channel) {
    std::int64_t tap = 0;
    for (; tap + 9 <= p.taps; tap += 9) planeTaps<kChannels, 9>(p, after, in, dOut, out, lanes, channel, tap);
    for (; tap + 4 <= p.taps; tap += 4) planeTaps<kChannels, 4>(p, after, in, dOut, out, lanes, channel, tap);
    for (; tap < p.taps; ++tap) planeTaps<kChannels, 1>(p, after, in, dOut, out, lanes, channel, tap);
}

inline void planeUnconvAll(const PlaneConv& p, After after, const float* in, const float* dOut,
                           const float* out, float* dWeights, float* dBias) {
    constexpr int kTogether = kLanes == 16 ? 2 : 1;  // narrower sets of instructions have half the registers
    const std::int64_t plane = p.rows * p.columns;
    for (std::int64_t first = 0; first < p.channels; first += kChannelGroup) {
        const std::int64_t group = p.channels - first < kChannelGroup ? p.channels - first : kChannelGroup;
        LaneSums lanes;
        for (std::int64_t c = 0; c < group; ++c)
            for (std::int64_t tap = 0; tap <= p.taps; ++tap) lanes.of[c][tap] = Floats{};
        for (std::int64_t image = 0; image < p.images; ++image) {
            const float* pixels = in + image * p.imageStride;
            const std::int64_t at = (image * p.channels + first) * plane;
            std::int64_t c = 0;
            for (; c + kTogether <= group; c += kTogether)
                planeChannels<kTogether>(p, after, pixels, dOut + at + c * plane, out + at + c * plane, lanes,
                                         c);
            for (; c < group; ++c)
                planeChannels<1>(p, after, pixels, dOut + at + c * plane, out + at + c * plane, lanes, c);
        }
        for (std::int64_t c = 0; c < group; ++c) {
            for (std::int64_t tap = 0; tap < p.taps; ++tap)
                dWeights[(first + c) * p.taps + tap] += sumOf(lanes.of[c][tap]);
            dBias[first + c] += sumOf(lanes.of[c][p.taps]);
        }
    }
}

}  // namespace
}  // namespace trainyard::engine::kernels
