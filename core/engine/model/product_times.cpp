// SPDX-License-Identifier: Apache-2.0
#include "core/engine/model/product_times.h"

#include <ATen/Parallel.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/ones.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "core/engine/model/matmul.h"
#include "core/engine/model/onednn.h"

namespace trainyard::engine {
namespace {

using Clock = std::chrono::steady_clock;
using torch::Tensor;

constexpr double kMsForAll = 20;
/// Multiplications of a product that is measured; of larger ones a part.
constexpr std::int64_t kMostOfOne = 16'000'000;

/// The shorter of two calls, after one that prepares, in ms. Adds both to `spent`.
template <class Act>
double msOf(double& spent, const Act& act) {
    act();
    double least = 0;
    for (int i = 0; i < 2; ++i) {
        const auto begin = Clock::now();
        act();
        const double took = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
        spent += took;
        least = i == 0 ? took : std::min(least, took);
    }
    return least;
}

bool sgemm(char a, const Tensor& left, char b, const Tensor& right, std::int64_t inner, Tensor& to) {
    return onednn::sgemm({a, b, to.size(0), to.size(1), inner, left.size(1), right.size(1), to.size(1)}, 1.F,
                         left.const_data_ptr<float>(), right.const_data_ptr<float>(), 0.F,
                         to.mutable_data_ptr<float>());
}

void measure(ProductTimes& times, std::int64_t samples, double& spent) {
    const std::int64_t most = std::max<std::int64_t>(64, kMostOfOne / (samples * times.out) / 64 * 64);
    const std::int64_t in = times.measured = std::min(times.in, most);
    const Tensor x = at::ones({samples, in}), weight = at::ones({times.out, in}),
                 bias = at::ones({times.out});
    const Tensor dOut = at::ones({samples, times.out});
    Tensor out = at::empty_like(dOut), dX = at::empty_like(x), dWeight = at::empty_like(weight);
    times.result.libtorch = msOf(spent, [&] { at::mm_out(out, x, weight.t()); });
    times.ofInput.libtorch = msOf(spent, [&] { at::mm_out(dX, dOut, weight); });
    times.ofWeight.libtorch = msOf(spent, [&] { at::mm_out(dWeight, dOut.t(), x); });
    if (!onednn::isThere()) return;
    times.result.sgemm = msOf(spent, [&] { sgemm('N', x, 'T', weight, in, out); });
    times.ofInput.sgemm = msOf(spent, [&] { sgemm('N', dOut, 'N', weight, times.out, dX); });
    times.ofWeight.sgemm = msOf(spent, [&] { weightGradient(dOut, x, dWeight); });
    if (!arePrepared(samples, times.in, times.out)) return;
    const onednn::RowProducts rows{samples, times.out, in, at::get_num_threads()};
    times.prepared = onednn::kindOfRowProducts(rows);
    times.result.prepared = msOf(spent, [&] {
        onednn::rowProducts(rows, x.const_data_ptr<float>(), weight.const_data_ptr<float>(),
                            bias.const_data_ptr<float>(), out.mutable_data_ptr<float>());
    });
}

/// Vectors in and out, a weight and a bias.
bool isDense(const spec::Layer& layer) {
    return layer.input.size() == 1 && layer.output.size() == 1 && layer.variables.size() == 2 &&
           layer.variables[0].shape == spec::Shape{layer.output[0], layer.input[0]};
}

}  // namespace

std::vector<ProductTimes> productTimes(const spec::ModelPlan& plan, std::int64_t samples) {
    std::vector<ProductTimes> all;
    std::set<std::pair<std::int64_t, std::int64_t>> seen;
    const torch::NoGradGuard noGrad;
    double spent = 0;
    for (const spec::Layer& layer : plan.layers) {
        if (!isDense(layer) || !seen.emplace(layer.input[0], layer.output[0]).second) continue;
        ProductTimes& times = all.emplace_back();
        times.in = layer.input[0];
        times.out = layer.output[0];
        if (spent < kMsForAll) measure(times, samples, spent);
    }
    return all;
}

void logProductTimes(const spec::ModelPlan& plan, std::int64_t samples) {
    for (const ProductTimes& one : productTimes(plan, samples)) {
        const ProductTimes::Ways &result = one.result, &ofInput = one.ofInput, &ofWeight = one.ofWeight;
        if (one.measured == 0)
            spdlog::info("products {} -> {}: not measured, the others took long enough", one.in, one.out);
        else if (!result.sgemm || !ofInput.sgemm || !ofWeight.sgemm)
            spdlog::info(
                "products {} -> {} (of {} inputs), {} samples, {} threads: by libtorch, result {:.3f} ms, "
                "gradients {:.3f} and {:.3f} ms",
                one.in, one.out, one.measured, samples, at::get_num_threads(), result.libtorch,
                ofInput.libtorch, ofWeight.libtorch);
        else
            spdlog::info(
                "products {} -> {} (of {} inputs), {} samples, {} threads: by oneDNN, result by {} {:.3f} ms "
                "(sgemm {:.3f}, libtorch {:.3f}), gradients by sgemm {:.3f} and {:.3f} ms (libtorch {:.3f} "
                "and "
                "{:.3f})",
                one.in, one.out, one.measured, samples, at::get_num_threads(),
                result.prepared ? one.prepared : "sgemm", result.prepared.value_or(*result.sgemm),
                *result.sgemm, result.libtorch, *ofInput.sgemm, *ofWeight.sgemm, ofInput.libtorch,
                ofWeight.libtorch);
    }
}

}  // namespace trainyard::engine
