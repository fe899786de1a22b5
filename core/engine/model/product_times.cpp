// SPDX-License-Identifier: Apache-2.0
#include "core/engine/model/product_times.h"

#include <ATen/Parallel.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/ones.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <set>
#include <tuple>

#include "core/engine/model/matmul.h"
#include "core/engine/model/onednn.h"

namespace trainyard::engine {
namespace {

using Clock = std::chrono::steady_clock;
using torch::Tensor;

constexpr std::chrono::milliseconds kTimeForAll{20};
/// Multiplications of a product that is measured; of larger ones a part.
constexpr std::int64_t kMostOfOne = 16'000'000;

/// The shorter of two calls, after one that prepares, in ms.
double msOf(const std::function<void()>& act) {
    act();
    double least = 1e9;
    for (int i = 0; i < 2; ++i) {
        const auto begin = Clock::now();
        act();
        least = std::min(least, std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
    }
    return least;
}

std::string timesOf(std::int64_t samples, std::int64_t inputs, std::int64_t outputs) {
    const std::int64_t most = std::max<std::int64_t>(64, kMostOfOne / (samples * outputs));
    const std::int64_t in = std::min(inputs, most);
    const Tensor x = at::ones({samples, in}), weight = at::ones({outputs, in}), bias = at::ones({outputs});
    const Tensor dOut = at::ones({samples, outputs});
    Tensor out = at::empty({samples, outputs}), dX = at::empty({samples, in}), dW = at::empty({outputs, in});
    const auto sgemm = [](char a, const Tensor& left, char b, const Tensor& right, std::int64_t inner,
                          Tensor& to) {
        return onednn::sgemm({a, b, to.size(0), to.size(1), inner, left.size(1), right.size(1), to.size(1)},
                             left.const_data_ptr<float>(), right.const_data_ptr<float>(), 0.F,
                             to.mutable_data_ptr<float>());
    };
    const double libtorchs[] = {msOf([&] { at::mm_out(out, x, weight.t()); }),
                                msOf([&] { at::mm_out(dX, dOut, weight); }),
                                msOf([&] { at::mm_out(dW, dOut.t(), x); })};
    const std::string what =
        fmt::format("dense {} -> {}, {} samples, {} threads{}", inputs, outputs, samples,
                    at::get_num_threads(), in < inputs ? fmt::format(", of {} inputs", in) : "");
    if (!onednn::isThere())
        return fmt::format("{}: libtorch's products; forward {:.3f} ms, gradients {:.3f} and {:.3f} ms", what,
                           libtorchs[0], libtorchs[1], libtorchs[2]);
    const double sgemms[] = {msOf([&] { sgemm('N', x, 'T', weight, in, out); }),
                             msOf([&] { sgemm('N', dOut, 'N', weight, outputs, dX); }),
                             msOf([&] { sgemm('T', dOut, 'N', x, samples, dW); })};
    const onednn::RowProducts rows{samples, outputs, in, at::get_num_threads()};
    const bool isPrepared = arePrepared(samples, inputs, outputs);
    std::string forward = fmt::format("forward by oneDNN's sgemm {:.3f} ms", sgemms[0]);
    if (isPrepared)
        forward = fmt::format(
            "forward by oneDNN's {} {:.3f} ms (its sgemm {:.3f}", onednn::kindOfRowProducts(rows), msOf([&] {
                onednn::rowProducts(rows, x.const_data_ptr<float>(), weight.const_data_ptr<float>(),
                                    bias.const_data_ptr<float>(), out.mutable_data_ptr<float>());
            }),
            sgemms[0]);
    return fmt::format(
        "{}: {}{}libtorch {:.3f}), gradients by oneDNN's sgemm {:.3f} and {:.3f} ms (libtorch {:.3f} and "
        "{:.3f})",
        what, forward, isPrepared ? ", " : " (", libtorchs[0], sgemms[1], sgemms[2], libtorchs[1],
        libtorchs[2]);
}

}  // namespace

std::vector<std::string> productTimes(const spec::ModelPlan& plan, std::int64_t samples) {
    std::vector<std::string> lines;
    std::set<std::tuple<std::int64_t, std::int64_t>> seen;
    const torch::NoGradGuard noGrad;
    const auto begin = Clock::now();
    for (const spec::Layer& layer : plan.layers) {
        if (layer.kind != "dense" || layer.input.size() != 1 || layer.variables.size() != 2) continue;
        if (!seen.emplace(layer.input[0], layer.output[0]).second) continue;
        lines.push_back(Clock::now() - begin < kTimeForAll
                            ? timesOf(samples, layer.input[0], layer.output[0])
                            : fmt::format("dense {} -> {}: not measured, the others took long enough",
                                          layer.input[0], layer.output[0]));
    }
    return lines;
}

}  // namespace trainyard::engine
