// SPDX-License-Identifier: Apache-2.0
#include "core/engine/model/matmul.h"

#include <ATen/Parallel.h>
#include <ATen/autocast_mode.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/relu.h>

#include <torch/csrc/autograd/functions/utils.h>
#include <torch/csrc/autograd/saved_variable.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/engine/model/on_threads.h"
#include "core/engine/model/onednn.h"
#include "core/engine/model/row_kernels.h"

namespace trainyard::engine {
namespace {

using torch::Tensor;
using torch::autograd::SavedVariable;
using torch::autograd::variable_list;

/// How a matrix in row-major order enters a product.
enum class As : char { kItself = 'N', kTransposed = 'T' };

/// out {rows, columns} = a·b + beta·out, all row-major and contiguous; `inner` is the summed dimension.
void multiply(As aAs, const Tensor& a, As bAs, const Tensor& b, std::int64_t inner, float beta, Tensor& out) {
    const bool isDone = onednn::sgemm({static_cast<char>(aAs), static_cast<char>(bAs), out.size(0),
                                       out.size(1), inner, a.size(1), b.size(1), out.size(1)},
                                      1.0f, a.const_data_ptr<float>(), b.const_data_ptr<float>(), beta,
                                      out.mutable_data_ptr<float>());
    TY_CHECK(isDone, "oneDNN refused a matrix product of shapes that were checked");
}

/// x·Wᵀ + b.
Tensor product(const Tensor& x, const Tensor& weight, const Tensor& bias) {
    Tensor out = at::empty({x.size(0), weight.size(0)}, x.options().requires_grad(false));
    if (arePrepared(x.size(0), x.size(1), weight.size(0)) &&
        onednn::rowProducts({x.size(0), weight.size(0), x.size(1), at::get_num_threads()},
                            x.const_data_ptr<float>(), weight.const_data_ptr<float>(),
                            bias.const_data_ptr<float>(), out.mutable_data_ptr<float>()))
        return out;
    const float* const ofEach = bias.const_data_ptr<float>();
    float* const rows = out.mutable_data_ptr<float>();
    const std::int64_t width = out.size(1);
    forEachRowsOnThreads(out.size(0), width, [&](std::int64_t first, std::int64_t end) {
        for (std::int64_t row = first; row < end; ++row) std::copy_n(ofEach, width, rows + row * width);
    });
    multiply(As::kItself, x, As::kTransposed, weight, x.size(1), 1.0f, out);
    return out;
}

/// The gradient of x, if `dX` is defined, and then weight −= rate · dOutᵀ·x, by columns of the weight: each
/// of its elements comes from memory once, and its gradient never goes there.
void updateByColumns(const Tensor& dOut, const Tensor& x, float rate, const Tensor& weight, Tensor& dX) {
    // Of the weight, with those of x and dX, they fit into a core's second cache (128 rows: 0.8 MB).
    constexpr std::int64_t kMostColumns = 480;
    constexpr std::int64_t kLeastBlocks = 8;  // for several threads
    constexpr std::int64_t kWholeRegisters = 16;
    const std::int64_t samples = x.size(0), in = x.size(1), out = weight.size(0);
    const std::int64_t blocks = std::max(kLeastBlocks, (in + kMostColumns - 1) / kMostColumns);
    const std::int64_t most =
        (in + blocks * kWholeRegisters - 1) / (blocks * kWholeRegisters) * kWholeRegisters;
    const float *fromOut = dOut.const_data_ptr<float>(), *fromX = x.const_data_ptr<float>();
    float* const weights = weight.mutable_data_ptr<float>();
    float* const toX = dX.defined() ? dX.mutable_data_ptr<float>() : nullptr;
    std::atomic<bool> isDone = true;
    forEachOnThreads((in + most - 1) / most, [&](std::int64_t block) {
        const std::int64_t first = block * most, columns = std::min(most, in - first);
        const onednn::Sgemm ofX{'N', 'N', samples, columns, out, out, in, in};
        const onednn::Sgemm ofWeight{'T', 'N', out, columns, samples, out, in, in};
        if ((toX && !onednn::sgemm(ofX, 1.0f, fromOut, weights + first, 0.0f, toX + first)) ||
            !onednn::sgemm(ofWeight, -rate, fromOut, fromX + first, 1.0f, weights + first))
            isDone = false;
    });
    TY_CHECK(isDone, "oneDNN refused a part of a matrix product whose shapes were checked");
}

/// How many rows updateByRows() takes at once; 0: it would gain nothing.
std::int64_t rowsAtOnce(const Tensor& weight) {
    constexpr std::int64_t kWorthIt = 262'144;  // elements: a smaller gradient stays in a core's cache anyway
    constexpr std::int64_t kOfBlock = 65'536;   // with its gradient and slots, 1 MB: it stays there, too
    constexpr std::int64_t kLeastRows = 16;     // of fewer, sgemm takes longer
    constexpr std::int64_t kLeastBlocks = 8;    // for several threads
    const std::int64_t rows = weight.size(0), in = weight.size(1);
    const bool isTooWide = in * kLeastRows > kOfBlock || rows < kLeastRows * kLeastBlocks;
    if (weight.numel() < kWorthIt || isTooWide) return 0;
    const std::int64_t ofCache = (weight.numel() + kOfBlock - 1) / kOfBlock, threads = at::get_num_threads();
    const std::int64_t wanted = std::max({ofCache, kLeastBlocks, threads});
    const std::int64_t blocks = (wanted + kLeastBlocks - 1) / kLeastBlocks * kLeastBlocks;
    return std::max((rows + blocks - 1) / blocks, kLeastRows);
}

/// The update of a weight by dOutᵀ·x, `atOnce` rows after others, each while their gradient is in a cache.
void updateByRows(const Tensor& dOut, const Tensor& x, std::int64_t atOnce,
                  const StepInBackward::UpdatePart& update) {
    const std::int64_t rows = dOut.size(1), in = x.size(1);
    const float *fromOut = dOut.const_data_ptr<float>(), *fromX = x.const_data_ptr<float>();
    std::atomic<bool> isDone = true;
    forEachOnThreads((rows + atOnce - 1) / atOnce, [&](std::int64_t block) {
        const std::int64_t first = block * atOnce, count = std::min(atOnce, rows - first);
        const Tensor gradient = at::empty({count, in}, dOut.options());
        auto* const to = gradient.mutable_data_ptr<float>();
        if (onednn::sgemm({'T', 'N', count, in, x.size(0), rows, in, in}, 1.0f, fromOut + first, fromX, 0.0f,
                          to))
            update(first * in, count * in, to);
        else
            isDone = false;
    });
    TY_CHECK(isDone, "oneDNN refused a part of a matrix product whose shapes were checked");
}

/// In place.
void follow(const AfterProduct& after, Tensor& out) {
    const std::int64_t width = out.size(1);
    float* const values = out.mutable_data_ptr<float>();
    forEachRowsOnThreads(out.size(0), width, [&](std::int64_t first, std::int64_t end) {
        if (!after.dropout) return kernels::relu((end - first) * width, values + first * width);
        std::vector<std::uint32_t> words(static_cast<std::size_t>(width));
        for (std::int64_t row = first; row < end; ++row) {
            after.dropout->draw(row, words);
            kernels::reluDropout(after.dropout->drops(), words.data(), width, values + row * width);
        }
    });
}

/// Of the product, and of its bias.
struct ProductGradients {
    Tensor ofProduct, ofBias;
};

/// `out`: what follow() left, undefined where nothing follows. `factor`: of a dropout, of what it kept.
ProductGradients gradientsBehind(const Tensor& dOut, const Tensor& out, float factor) {
    constexpr std::int64_t kColumnsAtOnce = 128;
    const std::int64_t count = dOut.size(0), width = dOut.size(1);
    const std::int64_t columns = isWorthThreads(dOut.numel()) ? kColumnsAtOnce : width;
    ProductGradients gradients{out.defined() ? at::empty_like(dOut) : dOut,
                               at::empty({width}, dOut.options())};
    const float* const from = dOut.const_data_ptr<float>();
    const float* const values = out.defined() ? out.const_data_ptr<float>() : nullptr;
    float* const to = out.defined() ? gradients.ofProduct.mutable_data_ptr<float>() : nullptr;
    float* const sums = gradients.ofBias.mutable_data_ptr<float>();
    forEachOnThreads((width + columns - 1) / columns, [&](std::int64_t part) {
        const std::int64_t first = part * columns;
        const kernels::Rows rows{count, std::min(columns, width - first), width};
        if (values)
            kernels::reluBackward(rows, factor, values + first, from + first, to + first, sums + first);
        else
            kernels::addRows(rows, from + first, sums + first);
    });
    return gradients;
}

/// Uninitialised, for the gradient of `weight`.
Tensor gradientMemory(const Tensor& weight, sdk::PlacesGradients* places) {
    Tensor memory = places ? places->placeOf(weight) : Tensor();
    return memory.defined() ? memory : at::empty(weight.sizes(), weight.options().requires_grad(false));
}

/// The gradients of linear(). A node of our own, as libtorch's torch::autograd::Function looks up what is
/// saved by name, and takes its own name apart in each pass (ADR 166).
class LinearBackward : public torch::autograd::Node {
  public:
    LinearBackward(torch::autograd::edge_list&& next, const WeightGradient& to, float kept)
        : Node(std::move(next)), to_(to), kept_(kept) {}
    /// `out`: what follow() left, undefined where nothing follows.
    void save(const Tensor& x, const Tensor& weight, const Tensor& bias, const Tensor& out) {
        x_ = SavedVariable(x, /*is_output=*/false);
        weight_ = SavedVariable(weight, /*is_output=*/false);
        if (to_.step) bias_ = SavedVariable(bias, /*is_output=*/false);
        if (out.defined()) out_ = SavedVariable(out, /*is_output=*/true);
    }
    std::string name() const override { return "LinearBackward"; }
    void release_variables() override {
        const std::lock_guard lock(mutex_);
        for (SavedVariable* saved : {&x_, &weight_, &bias_}) saved->reset_data();
        if (out_) out_->reset_data();
    }

  private:
    variable_list apply(variable_list&& gradients) override {
        const std::lock_guard lock(mutex_);
        if (!gradients[0].defined()) return variable_list(num_outputs());
        const Tensor x = x_.unpack(), weight = weight_.unpack(), bias = bias_.unpack();
        const Tensor out = out_ ? out_->unpack(getptr()) : Tensor();
        auto [dOut, dBias] = gradientsBehind(gradients[0].contiguous(), out, kept_);
        Tensor dX;
        if (task_should_compute_output(0)) dX = at::empty(x.sizes(), x.options().requires_grad(false));
        if (!to_.step) {
            inputGradient(dOut, weight, dX);
            return {dX, task_should_compute_output(1) ? newWeightGradient(dOut, x, weight) : Tensor(), dBias};
        }
        if (bias.requires_grad()) StepInBackward::leave(bias, std::move(dBias));
        if (weight.requires_grad())
            stepOrLeave(dOut, x, weight, dX);
        else
            inputGradient(dOut, weight, dX);
        return {dX};
    }
    /// Of x, with the weight of before.
    void stepOrLeave(const Tensor& dOut, const Tensor& x, const Tensor& weight, Tensor& dX) const {
        StepInBackward& step = *to_.step;
        if (step.plainRate() && isUpdatedInBackward(weight.numel())) {
            updateByColumns(dOut, x, *step.plainRate(), weight, dX);
            return step.noteUpdated(weight);
        }
        inputGradient(dOut, weight, dX);
        const std::int64_t atOnce = step.isInParts() ? rowsAtOnce(weight) : 0;
        if (atOnce == 0) return StepInBackward::leave(weight, newWeightGradient(dOut, x, weight));
        updateByRows(dOut, x, atOnce, step.inParts(weight));
        step.noteUpdated(weight);
    }
    Tensor newWeightGradient(const Tensor& dOut, const Tensor& x, const Tensor& weight) const {
        Tensor dWeight = gradientMemory(weight, to_.places);
        weightGradient(dOut, x, dWeight);
        return dWeight;
    }
    /// If `dX` is defined.
    static void inputGradient(const Tensor& dOut, const Tensor& weight, Tensor& dX) {
        if (dX.defined()) multiply(As::kItself, dOut, As::kItself, weight, dOut.size(1), 0.0f, dX);
    }

    WeightGradient to_;
    float kept_;  ///< of a dropout: the factor of what it kept
    SavedVariable x_, weight_, bias_;
    std::optional<SavedVariable> out_;
};

Tensor multiplied(const Tensor& x, const Tensor& weight, const Tensor& bias, const WeightGradient& to,
                  const AfterProduct& after) {
    const Tensor plain = x.contiguous();
    Tensor out = product(plain, weight, bias.contiguous());
    if (after.hasRelu) follow(after, out);
    if (!torch::autograd::compute_requires_grad(plain, weight, bias)) return out;
    const std::shared_ptr<LinearBackward> node(
        new LinearBackward(to.step ? torch::autograd::collect_next_edges(plain)
                                   : torch::autograd::collect_next_edges(plain, weight, bias),
                           to, after.dropout ? after.dropout->drops().kept : 1),
        torch::autograd::deleteNode);
    torch::autograd::set_history(out, node);
    node->save(plain, weight, bias, after.hasRelu ? out : Tensor());
    return out;
}

}  // namespace

void weightGradient(const Tensor& dOut, const Tensor& x, Tensor& dWeight) {
    constexpr std::int64_t kWorthACall = 128;
    const std::int64_t rows = dWeight.size(0), in = dWeight.size(1), threads = at::get_num_threads();
    const std::int64_t most = (rows + threads - 1) / threads;
    if (threads == 1 || most < kWorthACall || !isWorthThreads(dWeight.numel()))
        return multiply(As::kTransposed, dOut, As::kItself, x, x.size(0), 0.0f, dWeight);
    const float *fromOut = dOut.const_data_ptr<float>(), *fromX = x.const_data_ptr<float>();
    float* const to = dWeight.mutable_data_ptr<float>();
    std::atomic<bool> isDone = true;
    forEachOnThreads((rows + most - 1) / most, [&](std::int64_t part) {
        const std::int64_t first = part * most;
        const onednn::Sgemm own{'T', 'N', std::min(most, rows - first), in, x.size(0), rows, in, in};
        if (!onednn::sgemm(own, 1.0f, fromOut + first, fromX, 0.0f, to + first * in)) isDone = false;
    });
    TY_CHECK(isDone, "oneDNN refused a part of a matrix product whose shapes were checked");
}

bool arePrepared(std::int64_t samples, std::int64_t in, std::int64_t out) {
    // Of fewer multiplications, a prepared product costs more to call than it saves.
    constexpr std::int64_t kWorthPreparing = 1'000'000;
    const onednn::RowProducts rows{samples, out, in, at::get_num_threads()};
    return samples * in * out >= kWorthPreparing && *onednn::kindOfRowProducts(rows) != '\0';
}

bool isUpdatedInBackward(std::int64_t elements) {
    constexpr std::int64_t kWorthIt = 1'000'000;
    return elements >= kWorthIt && onednn::isThere();
}

Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias, const WeightGradient& to,
              const AfterProduct& after) {
    const bool isPlain = onednn::isThere() && x.dim() == 2 && x.size(0) > 0 && x.is_cpu() && bias.defined() &&
                         bias.numel() == weight.size(0) && !at::autocast::is_autocast_enabled(at::kCPU) &&
                         x.scalar_type() == torch::kFloat32 && weight.scalar_type() == torch::kFloat32 &&
                         weight.is_contiguous();
    TORCH_CHECK(!after.dropout || after.dropout->samples() == x.size(0), "draws of a dropout for ",
                after.dropout ? after.dropout->samples() : 0, " samples, but ", x.size(0), " samples");
    if (isPlain) return multiplied(x, weight, bias, to, after);
    Tensor out = at::linear(x, weight, bias);
    if (after.hasRelu) out = at::relu(out);
    return after.dropout ? out * after.dropout->mask(out.size(1)) : out;
}

}  // namespace trainyard::engine
