// SPDX-License-Identifier: Apache-2.0
#include "core/engine/model/draws.h"

#include <ATen/ops/diagonal.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/linalg_qr.h>
#include <ATen/ops/sign.h>
#include <ATen/ops/special_ndtri.h>

#include <algorithm>
#include <cmath>

#include "core/engine/model/on_threads.h"

namespace trainyard::engine {

namespace {

/// The draws come from the stream in blocks of so many numbers,
constexpr std::int64_t kStreamBlock = 1024;
/// and are made of so many at a time: they are float64, so that a whole table of them would take more memory
/// than the table.
constexpr std::int64_t kDrawnAtOnce = 64 * kStreamBlock;

/// `count` uniform draws in (0, 1), float64, from the draw `first` on.
torch::Tensor uniformDraws(std::int64_t first, std::int64_t count, std::uint64_t seed, int index) {
    torch::Tensor draws = torch::empty({count}, torch::kFloat64);
    double* out = draws.data_ptr<double>();
    const base::PhiloxStream stream(seed, base::DrawPurpose::kWeights);
    std::array<std::uint32_t, kStreamBlock> words;
    for (std::int64_t made = 0; made < count;) {
        stream.fill(words, static_cast<std::uint32_t>((first + made) / kStreamBlock),
                    static_cast<std::uint32_t>(index), 0);
        const std::int64_t skipped = (first + made) % kStreamBlock;
        const std::int64_t size = std::min(kStreamBlock - skipped, count - made);
        for (std::int64_t i = 0; i < size; ++i)
            out[made + i] = (words[static_cast<std::size_t>(skipped + i)] + 0.5) * 0x1.0p-32;
        made += size;
    }
    return draws;
}

/// The draws of a variable, numbered in its plain layout, that a part of it has: `runs` runs of equal length.
struct DrawRuns {
    std::int64_t runs = 1;
    std::int64_t first = 0;   ///< of the first run
    std::int64_t stride = 0;  ///< from run to run
};

/// Sets `part` to draw(first, count), piece by piece in the order of the plain layout.
template <typename Draw>
void fillInPieces(const torch::Tensor& part, const DrawRuns& of, Draw draw) {
    torch::Tensor plain = part.contiguous();
    torch::Tensor numbers = plain.view({-1});
    const std::int64_t length = numbers.numel() / of.runs;
    for (std::int64_t run = 0; run < of.runs; ++run)
        for (std::int64_t at = 0; at < length; at += kDrawnAtOnce) {
            const std::int64_t count = std::min(kDrawnAtOnce, length - at);
            numbers.narrow(0, run * length + at, count).copy_(draw(of.first + run * of.stride + at, count));
        }
    if (!plain.is_same(part)) part.copy_(plain);
}

/// Keras' VarianceScaling: the variance specified by an initializer's name.
double varianceOf(const spec::Layer::Variable& plan) {
    if (plan.initializer.starts_with("he")) return 2.0 / static_cast<double>(plan.fanIn);
    if (plan.initializer.starts_with("lecun")) return 1.0 / static_cast<double>(plan.fanIn);
    return 2.0 / static_cast<double>(plan.fanIn + plan.fanOut);  // glorot
}

/// Normal draws, by the distribution's inverse. Cut: only those within two deviations.
torch::Tensor normalDraws(std::int64_t first, std::int64_t count, std::uint64_t seed, int index, bool isCut) {
    constexpr double kBelowTwoDeviations = 0.022750131948179195;  // Φ(-2)
    torch::Tensor draws = uniformDraws(first, count, seed, index);
    if (isCut) draws.mul_(1 - 2 * kBelowTwoDeviations).add_(kBelowTwoDeviations);
    return at::special_ndtri(draws);
}

/// Rows or columns, whichever are fewer, at right angles and of length 1.
torch::Tensor orthogonalDraws(const torch::Tensor& variable, std::uint64_t seed, int index) {
    const torch::Tensor draws =
        normalDraws(0, variable.numel(), seed, index, /*isCut=*/false).view({variable.size(0), -1});
    const bool isWide = draws.size(0) < draws.size(1);
    const auto [q, r] = at::linalg_qr(isWide ? draws.t() : draws);
    const torch::Tensor square = q * at::sign(at::diagonal(r));  // makes the decomposition unique
    return (isWide ? square.t() : square).reshape(variable.sizes());
}

}  // namespace

namespace {

/// Whether each number has a draw of its own, so that a part can be drawn without the rest.
bool isDrawnByNumber(const std::string& initializer) {
    return initializer != "orthogonal" && initializer != "forget_ones";
}

void draw(const torch::Tensor& part, const spec::Layer::Variable& plan, const DrawRuns& runs,
          std::uint64_t seed, int index) {
    // The deviation of a standard normal distribution that is cut at two deviations.
    constexpr double kCutDeviation = 0.87962566103423978;
    if (plan.initializer == "zeros") {
        part.zero_();
    } else if (plan.initializer == "ones") {
        part.fill_(1);
    } else if (plan.initializer == "random_normal") {
        fillInPieces(part, runs, [&](std::int64_t first, std::int64_t count) {
            return normalDraws(first, count, seed, index, /*isCut=*/false).mul_(0.05);
        });
    } else if (plan.initializer.ends_with("_normal")) {
        const double deviation = std::sqrt(varianceOf(plan)) / kCutDeviation;
        fillInPieces(part, runs, [&](std::int64_t first, std::int64_t count) {
            return normalDraws(first, count, seed, index, /*isCut=*/true).mul_(deviation);
        });
    } else {
        const double limit = plan.initializer == "random_uniform" ? 0.05 : std::sqrt(3.0 * varianceOf(plan));
        fillInPieces(part, runs, [&](std::int64_t first, std::int64_t count) {
            return uniformDraws(first, count, seed, index).mul_(2).sub_(1).mul_(limit);
        });
    }
}

}  // namespace

void drawInitialWeights(torch::Tensor variable, const spec::Layer::Variable& plan, std::uint64_t seed,
                        int index) {
    torch::NoGradGuard noGrad;
    if (plan.initializer == "forget_ones") {  // gates: input, forget, cell, output
        const std::int64_t gate = variable.size(0) / 4;
        variable.zero_();
        variable.narrow(0, gate, gate).fill_(1);
    } else if (plan.initializer == "orthogonal") {
        variable.copy_(orthogonalDraws(variable, seed, index));
    } else {
        draw(variable, plan, {}, seed, index);
    }
}

void drawInitialPart(torch::Tensor part, const spec::Layer::Variable& plan, int axis, std::int64_t first,
                     std::uint64_t seed, int index) {
    torch::NoGradGuard noGrad;
    if (part.dim() == 0) return drawInitialWeights(part, plan, seed, index);
    if (!isDrawnByNumber(plan.initializer)) {
        const torch::Tensor whole = torch::empty(plan.shape, part.options());
        drawInitialWeights(whole, plan, seed, index);
        part.copy_(whole.narrow(axis, first, part.size(axis)));
        return;
    }
    DrawRuns runs;
    std::int64_t inner = 1;
    for (std::int64_t dim = 0; dim < part.dim(); ++dim) (dim < axis ? runs.runs : inner) *= part.size(dim);
    inner /= std::max<std::int64_t>(1, part.size(axis));
    runs.first = first * inner;
    runs.stride = plan.shape[static_cast<std::size_t>(axis)] * inner;
    if (part.numel() > 0) draw(part, plan, runs, seed, index);
}

namespace {

torch::Tensor drawnMask(const DrawPlace& place, const MaskShape& shape) {
    const bool isPinned = shape.options.device().is_cuda();  // its copy is queued, not waited for
    return DropoutRows(place, shape.layer, shape.rate)
        .mask(shape.width, isPinned)
        .to(shape.options.device(), /*non_blocking=*/isPinned)
        .to(shape.options.dtype().toScalarType());
}

}  // namespace

// The address is (sample, step, layer); samples and steps below 2^32 have draws of their own.
DropoutRows::DropoutRows(const DrawPlace& place, int layer, double rate)
    : samples_(place.samples),
      stream_(place.seed, base::DrawPurpose::kDropout),
      step_(static_cast<std::uint32_t>(place.step)),
      layer_(static_cast<std::uint32_t>(layer)),
      drops_{static_cast<std::uint32_t>(std::min(rate * 0x1.0p32, 4294967295.0)),
             static_cast<float>(1.0 / (1.0 - rate))} {
}

void DropoutRows::draw(std::int64_t row, std::span<std::uint32_t> words) const {
    stream_.fill(words, static_cast<std::uint32_t>(samples_[static_cast<std::size_t>(row)]), step_, layer_);
}

torch::Tensor DropoutRows::mask(std::int64_t width, bool isPinned) const {
    const std::int64_t count = samples();
    torch::Tensor mask = torch::empty({count, width}, torch::dtype(torch::kFloat32).pinned_memory(isPinned));
    float* const out = mask.data_ptr<float>();
    forEachRowsOnThreads(count, width, [&](std::int64_t first, std::int64_t end) {
        std::vector<std::uint32_t> words(static_cast<std::size_t>(width));
        for (std::int64_t row = first; row < end; ++row) {
            draw(row, words);
            kernels::dropoutMask(drops_, words.data(), width, out + row * width);
        }
    });
    return mask;
}

torch::Tensor dropoutMask(const DrawPlace& place, const MaskShape& shape) {
    return place.tape ? place.tape->next(place, shape) : drawnMask(place, shape);
}

void MaskTape::rewind(std::span<const std::int64_t> batch) {
    batch_ = batch;
    next_ = 0;
}

torch::Tensor MaskTape::next(const DrawPlace& place, const MaskShape& shape) {
    if (next_ == kept_.size())
        kept_.push_back({static_cast<std::size_t>(place.samples.data() - batch_.data()), place.samples.size(),
                         shape, drawnMask(place, shape)});
    return kept_[next_++].mask;
}

void MaskTape::redraw(const DrawPlace& place) {
    const torch::NoGradGuard noGrad;
    for (const Kept& kept : kept_) {
        const DrawPlace part{place.seed, place.step, place.samples.subspan(kept.first, kept.count)};
        kept.mask.copy_(drawnMask(part, kept.shape));
    }
}

}  // namespace trainyard::engine
