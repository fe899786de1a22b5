// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "core/checkpoint/safetensors.h"
#include "core/engine/device/device.h"
#include "core/engine/model/model.h"
#include "core/engine/model/optimizer.h"
#include "core/engine/train/staging.h"

namespace trainyard::engine {

/// What a checkpoint saves, and copies of it that the training does not change. [train]
class StateCopy {
  public:
    virtual ~StateCopy() = default;
    /// The tensors of the files; `optimizer` is named <variable>.<slot>.
    struct Views {
        std::vector<checkpoint::TensorView> model, optimizer;
    };
    /// One copy.
    class Taken {
      public:
        virtual ~Taken() = default;
        /// Valid until the next copy is read, or take() is called. Throws std::bad_alloc. [writer]
        virtual base::Result<Views> read() = 0;
    };
    /// Copies; what the training waits for. Nothing of an earlier copy is read any more. Throws
    /// std::bad_alloc.
    virtual base::Result<std::unique_ptr<Taken>> take() = 0;
    /// The same while the copy before it is still being saved. Null: there is no room for both.
    virtual std::unique_ptr<Taken> takeAhead() { return nullptr; }
    /// What was read has been saved. [writer]
    virtual void release() {}
    /// Whether the training itself ends for this reason and reports it; else a save that failed is a
    /// warning.
    virtual bool endsTraining(const base::Error& /*why*/) const { return false; }
    /// Memory for a copy in this process.
    virtual std::size_t bytes() const = 0;
};

/// A copy that can be read at once.
class ReadyCopy final : public StateCopy::Taken {
  public:
    explicit ReadyCopy(StateCopy::Views views) : views_(std::move(views)) {}
    base::Result<StateCopy::Views> read() override { return views_; }

  private:
    StateCopy::Views views_;
};

/// Of a model and an optimizer in this process, in one block of memory. Those on a device are copied there,
/// and from there to the block while training continues. [train]
class LocalCopy final : public StateCopy {
  public:
    /// Starts to allocate memory, which takes as long as some steps. `device`: where they are, if not on the
    /// CPU.
    LocalCopy(const Model& model, const Optimizer& optimizer, std::shared_ptr<Device> device);
    base::Result<std::unique_ptr<Taken>> take() override;
    /// On a device where as much as this process holds stays free beside the copy. What the training has not
    /// done yet, such as its first validation, may need memory of its own beside that of captured steps, and
    /// at most as much as those.
    std::unique_ptr<Taken> takeAhead() override;
    std::size_t bytes() const override;

  private:
    class OnDevice;
    NamedTensors state() const;
    std::unique_ptr<Taken> takeOnDevice();
    Views divided(const std::vector<checkpoint::TensorView>& all) const;

    const Model& model_;
    const Optimizer& optimizer_;
    const std::shared_ptr<Device> device_;
    StagingArea area_;
};

}  // namespace trainyard::engine
