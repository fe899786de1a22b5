// SPDX-License-Identifier: Apache-2.0
#include "core/engine/model/kernels.h"

#include <ATen/Version.h>

#include <string>

#include "core/engine/model/loops.h"

namespace trainyard::engine::kernels {
namespace {

/// Those of the instructions that libtorch uses on this processor. Both follow ATEN_CPU_CAPABILITY.
const Loops& widest() {
    [[maybe_unused]] const std::string instructions = at::get_cpu_capability();
#if defined(__x86_64__)
    if (instructions == "AVX512") return kAvx512Loops;
    if (instructions == "AVX2") return kAvx2Loops;
#endif
    return kLoops;
}

const Loops& loops() {
    static const Loops& chosen = widest();
    return chosen;
}

}  // namespace

void maxPool(const Pooling& pooling, After after, const float* in, float* out, Winner* winners) {
    loops().pool(pooling, after, in, out, winners);
}

void maxPoolBackward(const Pooling& pooling, const float* dOut, const Winner* winners, float* dIn) {
    loops().unpool(pooling, dOut, winners, dIn);
}

void convMaxPool(const ConvPooling& pooling, After after, const float* in, const float* weights,
                 const float* bias, float* out, Winner* winners) {
    loops().convPool(pooling, after, in, weights, bias, out, winners);
}

void convMaxPoolBackward(const ConvPooling& pooling, const float* in, const float* dOut,
                         const Winner* winners, float* dWeights, float* dBias) {
    loops().convUnpool(pooling, in, dOut, winners, dWeights, dBias);
}

void planeConv(const PlaneConv& conv, After after, const float* in, const float* weights, const float* bias,
               float* out) {
    loops().conv(conv, after, in, weights, bias, out);
}

void planeConvBackward(const PlaneConv& conv, After after, const float* in, const float* dOut,
                       const float* out, float* dWeights, float* dBias) {
    loops().unconv(conv, after, in, dOut, out, dWeights, dBias);
}

void relu(std::int64_t count, float* values) {
    loops().relu(count, values);
}

void dropoutMask(const Drops& drops, const std::uint32_t* words, std::int64_t count, float* mask) {
    loops().dropoutMask(drops, words, count, mask);
}

void reluDropout(const Drops& drops, const std::uint32_t* words, std::int64_t count, float* values) {
    loops().reluDropout(drops, words, count, values);
}

void reluBackward(const Rows& part, float factor, const float* out, const float* dOut, float* dIn,
                  float* sums) {
    loops().reluBackward(part, factor, out, dOut, dIn, sums);
}

void addRows(const Rows& part, const float* values, float* sums) {
    loops().addRows(part, values, sums);
}

void adam(const AdamStep& step, std::int64_t count, const float* gradient, float* weight, float* m,
          float* v) {
    loops().adam(step, count, gradient, weight, m, v);
}

}  // namespace trainyard::engine::kernels
