// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/out_of_memory.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "core/engine/model/precision.h"
#include "core/spec/model/estimate.h"

namespace trainyard::engine {
namespace {

/// Share of the memory that is planned with: activations have gradients of their own, which the estimate
/// counts as the CPU has them; libraries have workspaces, and freed blocks of other sizes remain.
constexpr double kUsable = 0.6;

std::string gigabytes(std::uint64_t bytes) {
    return fmt::format("{:.2f} GB", static_cast<double>(bytes) / 1e9);
}

/// "20.00 GiB" of libtorch's "CUDA out of memory. Tried to allocate 20.00 GiB. GPU 0 has …"; empty: it says
/// something else.
std::string askedFor(const std::string& words) {
    constexpr std::string_view kBefore = "Tried to allocate ";
    const auto begin = words.find(kBefore);
    if (begin == std::string::npos) return "";
    const auto number = begin + kBefore.size();
    const auto end = words.find(". ", number);
    return end == std::string::npos ? "" : words.substr(number, end - number);
}

/// 0: not even one sample, or unknown.
std::int64_t batchThatFits(const OutOfMemory& failed, const v1::RunSpec& spec, const spec::ModelPlan& plan) {
    const std::int64_t batch = spec.train().data().batch_size();
    if (plan.layers.empty() || batch <= 0) return 0;
    const auto estimate = spec::estimate(spec, plan, {});
    if (!estimate) return 0;
    const double weights = 2.0 * static_cast<double>(estimate->weight_bytes());
    const auto slots = static_cast<double>(estimate->optimizer_bytes());
    const double perSample =
        (static_cast<double>(estimate->memory_per_replica()) - weights - slots) / static_cast<double>(batch);
    const double usable = kUsable * static_cast<double>(failed.memory.free + failed.memory.held) - weights -
                          (failed.hasSlots ? slots : 0);
    if (perSample <= 0 || usable <= 0) return 0;
    // Where the estimate is too low for a step that has failed, half of it is the next guess.
    const auto fits = std::min<std::int64_t>(static_cast<std::int64_t>(usable / perSample), batch / 2);
    constexpr std::int64_t kRound = 8;
    return fits > kRound ? fits / kRound * kRound : fits;
}

/// "conv2d 64 × 26 × 26 × 32, 0.17 GB; …" of the layers that need most for a batch; empty: unknown.
std::string largestOutputs(const v1::RunSpec& spec, const spec::ModelPlan& plan) {
    constexpr std::size_t kNamed = 3;
    const std::int64_t batch = spec.train().data().batch_size();
    std::vector<std::pair<std::int64_t, const spec::Layer*>> all;
    for (const spec::Layer& layer : plan.layers)
        all.emplace_back(std::reduce(layer.output.begin(), layer.output.end(), batch, std::multiplies()),
                         &layer);
    std::ranges::stable_sort(all, std::ranges::greater(), [](const auto& one) { return one.first; });
    if (all.size() > kNamed) all.resize(kNamed);
    std::vector<std::string> named;
    for (const auto& [numbers, layer] : all)
        named.push_back(fmt::format(
            "{} {} × {}, {}", layer->name, batch, fmt::join(layer->output, " × "),
            gigabytes(static_cast<std::uint64_t>(numbers) * c10::elementSize(precisionOf(spec)))));
    return fmt::format("{}", fmt::join(named, "; "));
}

}  // namespace

OutOfMemory OutOfMemory::of(const Device& device, const c10::OutOfMemoryError& thrown) {
    return {.device = device.describe(), .words = thrown.what_without_backtrace(), .memory = device.memory()};
}

void doneOn(const Device* device, const std::function<void()>& work) {
    if (!device) return work();
    try {
        work();
    } catch (const c10::OutOfMemoryError& e) {
        throw DeviceOutOfMemory(OutOfMemory::of(*device, e));
    }
}

base::Error outOfMemory(const OutOfMemory& failed, const v1::RunSpec& spec, const spec::ModelPlan& plan) {
    const std::int64_t batch = spec.train().data().batch_size();
    const std::string outputs = largestOutputs(spec, plan);
    const auto refuse = [&](const base::Words& message) {
        return base::Error{
            base::Code::kResourceExhausted,
            outputs.empty() ? message : base::say("{}. The largest outputs of layers: {}", message, outputs),
            "device.memory"};
    };
    const std::string asked = askedFor(failed.words);
    if (asked.empty())
        return refuse(base::say("{} has not enough memory for a step with train.data.batch_size {}: {}",
                                failed.device, batch, failed.words));
    const auto& [total, free, held, peak] = failed.memory;
    const std::int64_t fits = batchThatFits(failed, spec, plan);
    if (fits == 0)
        return refuse(base::say(
            "{} has not enough memory for a step with train.data.batch_size {}: {} more were needed for one "
            "tensor; "
            "this task held {} (at most {}), and {} of {} were free; use a smaller batch or model",
            failed.device, batch, asked, gigabytes(held), gigabytes(peak), gigabytes(free),
            gigabytes(total)));
    return refuse(
        base::say("{} has not enough memory for a step with train.data.batch_size {}: {} more were needed "
                  "for one tensor; "
                  "this task held {} (at most {}), and {} of {} were free; a batch_size of about {} fits, "
                  "by an estimate",
                  failed.device, batch, asked, gigabytes(held), gigabytes(peak), gigabytes(free),
                  gigabytes(total), fits));
}

}  // namespace trainyard::engine
