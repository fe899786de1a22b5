// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <torch/types.h>

#include "core/base/random.h"
#include "core/engine/model/row_kernels.h"
#include "core/spec/model/layers.h"

namespace trainyard::engine {

/// Random draws of the engine: pure functions of (seed, step, layer, global sample index), so that the draws
/// do not depend on the number of replicas, or on whether the run was resumed.

/// Fills `variable` by its plan's initializer, using Keras' formulas. `index` is the variable's index in the
/// model. With fan the mean of both fans for glorot, fanIn for he and lecun, and s = 1, 2, 1 for them:
/// *_uniform is U(-l, l) with l = √(3s/fan) (Glorot and Bengio, AISTATS 2010; He et al., ICCV 2015; LeCun et
/// al., 1998); *_normal a normal distribution cut at two deviations, scaled to the variance s/fan; orthogonal
/// the Q of a QR decomposition (Saxe et al., ICLR 2014); random_uniform U(-0.05, 0.05); random_normal
/// N(0, 0.05²); forget_ones an LSTM's bias, 1 for the forget gate (Jozefowicz et al., ICML 2015).
void drawInitialWeights(torch::Tensor variable, const spec::Layer::Variable& plan, std::uint64_t seed,
                        int index);
/// The same of a part of the variable, equal to the bit: `part` has the indexes from `first` on along `axis`
/// of a variable of the shape plan.shape. Draws no other part, except under orthogonal.
void drawInitialPart(torch::Tensor part, const spec::Layer::Variable& plan, int axis, std::int64_t first,
                     std::uint64_t seed, int index);

class MaskTape;

/// The position of a draw in the run.
struct DrawPlace {
    std::uint64_t seed = 0;
    std::int64_t step = 0;                  ///< steps completed before this one
    std::span<const std::int64_t> samples;  ///< global index of each sample of the batch
    MaskTape* tape = nullptr;               ///< for steps that are captured
};

/// A dropout mask besides its place.
struct MaskShape {
    int layer = 0;
    std::int64_t width = 0;        ///< numbers per sample
    double rate = 0;               ///< 0…1
    torch::TensorOptions options;  ///< where it is wanted, and its dtype
};

/// Dropout's draws for the samples of a batch, one after another. Not for steps that are captured: there is
/// no tape of them. [any]
class DropoutRows {
  public:
    /// `layer` and `rate` as in MaskShape.
    DropoutRows(const DrawPlace& place, int layer, double rate);
    const kernels::Drops& drops() const { return drops_; }
    std::int64_t samples() const { return static_cast<std::int64_t>(samples_.size()); }
    /// Those of the batch's sample `row`: one word for each of its numbers.
    void draw(std::int64_t row, std::span<std::uint32_t> words) const;
    /// Of all samples: float32 {samples, width}, on the CPU.
    torch::Tensor mask(std::int64_t width, bool isPinned = false) const;

  private:
    std::span<const std::int64_t> samples_;
    base::PhiloxStream stream_;
    std::uint32_t step_, layer_;
    kernels::Drops drops_;
};

/// Dropout's mask for a batch: 0 with probability `rate`, else 1/(1-rate). Shape {samples, width}. Drawn on
/// the CPU, so that it is the same on every device; does not wait for the device.
torch::Tensor dropoutMask(const DrawPlace& place, const MaskShape& shape);

/// The masks of one step, in the order in which its layers ask for them, as tensors that stay: a captured
/// step reads these, and each replay needs them drawn again. [train]
class MaskTape {
  public:
    /// Before each step with this tape, which computes on `batch`. The first one makes the masks, later ones
    /// get the same tensors.
    void rewind(std::span<const std::int64_t> batch);
    torch::Tensor next(const DrawPlace& place, const MaskShape& shape);
    /// Draws all masks again, at another place and for the whole batch there.
    void redraw(const DrawPlace& place);

  private:
    struct Kept {
        std::size_t first, count;  ///< the samples of the batch that it is for
        MaskShape shape;
        torch::Tensor mask;
    };
    std::span<const std::int64_t> batch_;
    std::vector<Kept> kept_;
    std::size_t next_ = 0;
};

}  // namespace trainyard::engine
